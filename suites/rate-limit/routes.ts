import {
  Blocked,
  came,
  check,
  checks,
  type Exchange,
  expect,
  expectUntouched,
  part,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import { attempt, type Tried, usable, withCalls } from './calls.ts';
import { heldOf, longestAsked, retryAfterOf, sentAgain } from './retry-after.ts';
import {
  atOnce,
  expectNoneRefused,
  isRefused,
  plotted,
  quiet,
  reads,
  rested,
  sound,
  tell,
  unpaced,
} from './support.ts';

/**
 * One call of every endpoint while the key is refused, and what happened to the objects concerned. An endpoint that answers is tried up to
 * three times: a refilling bucket admits some calls, but not the same one each time.
 */
const everywhere = shared('a call of every endpoint while the key is refused', [], async (context) => {
  await quiet(context);
  return await withCalls(context, usable(context), async (calls) => {
    const api = unpaced(context.merchant);
    const refusals: Tried[] = [];
    const carriedOut = new Set<string>();
    let open = [...calls];
    let full = 0;
    for (let turn = 0; turn < 5 && full < 3 && open.length > 0; turn++) {
      const flood = tell(context, 'reads', plotted(context, await came(reads(api, turn === 0 ? 130 : 12))));
      const tried = await came(open.map((each) => attempt(context, api, each)));
      plotted(
        context,
        tried.map(({ answer }) => answer),
      );
      for (const { endpoint, answer } of tried) if (!isRefused(answer)) carriedOut.add(endpoint.name);
      // If the reads were admitted, the key had room again, and an answer of an endpoint shows nothing.
      if (flood.through.length > (turn === 0 ? 125 : 8)) continue;
      full++;
      refusals.push(...tried.filter(({ answer }) => isRefused(answer)));
      open = open.filter(({ name }) => !refusals.some(({ endpoint }) => endpoint.name === name)).toReversed();
    }
    if (full === 0) throw new Blocked('the key had room again, five times');
    await rested(context, longestAsked(refusals.map(({ answer }) => answer)));
    const acting = refusals.filter(({ endpoint }) => endpoint.acts && !carriedOut.has(endpoint.name));
    const afterwards = [];
    for (const { endpoint, call, options } of acting)
      afterwards.push({ endpoint, call, seen: await call.look(), again: await call.send(options) });
    await quiet(context);
    const later = sound(await atOnce(context, 'after refusals and a rest', reads(api, 120)));
    await rested(context);
    return { refusals, answered: open.map(({ name }) => name), afterwards, later };
  });
});

check(
  'rate-limit.every-endpoint-limited',
  'a key that is refused for reads is refused by every endpoint, three times at the most',
  async (context) => {
    const { refusals, answered } = await everywhere(context);

    expect(context.sees('endpoints that answer a refused key', { answered }).answered).toBeEmpty();
    for (const { endpoint, answer } of refusals) {
      expect(answer, endpoint.name).toBeRefusedWith(429, 'rate_limited');
      expect(answer, endpoint.name).toHaveErrorShape();
    }
  },
  { runs: 'alone' },
);

check(
  'rate-limit.retry-after-present',
  'the refusal of every endpoint has it',
  async (context) => {
    for (const { endpoint, answer } of (await everywhere(context)).refusals) {
      const said = answer.headers['retry-after'] ?? '(missing)';
      expect(retryAfterOf(answer), `${endpoint.name}: Retry-After: ${said}`).toBeA('number');
    }
  },
  { runs: 'alone', waits: '6m' },
);

check(
  'rate-limit.refused-has-no-effect',
  'what every endpoint refused has not been done',
  async (context) => {
    const { afterwards } = await everywhere(context);
    if (afterwards.length === 0) throw new Blocked('no endpoint that does something was refused');

    for (const { endpoint, call, seen } of afterwards) {
      context.note(`${endpoint.name}: ${summary(seen)}`);
      expectUntouched(call, seen);
    }
  },
  { runs: 'alone', waits: '6m' },
);

check(
  'rate-limit.120-at-once-pass',
  'a key that was refused has room for 120 again after two quiet minutes',
  async (context) => {
    const { later } = await everywhere(context);

    expectNoneRefused(later.answers, 120, 'two minutes after others were refused');
  },
  { runs: 'alone', waits: '6m' },
);

/** What refused them is over, and nothing of them is "still being processed". */
const repeated = [
  {
    id: 'rate-limit.retry-after-honest',
    what: 'is not held to be still in progress',
    expected: (again: Exchange, name: string) => expect(heldOf([again]), `${name}: ${summary(again)}`).toBeEmpty(),
  },
  {
    id: 'rate-limit.refused-has-no-effect',
    what: 'is carried out',
    expected: (again: Exchange, name: string) => expect(part(again, 'status'), name).toBeLessThan(300),
  },
] as const;

checks(
  ({ id }) => id,
  repeated,
  ({ what }) => `what every endpoint refused, sent again under its key when Retry-After is over, ${what}`,
  async (context, { expected }) => {
    const { afterwards } = await everywhere(context);
    const [first, ...others] = afterwards;
    if (first === undefined) throw new Blocked('no endpoint that does something was refused');
    const answered = [first, ...others].filter(({ again }) => !isRefused(again));
    if (answered.length === 0) sentAgain(first.again);

    for (const { endpoint, again } of answered) expected(again, endpoint.name);
  },
  { runs: 'alone', waits: '6m', drawn: 1 },
);
