import { type Exchange, expect, type Given, requirement } from '../../lib/harness/index.ts';
import { atOnce, type Burst, plotted, quiet, reads, rested, sound, span, tell, unpaced } from './support.ts';

// "120 per minute" may be counted in fixed windows, aligned to the clock or begun by a request, in a sliding log, in a sliding counter,
// or by a bucket that refills with two a second; refused requests may count. None of them fails these bounds, at any phase of its minute.

requirement(
  'rate-limit.120-at-once-pass',
  'none of 120 at once is refused',
  async (given) => {
    await quiet(given);

    const burst = sound(await atOnce(given, 'after a rest', reads(unpaced(given.merchant), 120)));

    expect(burst.refused.length, 'refused of 120 after two quiet minutes').toBe(0);
  },
  { runs: 'alone' },
);

requirement(
  'rate-limit.steady-pace-passes',
  'three every 1.55 seconds, 117 in any minute, are let through for 150 seconds',
  async (given) => {
    await quiet(given);

    const { answers } = await paced(given, { count: 3, every: 1.55, times: 97 });

    const burst = sound(tell(given, 'at a steady pace', answers));
    expect(burst.refused.length, `refused of ${answers.length} at 117 a minute`).toBe(0);
  },
  { runs: 'alone' },
);

requirement(
  'rate-limit.two-bursts-bounded',
  'of 300 at once, 90 seconds later and again after a rest, 120 get through; a minute that ends meanwhile excuses one burst',
  async (given) => {
    const { merchant, time } = given;
    const burst = async (what: string) => sound(await atOnce(given, what, reads(unpaced(merchant), 300)));
    await quiet(given);

    const first = await burst('first burst');
    // Half a second more, so that a bucket that refills once a second does not refill during both.
    await time.wait(Math.max(0, 90.5 - first.seconds), 'the second burst of requests');
    const second = await burst('second burst');
    // A counter over two windows still remembers the first: the third burst meets a key at rest, and half a minute of another phase.
    await time.wait(Math.max(0, 180 - second.seconds), 'the third burst of requests');
    const third = await burst('third burst');
    await rested(given);

    const bursts = [first, second, third];
    const [one = 0, ...later] = bursts.map((each) => each.through.length - granted(each));
    const seen = `let through of 300: ${bursts.map(({ through }) => through.length).join(', ')}`;
    given.note(`a limit of ${121 + Math.floor(Math.max(...bursts.map(granted)))} or more would have been seen`);
    // Wherever minutes end, they do not end within the first and also within a later one.
    expect(Math.min(one, Math.max(...later)), seen).toBeLessThanOrEqual(120);
    expect(Math.max(one, ...later), seen).toBeLessThanOrEqual(240);
  },
  { runs: 'alone' },
);

requirement(
  'rate-limit.long-run-bounded',
  'of 1,200 in five minutes no more than 721 get through',
  async (given) => {
    await quiet(given);

    const { answers, seconds } = await paced(given, { count: 12, every: 3, times: 100 });
    await rested(given);

    const burst = sound(tell(given, 'four a second', answers));
    // Four whole minutes and two parts of one, or a full bucket and five minutes of refilling: 721 in 300 seconds.
    expect(burst.through.length, `let through in ${seconds.toFixed(1)} s`).toBeLessThanOrEqual(120 + 2 * seconds + 1);
  },
  { runs: 'alone' },
);

/** What a limiter may grant beyond its limit because the burst itself takes time: nothing within half a second. */
function granted({ through }: Burst): number {
  const seconds = span(through);
  return seconds < 0.5 ? 0 : 2 * seconds + 1;
}

/** Sends `count` at once every so many seconds; `seconds` is how long that took at the target, at most. */
async function paced(
  given: Given,
  { count, every, times }: { count: number; every: number; times: number },
): Promise<{ answers: Exchange[]; seconds: number }> {
  const api = unpaced(given.merchant);
  const began = targetTime(given);
  const answers: Exchange[] = [];
  for (let turn = 0; turn < times; turn++) {
    answers.push(...plotted(given, await Promise.all(reads(api, count))));
    await given.time.wait(every, 'requests at a steady pace');
  }
  return { answers, seconds: (targetTime(given) - began) / 1_000 };
}

/** Milliseconds. Whether the target's clock runs on by itself while it is advanced, nobody knows: here it does. */
function targetTime({ run: { conductor } }: Given): number {
  return conductor.now() + conductor.totals.sleptMs;
}
