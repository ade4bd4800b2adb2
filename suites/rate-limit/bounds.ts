import {
  type CheckContext,
  came,
  check,
  derivation,
  type Exchange,
  type ExchangeView,
  expect,
  of,
  shared,
} from '../../lib/interface/index.ts';
import { checkoutBody } from '../environments/support.ts';
import {
  type Answer,
  type Api,
  allCame,
  atOnce,
  expectNoneRefused,
  isRefused,
  plotted,
  quiet,
  reads,
  refusedOf,
  rested,
  sound,
  span,
  tell,
  throughOf,
  unpaced,
} from './support.ts';

// "120 per minute" may be counted in fixed windows (aligned to the clock or started by a request), in a sliding log, in a sliding counter,
// or by a bucket that refills with two per second; refused requests may count. None of these exceeds the bounds, at any phase of its
// minute.

check(
  'rate-limit.steady-pace-passes',
  'three every 1.55 seconds, 117 in any minute, reads, replays and refused ones, are let through for 150 seconds',
  async (context) => {
    const { data } = context;
    const [idempotencyKey, nil] = [data.reference('key'), data.reference('nil')];
    const body = checkoutBody(data.reference('chk'));
    await quiet(context);

    // However a request is answered, it is one.
    const { answers } = await paced(context, { count: 3, every: 1.55, times: 97 }, (api) => [
      api.getBalance(),
      api.createCheckout(body, { idempotencyKey }),
      api.getCheckout(nil),
    ]);

    const burst = sound(tell(context, 'at a steady pace', answers));
    expectNoneRefused(burst.answers, 3 * 97, 'at 117 a minute');
  },
  { runs: 'alone' },
);

const burstsAfterRests = shared('300 at once after a rest, 90 seconds later and again', [], async (context) => {
  const { merchant, time } = context;
  const burst = async (what: string) => sound(await atOnce(context, what, reads(unpaced(merchant), 300)));
  await quiet(context);

  const first = await burst('first burst');
  // Half a second more, so that a bucket that refills once a second does not refill during both bursts.
  await time.wait(Math.max(0, 90.5 - first.seconds), 'the second burst of requests');
  const second = await burst('second burst');
  // A sliding counter over two windows still counts the first burst: the third meets a rested key, half a minute off in its minute.
  await time.wait(Math.max(0, 180 - second.seconds), 'the third burst of requests');
  const third = await burst('third burst');
  await rested(context);
  return [first, second, third] as const;
});

check(
  'rate-limit.two-bursts-bounded',
  'of 300 at once, 90 seconds later and again after a rest, 120 get through; a minute that ends meanwhile excuses one burst',
  async (context) => {
    const bursts = await burstsAfterRests(context);
    const [first, second, third] = bursts;

    const seen = `let through of 300: ${bursts.map(({ through }) => through.length).join(', ')}`;
    context.note(`a limit of ${121 + Math.floor(Math.max(...bursts.map(granted)))} or more would have been seen`);
    // Wherever minutes end, none ends both within the first burst and within a later one.
    expect(takenBesides(first.answers, second.answers, third.answers), seen).toBeLessThanOrEqual(120);
    expect(mostTaken(first.answers, second.answers, third.answers), seen).toBeLessThanOrEqual(240);
  },
  { runs: 'alone' },
);

// What a key has left unused in quiet minutes is not added to a later one.
check(
  'rate-limit.more-is-refused',
  'of 300 at once after two quiet minutes, 90 seconds later and after another rest some are refused',
  async (context) => {
    for (const { answers } of await burstsAfterRests(context))
      expect(refusedOf(answers), 'refused of 300').not.toBeEmpty();
  },
  { runs: 'alone', waits: '8m' },
);

check(
  'rate-limit.long-run-bounded',
  'of 1,200 in five minutes no more than 721 get through',
  async (context) => {
    await quiet(context);

    const { answers, took } = await paced(context, { count: 12, every: 3, times: 100 });
    await rested(context);

    const burst = sound(tell(context, 'four a second', answers));
    // Four whole minutes and two partial ones, or a full bucket and five minutes of refilling: 721 in 300 seconds.
    const words = `let through in ${took.seconds.toFixed(1)} s, beyond what that time grants`;
    expect(beyond(throughOf(burst.answers), of(took, 'seconds')), words).toBeLessThanOrEqual(120);
    allCame(answers, 12 * 100);
  },
  { runs: 'alone' },
);

/** What a limiter may admit beyond its limit during the burst: nothing within half a second. */
function granted({ answers }: { readonly answers: readonly Answer[] }): number {
  const seconds = span(answers.filter((answer) => !isRefused(answer)));
  return seconds < 0.5 ? 0 : 2 * seconds + 1;
}

/** How many of a burst were admitted, less what a limiter may add during it. */
function taken(answers: readonly ExchangeView[]): number {
  return answers.filter((answer) => !isRefused(answer)).length - granted({ answers });
}

type Answers = readonly ExchangeView[];

/** The smaller of the first burst's count and the largest of the later ones. */
const takenBesides = derivation('let through, one burst excused', (one: Answers, second: Answers, third: Answers) =>
  Math.min(taken(one), Math.max(taken(second), taken(third))),
);

const mostTaken = derivation('most let through', (one: Answers, second: Answers, third: Answers) =>
  Math.max(taken(one), taken(second), taken(third)),
);

/** How many more were admitted than two per second plus one. */
const beyond = derivation(
  'let through beyond two a second',
  (through: Answers, seconds: number) => through.length - 2 * seconds - 1,
);

/** Sends `count` requests at once every `every` seconds; `took` is the longest time that may have passed at the target. */
async function paced(
  context: CheckContext,
  { count, every, times }: { count: number; every: number; times: number },
  send = (api: Api) => reads(api, count),
): Promise<{ answers: Exchange[]; took: { seconds: number } }> {
  const api = unpaced(context.merchant);
  const began = context.latest();
  const answers: Exchange[] = [];
  for (let turn = 0; turn < times; turn++) {
    answers.push(...plotted(context, await came(send(api))));
    await context.time.wait(every, 'requests at a steady pace');
  }
  const seconds = (context.latest() - began) / 1_000;
  return { answers, took: context.sees('the time that the target had meanwhile', { seconds }) };
}
