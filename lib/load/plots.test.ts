import { XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { HOSTILE } from '../engine/evidence/check-result.support.ts';
import { drawSearch } from './capacity/plot.ts';
import type { Observed } from './capacity/search.ts';
import type { Arrival } from './latency/due.ts';
import { latencies, servedAndRefused } from './plots.ts';
import { latencyOfAll, lineOf } from './testing.support.ts';

const limits = { p95: 300, p99: 1_500 };

function arrival(op: string, second: number, ms: number): Arrival {
  return { op, dueMs: second * 1_000, ms, ownMs: ms, dropped: false };
}

/** The texts of an SVG. */
function words(svg: string): string[] {
  expect(XMLValidator.validate(svg)).toBe(true);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  return [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text = '']) => text);
}

test('latency has its units, a line for each percentile and operation, and what is still good enough', () => {
  const arrivals = [...Array(30).keys()].flatMap((second) => [
    arrival('refund', second, 20 + second),
    arrival('checkout', second, 200 + second),
  ]);
  const svg = latencies(latencyOfAll(arrivals), limits);
  const told = words(svg);
  for (const text of ['p50', 'p95', 'p99', 'p95 at most 300 ms', 'p99 at most 1,500 ms', 'checkout', 'refund', '10 s'])
    expect(told).toContain(text);
  expect(told.filter((text) => text === '1,000')).toHaveLength(2);
  expect(told.join()).toContain('milliseconds');
  expect(svg.match(/<path /g)).toHaveLength(5);
});

test('the search for a capacity has a point for each window, what is good enough, and where the capacity lies', () => {
  const seen = (rate: number, observed: Observed, p95: number, failed = 0) => ({
    rate,
    observed,
    words: '',
    p95,
    failed,
  });
  const windows = [
    seen(10, 'holds', 4),
    seen(60, 'holds', 20),
    seen(90, 'does not hold', 2_500, 0.2),
    seen(61, 'unknown', 0),
  ];
  const { svg } = drawSearch(windows, { kind: 'found', rate: 60.5, low: 59, high: 62 }, { p95: 1_000, errors: 0.001 });
  for (const text of ['holds', 'does not hold', 'found: 60.5 a second, between 59.0 and 62.0', '1,000'])
    expect(words(svg)).toContain(text);
  expect(svg.match(/<circle /g)).toHaveLength(8);
  for (const kind of ['at least', 'none holds', 'not narrowed', 'machine busy'] as const)
    words(drawSearch(windows.slice(0, 1), { kind, rate: 10, low: 10, high: 10 }, { p95: 1_000, errors: 0 }).svg);
});

test('on a busy machine, and beyond the most that was asked, no capacity is drawn that is not known', () => {
  const windows = [{ rate: 10, observed: 'busy', words: '', p95: 40, failed: 0 }] as const;
  const drawn = (kind: 'machine busy' | 'at least') =>
    drawSearch(windows, { kind, rate: 10, low: 1, high: 150 }, { p95: 1_000, errors: 0.001 }).svg;
  expect(words(drawn('machine busy'))).toContain('machine busy: could not tell');
  expect(words(drawn('at least'))).toContain('at least: 10.0 a second');
  for (const kind of ['machine busy', 'at least'] as const)
    for (const [, x = '', width = ''] of drawn(kind).matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g))
      expect(Number(x) + Number(width)).toBeLessThanOrEqual(970.1);
});

test('latency of a single second, of no time at all, is drawn', () => {
  expect(words(latencies(latencyOfAll([arrival(HOSTILE.replaceAll('\0', ''), 0, 0)]), limits))).toContain('p50');
});

test('served and refused requests are stacked by second and by burst, on one scale of time', () => {
  const steady = [...Array(40).keys()].map((turn) =>
    lineOf({ op: 'curve', at: 1_000 + turn * 250, status: turn < 20 ? 201 : 429 }),
  );
  const burst = [201, 201, 429].map((status) => lineOf({ op: 'burst', at: 6_000, status }));
  const svg = servedAndRefused([...steady, ...burst]) ?? '';
  const told = words(svg);
  for (const text of ['served', 'refused', 'bursts: requests at once', '5 s']) expect(told).toContain(text);
  const bars = [...svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="[\d.]+" height="[\d.]+" fill="(#\w+)"/g)];
  // The first two bars are the boxes of the legend, 10 wide and high.
  const drawn = bars.slice(2).map(([, x, fill]) => `${x} ${fill}`);
  expect(drawn).toHaveLength(12);
  const fifth = drawn[5]?.split(' ')[0];
  expect(drawn.slice(10)).toEqual([expect.stringMatching(`^${fifth} `), expect.stringMatching(`^${fifth} `)]);
});

test("where the target's clock was moved on, it is drawn by that clock, and it is said", () => {
  const bursts = [0, 90_500].map((aheadMs, round) =>
    lineOf({ op: 'burst', round, at: 1_000 + round, aheadMs, status: 200 }),
  );
  const told = words(servedAndRefused(bursts) ?? '');
  expect(told.join()).toContain('by the clock of the target, which was moved on');
  expect(told).toContain('90 s');
  const unmoved = bursts.map(({ aheadMs: _, ...line }) => line);
  expect(words(servedAndRefused(unmoved) ?? '').join()).not.toContain('moved on');
});
