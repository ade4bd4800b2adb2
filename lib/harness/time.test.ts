import { describe, expect, test } from 'vitest';
import { NotExercised } from './outcome.ts';
import { virtualTime } from './testing.support.ts';

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
    // Time also passes by itself, and is not moved then.
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
