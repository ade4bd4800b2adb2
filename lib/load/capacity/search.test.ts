import { describe, expect, test } from 'vitest';
import type { Arrival } from '../latency/due.ts';
import { beginSearch, kneeOf, type Observed, observe, type SearchLimits } from './search.ts';
import { showCapacity } from './simulate.ts';
import { judgeWindow } from './window.ts';

const limits: SearchLimits = { first: 10, most: 1_000, windows: 60 };

/** Runs the whole search; `say` gives the observation for a rate and the number of its window. */
function searched(say: (rate: number, window: number) => Observed, change: Partial<SearchLimits> = {}) {
  const rates: number[] = [];
  let search = beginSearch({ ...limits, ...change });
  while (search.next !== null) {
    const rate = search.next;
    rates.push(rate);
    search = observe(search, rate, say(rate, rates.length - 1));
  }
  return { rates, knee: kneeOf(search) };
}

const until =
  (capacity: number) =>
  (rate: number): Observed =>
    rate <= capacity ? 'holds' : 'does not hold';

describe('the search', () => {
  test('raises until a rate does not hold, and then narrows down', () => {
    const { rates, knee } = searched(until(100));
    expect(rates.slice(0, 7).map(Math.round)).toEqual([10, 15, 23, 34, 51, 76, 114]);
    expect(rates.slice(7).every((rate) => rate < 114)).toBe(true);
    expect(knee.kind).toBe('found');
    expect(Math.abs(knee.rate / 100 - 1)).toBeLessThan(0.03);
    expect(knee.high / knee.low).toBeLessThanOrEqual(1.05);
  });

  test('a window that is wrong does not lead it astray', () => {
    for (const wrong of [1, 4, 6, 8, 9]) {
      const { knee } = searched((rate, window) => {
        const said = until(100)(rate);
        return window !== wrong ? said : said === 'holds' ? 'does not hold' : 'holds';
      });
      expect(Math.abs(knee.rate / 100 - 1), `window ${wrong}`).toBeLessThan(0.05);
    }
  });

  test('where the most that can be asked holds, it is at least that', () => {
    const { rates, knee } = searched(until(5_000), { most: 160 });
    expect(Math.max(...rates)).toBe(160);
    expect(knee).toMatchObject({ kind: 'at least', rate: 160 });
  });

  test('what keeps the generator up for a while, at a rate that it can send, changes nothing', () => {
    for (const late of [
      [4, 5],
      [8, 9, 10, 11, 12],
      [3, 7, 9, 11, 13],
    ]) {
      const { knee } = searched((rate, window) => (late.includes(window) ? 'unknown' : until(100)(rate)));
      expect(knee.kind, `windows ${late}`).toBe('found');
      expect(Math.abs(knee.rate / 100 - 1)).toBeLessThan(0.03);
    }
  });

  test('windows that are disturbed, as many as the others, are made again', () => {
    const disturbed = (rate: number, window: number) => (window % 2 === 1 ? 'disturbed' : until(100)(rate));
    const { rates, knee } = searched(disturbed);
    expect(knee.kind).toBe('found');
    expect(Math.abs(knee.rate / 100 - 1)).toBeLessThan(0.03);
    expect(rates[1]).toBe(rates[2]);
    expect(searched(() => 'disturbed').knee.kind).toBe('not narrowed');
  });

  test('windows on a busy machine are made again, and too many of them in a row end it without a number', () => {
    const { knee } = searched((rate, window) => (window % 3 === 2 ? 'busy' : until(100)(rate)));
    expect(knee.kind).toBe('found');
    expect(Math.abs(knee.rate / 100 - 1)).toBeLessThan(0.03);
    const { rates, knee: none } = searched((rate) => (rate > 40 ? 'busy' : 'holds'));
    expect(none.kind).toBe('machine busy');
    expect(rates.filter((rate) => rate > 40)).toHaveLength(6);
  });

  test('a generator that cannot keep up lowers the most that can be asked, the third time', () => {
    const { rates, knee } = searched((rate) => (rate > 120 ? 'unknown' : 'holds'));
    expect(knee.kind).toBe('at least');
    expect(knee.rate).toBeLessThanOrEqual(120);
    expect(rates.filter((rate) => rate > 120).length).toBeLessThanOrEqual(9);
    const { knee: once } = searched((rate, window) => (window === 5 ? 'unknown' : until(100)(rate)));
    expect(Math.abs(once.rate / 100 - 1)).toBeLessThan(0.03);
  });

  test('where nothing holds it says so, and it ends in any case', () => {
    expect(searched(() => 'does not hold').knee.kind).toBe('none holds');
    expect(searched(() => 'unknown').rates.length).toBeLessThanOrEqual(60);
    const { rates, knee } = searched(until(100), { windows: 9 });
    expect([rates.length, knee.kind]).toEqual([9, 'not narrowed']);
  });
});

