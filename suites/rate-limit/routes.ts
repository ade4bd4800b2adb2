import {
  Blocked,
  type Call,
  type CheckContext,
  came,
  check,
  type Endpoint,
  type Exchange,
  endpointTable,
  expect,
  expectUntouched,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import {
  type Api,
  atOnce,
  isRefused,
  plotted,
  quiet,
  reads,
  refusedOf,
  rested,
  retryAfterOf,
  sound,
  tell,
  unpaced,
} from './support.ts';

interface Tried {
  readonly endpoint: Endpoint;
  readonly call: Call;
  readonly idempotencyKey: string;
  readonly answer: Exchange;
}

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
    await rested(context);
    const acting = refusals.filter(({ endpoint }) => endpoint.acts && !carriedOut.has(endpoint.name));
    const afterwards = [];
    for (const { endpoint, call } of acting) afterwards.push({ endpoint, call, seen: await call.look() });
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

    expect(refusedOf(later.answers), 'refused of 120, two minutes after others were refused').toBeEmpty();
  },
  { runs: 'alone', waits: '6m' },
);

/** Wallet links are left out if link requests are scarce. */
function usable({ can, wallets }: CheckContext): Endpoint[] {
  return endpointTable.filter(
    ({ needs }) => needs.every((need) => can(need)) && (wallets.canBeMade || !needs.includes('sandbox-wallet')),
  );
}

type Prepared = Call & { readonly name: string; readonly endpoint: Endpoint };

function withCalls<T>(
  context: CheckContext,
  endpoints: readonly Endpoint[],
  work: (calls: readonly Prepared[]) => Promise<T>,
): Promise<T> {
  const [endpoint, ...others] = endpoints;
  if (endpoint === undefined) return work([]);
  return endpoint.on(context, (call) =>
    withCalls(context, others, (calls) => work([{ ...call, name: endpoint.name, endpoint }, ...calls])),
  );
}

async function attempt({ data }: CheckContext, api: Api, call: Prepared): Promise<Tried> {
  const idempotencyKey = data.reference('key');
  const key = call.name.startsWith('POST') ? { idempotencyKey } : {};
  return {
    endpoint: call.endpoint,
    call,
    idempotencyKey,
    answer: await call.send({ ...key, onRateLimited: 'return' }, api),
  };
}
