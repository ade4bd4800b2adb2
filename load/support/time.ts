import { sleep } from 'k6';
import http from 'k6/http';

const control = __ENV.LOAD_CONTROL_URL;
const token = __ENV.LOAD_CONTROL_TOKEN;

/** Waiting means advancing the target's clock: a minute takes a moment, and only one virtual user may do it. */
export const clockMoves = control !== undefined && control !== '';

let aheadMs = 0;

/** How far the target's clock was moved on until now, in milliseconds. */
export function movedMs(): number {
  return aheadMs;
}

/** The target's time in milliseconds, as far as it matters here: differences between two readings. */
export function targetNow(): number {
  return Date.now() + aheadMs;
}

/** So many seconds pass at the target. */
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

/** Waits until the target's time has reached this reading of `targetNow()`. */
export function until(time: number): void {
  pass((time - targetNow()) / 1_000);
}
