import { describe, expect, test } from 'vitest';
import { tellingTime, virtualTime } from '../../interface/testing.support.ts';
import { NotExercised } from '../checks/outcome.ts';

const total = (steps: readonly number[]) => Math.round(steps.reduce((sum, step) => sum + step, 0) * 10) / 10;
const never = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('wait', () => {
  test('passes the time of the target', async () => {
    const { time, moved } = await virtualTime();
    await time.wait(86_400, 'a day passes');
    expect(total(moved)).toBeCloseTo(86_400, 0);
  });

  test('longer than there is time for: not exercised, at once, and in words', async () => {
    const { time, moved } = await virtualTime(120);
    const failure = await time.wait(86_400, 'the checkout expires').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NotExercised);
    expect(failure).toHaveProperty(
      'message',
      'not enough time: the checkout expires can take 24 h, the longest wait is 2 min',
    );
    expect(moved).toEqual([]);
    await time.wait(120, 'it expires');
  });
});

describe('until', () => {
  test('what is there already costs no time', async () => {
    const { time, moved } = await virtualTime(0);
    expect(await time.until('it is there', 60, () => 'here')).toBe('here');
    expect(moved).toEqual([]);
  });

  test('looks again and again, often at first, and gives what was found', async () => {
    const { time, moved } = await virtualTime();
    let looks = 0;
    expect(await time.until('it comes', 60, async () => (++looks === 4 ? looks : undefined))).toBe(4);
    expect(total(moved)).toBe(3.5);
  });

  test('in vain: undefined after exactly the time allowed, with a last look at its end', async () => {
    const { time, moved } = await virtualTime();
    const at: number[] = [];
    const began = performance.now();
    expect(await time.until('it comes', 60, () => void at.push(total(moved)))).toBeUndefined();
    expect(at[0]).toBe(0);
    expect(at.at(-1)).toBe(total(moved));
    // Real time passes as well, and is not advanced again.
    expect(total(moved)).toBeLessThanOrEqual(60);
    expect(total(moved) + (performance.now() - began) / 1_000).toBeGreaterThanOrEqual(60);
  });

  test('in vain with less time than it can take: not exercised', async () => {
    const { time, moved } = await virtualTime(20);
    await expect(time.until('it comes', 60, () => undefined)).rejects.toThrow(
      'not enough time: it comes can take 60 s, the longest wait is 20 s',
    );
    expect(total(moved)).toBe(20);
  });

  test('found within the time there is: found', async () => {
    const { time, moved } = await virtualTime(20);
    expect(await time.until('it comes', 60, () => (total(moved) >= 15 ? true : undefined))).toBe(true);
  });

  test('what looking throws ends it', async () => {
    const { time } = await virtualTime();
    await expect(time.until('it comes', 60, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});

describe('race', () => {
  test('what arrives ends it, without the clock running on', async () => {
    const { time, moved, conductor } = await virtualTime();
    expect(await time.race('a webhook', 60, async () => 'arrived')).toBe('arrived');
    expect(total(moved)).toBeLessThan(60);
    expect(conductor.waiting).toEqual([]);
  });

  test('in vain: undefined after the time allowed, and the arrival is told to stop', async () => {
    const { time, moved } = await virtualTime();
    let stopped = false;
    const arrival = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        stopped = true;
      });
      return never(signal);
    };
    expect(await time.race('a webhook', 60, arrival)).toBeUndefined();
    expect(total(moved)).toBe(60);
    expect(stopped).toBe(true);
  });

  test('in vain with less time than it can take: not exercised', async () => {
    const { time, moved } = await virtualTime(20);
    await expect(time.race('a webhook', 60, never)).rejects.toThrow(/^not enough time: a webhook can take 60 s/);
    expect(total(moved)).toBe(20);
  });

  test('what the arrival throws ends it', async () => {
    const { time } = await virtualTime();
    await expect(time.race('a webhook', 60, () => Promise.reject(new Error('closed')))).rejects.toThrow('closed');
  });

  test('an interruption ends it', async () => {
    const { time, stop, conductor } = await virtualTime();
    await conductor.begin(0);
    const racing = time.race('a webhook', 60, never);
    stop.abort(new NotExercised('interrupted'));
    await expect(racing).rejects.toThrow('interrupted');
  });
});

describe('when an attempt was sent', () => {
  test('is as it is signed, whenever it is looked at', async () => {
    const { time, there } = await tellingTime();
    const [mono, signed] = [performance.now(), there()];
    const before = time.now();
    await time.wait(40, 'this machine is busy');
    const sentAt = time.sentAt({ timestamp: signed, mono });
    expect(Math.abs(sentAt - before)).toBeLessThanOrEqual(1_100);
    expect(time.now() - sentAt).toBeGreaterThanOrEqual(39_900);
  });

  test.each([
    ['an hour late', 3_600],
    ['an hour early', -3_600],
    ['in milliseconds', 1e12],
  ])('is when it came, where it is signed %s, or not at all', async (_, wrong) => {
    const { time, there } = await tellingTime();
    await time.wait(86_400, 'a day');
    const [mono, now] = [performance.now(), time.now()];
    await time.wait(600, 'later');
    for (const timestamp of [there() - 600 + wrong, null]) {
      expect(Math.abs(time.sentAt({ timestamp, mono }) - now)).toBeLessThan(1_000);
    }
  });

  test('a window ends once the clock has certainly passed its end, and what is found at last counts', async () => {
    const { time } = await tellingTime();
    const end = time.now() + 30_000;
    const looks: number[] = [];
    expect(await time.untilPast('it comes', end, () => void looks.push(time.now()))).toBeUndefined();
    expect(looks.at(-1)).toBeGreaterThanOrEqual(end);
    expect(looks.at(-2)).toBeLessThan(end);
    // The time was over before the first look.
    expect(await time.untilPast('it comes', end, () => 'it is there')).toBe('it is there');
    await time.past(end + 3_600_000, 'an hour');
    expect(time.now()).toBeGreaterThanOrEqual(end + 3_600_000);
  });
});
