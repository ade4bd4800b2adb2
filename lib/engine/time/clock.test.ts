import { expect, test } from 'vitest';
import { aheadOf } from './clock.ts';

test('an interruption between two readings does not count as a difference of the clocks', () => {
  let [now, readings] = [1_000, 0];
  /** Each reading is delayed by 2.5 s, except the twelfth to the sixteenth. */
  const later = () => {
    readings++;
    now += readings >= 12 && readings <= 16 ? 0.01 : 2_500;
    return now;
  };
  expect(aheadOf(() => later() + 50_000, later)).toBeCloseTo(50_000, 6);
});
