import { describe, expect, it } from 'vitest';
import { waitAfter429 } from './retry-after.ts';

const receivedAt = Date.UTC(2026, 10, 20, 12, 0, 0);

describe('waitAfter429', () => {
  it('counts seconds', () => {
    expect(waitAfter429({ 'retry-after': '7' }, 3, receivedAt)).toBe(7_000);
    expect(waitAfter429({ 'retry-after': ' 120 ' }, 0, receivedAt)).toBe(120_000);
  });

  it.each(['Fri, 20 Nov 2026 12:00:30 GMT', 'Friday, 20-Nov-26 12:00:30 GMT', 'Fri Nov 20 12:00:30 2026'])(
    'compares %s with the Date of the response',
    (until) => {
      expect(waitAfter429({ 'retry-after': until, date: 'Fri, 20 Nov 2026 12:00:10 GMT' }, 0, 0)).toBe(20_000);
      expect(waitAfter429({ 'retry-after': until }, 0, receivedAt)).toBe(30_000);
      expect(waitAfter429({ 'retry-after': until, date: 'garbled' }, 0, receivedAt)).toBe(30_000);
    },
  );

  it.each(['', 'soon', '1.5', '-3', '0', '5 apples', 'Fri, 99 Nov', 'Fri, 20 Nov 2026 11:59:00 GMT'])(
    'takes its own growing time for %j',
    (said) => {
      const waits = [0, 1, 2, 3, 4].map((attempt) => waitAfter429({ 'retry-after': said }, attempt, receivedAt));
      expect(waits).toEqual([1_000, 5_000, 62_000, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    },
  );

  it('takes its own time where the header is absent', () => {
    expect(waitAfter429({}, 0, receivedAt)).toBe(1_000);
  });
});
