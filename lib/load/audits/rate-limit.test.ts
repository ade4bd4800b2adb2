import { expect, test } from 'vitest';
import type { Line } from '../../../load/support/line.ts';
import { lineOf, notPassed } from '../testing.support.ts';
import { judgeRateLimit, type Parts } from './rate-limit.ts';

const parts: Parts = { bursts: 1, steady: 0, neighbours: 1, curve: 0 };

interface Burst {
  readonly served: number;
  readonly round: number;
  readonly retryAfter?: string | undefined;
  readonly wallMs?: number;
}

function burst({ served, round, retryAfter = '60', wallMs = 300 }: Burst): Line[] {
  const at = 1_000 + round * 90_500;
  return Array.from({ length: 300 }, (_, turn) => {
    const line = { op: 'burst', round, turn, at, wallMs, together: 300 };
    return turn < served
      ? lineOf(line)
      : lineOf({ ...line, status: 429, retryAfter, date: 'Fri, 20 Nov 2026 10:00:00 GMT' });
  });
}
const neighbour = (status = 200) =>
  lineOf({ op: 'neighbour', key: 1, at: 5_000, status, ...(status === 429 ? { retryAfter: '1' } : {}) });
const probe = (status = 200) =>
  lineOf({ op: 'probe', at: 63_000, status, ...(status === 429 ? { retryAfter: '1' } : {}) });
const judge = (lines: readonly Line[], doubt: string | null = null, of = parts) =>
  notPassed(judgeRateLimit(lines, of, doubt));

const good = [...burst({ served: 120, round: 0 }), probe(), ...burst({ served: 119, round: 1 }), neighbour()];

test.for<[string, readonly Line[]]>([
  ['a sliding window', good],
  [
    'a fixed window that ends within the first burst',
    [...burst({ served: 240, round: 0 }), probe(), ...burst({ served: 120, round: 1 }), neighbour()],
  ],
  [
    'a window that ends within the second',
    [...burst({ served: 120, round: 0 }), probe(), ...burst({ served: 240, round: 1 }), neighbour()],
  ],
  [
    'a bucket that refills while a slow burst goes on',
    [
      ...burst({ served: 126, round: 0, wallMs: 3_000 }),
      probe(),
      ...burst({ served: 126, round: 1, wallMs: 3_000 }),
      neighbour(),
    ],
  ],
  [
    'a counter that remembers the first burst',
    [...burst({ served: 120, round: 0 }), probe(), ...burst({ served: 60, round: 1 }), neighbour()],
  ],
  [
    'a date',
    [
      ...burst({ served: 120, round: 0, retryAfter: 'Fri, 20 Nov 2026 10:01:00 GMT' }),
      probe(),
      ...burst({ served: 119, round: 1 }),
      neighbour(),
    ],
  ],
])('legal: %s', ([, lines]) => {
  expect(judge(lines)).toEqual([]);
});

test.for<[string, readonly Line[], string[]]>([
  [
    '119',
    [...burst({ served: 119, round: 0 }), probe(), ...burst({ served: 119, round: 1 }), neighbour()],
    ['within-limit-served failed'],
  ],
  [
    '130',
    [...burst({ served: 130, round: 0 }), probe(), ...burst({ served: 130, round: 1 }), neighbour()],
    ['limit-bites failed'],
  ],
  [
    'twice the limit both times',
    [...burst({ served: 240, round: 0 }), probe(), ...burst({ served: 240, round: 1 }), neighbour()],
    ['limit-bites failed'],
  ],
  [
    'more than twice',
    [...burst({ served: 250, round: 0 }), probe(), ...burst({ served: 120, round: 1 }), neighbour()],
    ['limit-bites failed'],
  ],
  [
    'Retry-After was heeded in vain',
    [...good.filter(({ op }) => op !== 'probe'), probe(429)],
    ['retry-after-honest failed'],
  ],
  ['nobody could wait so long', good.filter(({ op }) => op !== 'probe'), ['retry-after-honest inconclusive']],
  [
    'Retry-After in words',
    [
      ...burst({ served: 120, round: 0, retryAfter: 'soon' }),
      probe(),
      ...burst({ served: 119, round: 1 }),
      neighbour(),
    ],
    ['retry-after-form failed'],
  ],
  ['a neighbour is refused', [...good, neighbour(429)], ['per-key failed']],
  ['a 503', [...good, lineOf({ op: 'neighbour', status: 503, at: 5_000 })], ['served-or-refused failed']],
])('a limiter that breaks the sentence: %s', ([, lines, expected]) => {
  expect(judge(lines)).toEqual(expected);
});

test('what keeps just below the limit is never refused', () => {
  const steady = lineOf({ op: 'steady', key: 1, status: 429, retryAfter: '1' });
  expect(judge([...good, steady])).toEqual(['within-limit-served failed']);
  expect(judge([...good, steady], 'others')).toEqual(['within-limit-served inconclusive']);
});

test('in the long run no more than the limit', () => {
  const curve = (count: number) =>
    Array.from({ length: count }, (_, turn) => lineOf({ op: 'curve', at: 1_000 + Math.floor(turn / 4) * 1_000 }));
  const of = { ...parts, curve: 1 };
  expect(judge([...good, ...curve(236)], null, of)).toEqual([]);
  expect(judge([...good, ...curve(320)], null, of)).toEqual(['long-run failed']);
});

test('without any limit nothing can be said of what follows it', () => {
  const lines = [...burst({ served: 300, round: 0 }), ...burst({ served: 300, round: 1 }), neighbour()];
  expect(judge(lines)).toEqual([
    'limit-bites failed',
    'retry-after-form inconclusive',
    'retry-after-honest inconclusive',
    'per-key inconclusive',
  ]);
});
