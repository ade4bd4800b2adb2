import { expect, test } from 'vitest';
import type { Line } from '../../../load/support/line.ts';
import { profileOf } from '../../../load/support/profile.ts';
import { arrivalsSinceDue } from '../latency/due.ts';
import { latencyOfAll, lineOf, logOf, notPassed } from '../testing.support.ts';
import type { LoadOptions } from '../types.ts';
import { judgeSteady, type Looked, linesMissing } from './steady.ts';

const options: LoadOptions = {
  size: 'full',
  keys: null,
  profile: 'constant',
  rate: null,
  seconds: null,
  p95: 100,
  p99: 200,
  errors: 0.01,
};
const env = { LOAD_RATE: 10, LOAD_SECONDS: 10, LOAD_MAX_USERS: 20 };

function lines(count: number, change: (turn: number) => Partial<Line> = () => ({})): Line[] {
  return Array.from({ length: count }, (_, turn) => lineOf({ turn, at: turn * 100, ms: 20, ...change(turn) }));
}

const looked: Looked = { reference: 'r', amount: 5, status: 200, json: { reference: 'r', amount: 5 } };
const judge = (sent: readonly Line[], dropped = 0, found: readonly Looked[] = [looked]) => {
  const profile = profileOf('constant', 10, 10);
  const plan = { keys: 4, liveKeys: 0, env, profile, seconds: 10, words: '' };
  const log = logOf(sent);
  const latency = latencyOfAll(arrivalsSinceDue(log, profile, dropped));
  return judgeSteady({ plan, lines: log, totals: { dropped, maxUsers: 20 }, latency }, found, options, null);
};

test.for<[string, ReturnType<typeof judge>, string[]]>([
  ['all well', judge(lines(100)), []],
  ['a few slow ones', judge(lines(100, (turn) => (turn === 0 ? { ms: 900 } : {}))), []],
  ['one in ten slow', judge(lines(100, (turn) => (turn % 10 === 0 ? { ms: 900 } : {}))), ['p95 failed', 'p99 failed']],
  ['one in fifty slow', judge(lines(100, (turn) => (turn % 50 === 0 ? { ms: 900 } : {}))), ['p99 failed']],
  ['too many errors', judge(lines(100, (turn) => (turn < 2 ? { status: 500 } : {}))), ['errors failed']],
  ['no answers', judge(lines(100, (turn) => (turn < 2 ? { status: 0 } : {}))), ['errors failed']],
  [
    'refused within the limit',
    judge(lines(100, (turn) => (turn === 5 ? { status: 429 } : {}))),
    ['within-limit-served failed'],
  ],
  ['refused for no reason', judge(lines(100, (turn) => (turn === 5 ? { status: 404 } : {}))), ['accepted failed']],
  ['created, and no answer afterwards', judge(lines(100), 0, [{ ...looked, status: 0 }]), ['kept inconclusive']],
  ['created and gone', judge(lines(100), 0, [{ ...looked, status: 404 }]), ['kept failed']],
  [
    'created as something else',
    judge(lines(100), 0, [{ ...looked, json: { reference: 'r', amount: 6 } }]),
    ['kept failed'],
  ],
])('%s', ([, findings, expected]) => {
  expect(notPassed(findings)).toEqual(expected);
});

test('a generator that did not keep up does not blame the target', () => {
  const findings = judge(
    lines(60, () => ({ ms: 900 })),
    40,
  );
  expect(notPassed(findings)).toEqual(['rate inconclusive', 'p95 inconclusive', 'p99 inconclusive']);
  expect(findings[0]?.detail).toContain('asked 10 a second, achieved 6.0 (60 of 100), 40 dropped');
});

test('what is long only because k6 began late does not blame the target', () => {
  const late = lines(100, (turn) => (turn > 80 ? { lateMs: 500 } : {}));
  expect(notPassed(judge(late))).toEqual(['p95 inconclusive', 'p99 inconclusive']);
});

test('where all virtual users wait for the target, it is the target', () => {
  expect(
    notPassed(
      judge(
        lines(60, () => ({ ms: 5_000 })),
        40,
      ),
    ),
  ).toEqual(['p95 failed', 'p99 failed']);
});

test('what left no line may have been sent, and is not what was dropped', () => {
  const profile = profileOf('constant', 10, 10);
  const plan = { keys: 4, liveKeys: 0, env, profile, seconds: 10, words: '' };
  const missing = (count: number, dropped: number) =>
    linesMissing({ plan, lines: logOf(lines(count)), totals: { dropped, maxUsers: 20 } });
  expect(missing(100, 0)).toBeNull();
  expect(missing(60, 40)).toBeNull();
  expect(missing(50, 0)).toBe('50 arrivals left no line, and may have been sent');
});
