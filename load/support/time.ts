import { sleep } from 'k6';
import http from 'k6/http';

const control = __ENV.LOAD_CONTROL_URL;
const token = __ENV.LOAD_CONTROL_TOKEN;

/** True if the script waits by advancing the target's clock instead of sleeping; only one virtual user may do so. */
export const clockMoves = control !== undefined && control !== '';

let aheadMs = 0;

/** Milliseconds by which the target's clock has been advanced so far. */
export function movedMs(): number {
  return aheadMs;
}

/** The target's time in milliseconds; only differences between two calls are meaningful. */
export function targetNow(): number {
  return Date.now() + aheadMs;
}

/** Lets `seconds` pass at the target, by sleeping or by advancing its clock. Throws if the clock cannot be advanced. */
export function pass(seconds: number): void {
  if (seconds <= 0) return;
  if (!clockMoves) {
    sleep(seconds);
    return;
  }
  const answer = http.post(`${control}/clock/advance`, JSON.stringify({ seconds }), {
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    tags: { name: 'clock' },
    timeout: '60s',
  });
  if (answer.status !== 200) throw new Error(`the target's clock could not be advanced: ${answer.status}`);
  aheadMs += seconds * 1_000;
}

/** Waits until `targetNow()` has reached `time` (milliseconds). */
export function until(time: number): void {
  pass((time - targetNow()) / 1_000);
}
