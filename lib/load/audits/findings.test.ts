import { describe, expect, test } from 'vitest';
import { lineOf } from '../testing.support.ts';
import { balances } from './balance.ts';
import { concurrency, holdsUnless, overlap, percentile, describe as words } from './findings.ts';

const batch = (ms: number, wallMs: number, count = 10, key = 0) =>
  Array.from({ length: count }, (_, turn) => lineOf({ key, turn, together: count, ms, wallMs }));

describe('overlap', () => {
  test('requests that take as long as all of them together were under way at once', () => {
    expect(concurrency(batch(49, 50))).toBeCloseTo(9.6, 1);
    expect(overlap(batch(49, 50)).outcome).toBe('passed');
  });

  test('requests that k6 sent one after the other did not overlap, and say nothing', () => {
    expect(concurrency(batch(5, 50))).toBeLessThan(1);
    expect(overlap(batch(5, 50)).outcome).toBe('inconclusive');
  });

  test('half of the batches have to overlap', () => {
    expect(overlap([...batch(49, 50, 10, 0), ...batch(5, 50, 10, 1)]).outcome).toBe('passed');
    expect(overlap([...batch(49, 50, 10, 0), ...batch(5, 50, 10, 1), ...batch(5, 50, 10, 2)]).outcome).toBe(
      'inconclusive',
    );
    expect(overlap([]).outcome).toBe('inconclusive');
  });
});

test('with another possible cause a contradiction is no failure', () => {
  expect(holdsUnless(null, 'x', 'It holds.', '1 case', ['no']).outcome).toBe('failed');
  expect(holdsUnless('others', 'x', 'It holds.', '1 case', ['no'])).toMatchObject({
    outcome: 'inconclusive',
    examples: ['no'],
  });
  expect(holdsUnless('others', 'x', 'It holds.', '1 case', []).outcome).toBe('passed');
});

test('percentiles are values that were measured', () => {
  const sorted = Array.from({ length: 100 }, (_, at) => at + 1);
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(sorted, share))).toEqual([50, 95, 99, 100]);
  expect(percentile([7], 0.5)).toBe(7);
  expect(percentile([], 0.5)).toBe(0);
});

test('a request is told with its code, or why it was not answered', () => {
  expect(words(lineOf({ op: 'refund', status: 422, body: '{"error":{"code":"refund_exceeds_paid"}}' }))).toBe(
    'refund of key 0, round 0, turn 0: 422 refund_exceeds_paid',
  );
  expect(words(lineOf({ status: 0, error: 'EOF' }))).toContain('no answer (EOF)');
});

describe('balances', () => {
  const moved = (key: number, by: number, expected: number) => ({
    key,
    before: { balance: { free: 1_000, version: 4 } },
    after: { balance: { free: 1_000 + by, version: 9 } },
    expected,
  });

  test('the integer that moves as it must for most keys is the balance', () => {
    const finding = balances([moved(0, -10, -10), moved(1, -20, -20), moved(2, -30, -30)]);
    expect(finding).toMatchObject({ outcome: 'passed', detail: expect.stringContaining('balance.free') });
  });

  test('one kobo off is seen, and at which key', () => {
    const finding = balances([moved(0, -10, -10), moved(1, -20, -20), moved(2, -29, -30)]);
    expect(finding.outcome).toBe('failed');
    expect(finding.examples).toEqual(['balance of key 2: moved by -29 kobo, not by -30: 1 off']);
  });

  test('all being off is no way out', () => {
    expect(balances([moved(0, -20, -10), moved(1, -40, -20)]).outcome).toBe('failed');
    expect(balances([{ key: 0, before: { free: 9 }, after: { free: 9 }, expected: -5 }]).outcome).toBe('failed');
  });

  test('what a balance shows below nothing is not said', () => {
    const overdrawn = { key: 0, before: { free: 3, at: 1 }, after: { free: 0, at: 1 }, expected: -5 };
    expect(balances([overdrawn]).outcome).toBe('not exercised');
    expect(balances([{ ...overdrawn, after: { free: -2, at: 1 } }]).outcome).toBe('passed');
  });

  test('where others may use the merchant it cannot be judged', () => {
    expect(balances([moved(0, -11, -10)], 'others').outcome).toBe('inconclusive');
  });
});