describe('a window', () => {
  const arrivals = (msOf: (turn: number) => number) =>
    Array.from({ length: 300 }, (_, turn): Arrival => {
      const ms = msOf(turn);
      return { op: 'read', dueMs: turn * 20, ms, ownMs: ms, dropped: false };
    });
  const judge = (msOf: (turn: number) => number, failed = 0, kept = true) =>
    judgeWindow(50, arrivals(msOf), { sent: 300, failed, kept, waitMs: 5 }, { p95: 1_000, errors: 0.001 });

  test.for<[string, ReturnType<typeof judge>, Observed, string]>([
    ['quick answers', judge(() => 5), 'holds', '95% take up to 5.0 ms'],
    ['slow ones within bounds', judge(() => 900), 'holds', '900.0 ms'],
    ['slow ones', judge(() => 1_100), 'does not hold', '95% take up to 1100 ms'],
    ['errors', judge(() => 5, 3), 'does not hold', '1.0% of the requests failed'],
    [
      'a queue that grows by 20 ms a second',
      judge((turn) => 5 + turn * 0.4),
      'does not hold',
      'latency grows by 20 ms',
    ],
    [
      'a queue that grows, and a pause before it does',
      judge((turn) => (turn < 30 ? 600 - turn * 20 : 5 + turn * 0.4)),
      'does not hold',
      'latency grows by',
    ],
    [
      'pauses near the end, after which the queue empties',
      judge((turn) => (turn >= 200 && turn % 100 < 60 ? 400 : 5)),
      'holds',
      '',
    ],
    ['a service that gets a little slower', judge((turn) => 5 + turn * 0.1), 'holds', ''],
    ['a generator that could not keep up', judge(() => 5, 0, false), 'unknown', 'could not keep up'],
  ])('%s', ([, seen, observed, words]) => {
    expect(seen.observed).toBe(observed);
    expect(seen.words).toContain(words);
  });

  test('a queue that is no longer than k6 was late is of its making', () => {
    const late = (lateMs: number) =>
      arrivals((turn) => (turn < 150 ? 5 : 255)).map((each, turn) =>
        turn === 150 ? { ...each, ownMs: 255 - lateMs } : each,
      );
    const judged = (lateMs: number) =>
      judgeWindow(50, late(lateMs), { sent: 300, failed: 0, kept: true, waitMs: 5 }, { p95: 1_000, errors: 0.001 });
    expect(judged(250)).toMatchObject({
      observed: 'disturbed',
      words: expect.stringContaining('k6 was up to 250 ms late'),
    });
    expect(judged(100).observed).toBe('does not hold');
  });

  test('on a busy machine it is only believed that a rate holds', () => {
    const judged = (ms: number) =>
      judgeWindow(
        50,
        arrivals(() => ms),
        { sent: 300, failed: 0, kept: true, waitMs: 12 },
        { p95: 1_000, errors: 0.001 },
      );
    expect(judged(1_100)).toMatchObject({
      observed: 'busy',
      words: expect.stringContaining('95% take up to 1100 ms, but'),
    });
    expect(judged(900).observed).toBe('holds');
  });

  test('that k6 began late says nothing of the target', () => {
    const late = arrivals(() => 1_500).map((arrival) => ({ ...arrival, ownMs: 5 }));
    const seen = judgeWindow(50, late, { sent: 300, failed: 0, kept: true, waitMs: 5 }, { p95: 1_000, errors: 0.001 });
    expect(seen).toMatchObject({ observed: 'unknown', words: 'the generator began late' });
  });
});

test('the knee of simulated services is found within 5%', () => {
  expect(showCapacity(20, 0.05, 1).found).toBe(20);
});
