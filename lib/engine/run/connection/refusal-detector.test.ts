import { expect, test } from 'vitest';
import { Blocked } from '../../checks/outcome.ts';
import { isOutage } from './outage-detector.ts';
import { RefusalDetector } from './refusal-detector.ts';

/** A target that refuses; `after`: what is refused some seconds later, having waited or not. */
function refusing() {
  let now = Date.UTC(2026, 0, 1);
  const refusals = new RefusalDetector('the target', () => now);
  const answered = (status: number, otherCredentials?: true) =>
    refusals.noteExchange({ response: { status }, error: null, ...(otherCredentials && { otherCredentials }) });
  const after = (seconds: number, waited = true) => {
    now += seconds * 1_000;
    answered(429);
    refusals.noteRefusal(waited);
  };
  return { refusals, answered, after };
}

test('three minutes of refusals, each after the wait that was asked for, are told in the same words ever after', () => {
  const { refusals, after, answered } = refusing();
  after(0, false);
  for (const seconds of [60, 60, 59]) after(seconds);
  expect([refusals.reason, refusals.lasting.aborted]).toEqual([null, false]);
  after(1);
  const told = 'the target refuses every request with 429: 5 in a row over 3 min, whatever was waited';
  expect([refusals.reason, refusals.lasting.reason]).toEqual([told, new Blocked(told)]);
  expect(isOutage(told)).toBe(true);
  after(60);
  answered(200);
  expect(refusals.reason).toBe(told);
});

test('of 120 s each, they take four minutes', () => {
  const { refusals, after } = refusing();
  after(0, false);
  after(120);
  expect(refusals.reason).toBeNull();
  after(120);
  expect(refusals.reason).toContain('3 in a row over 4 min');
});

test('a target that refuses for 100 s, and serves then, is not ended, how ever often it does so', () => {
  const { refusals, answered, after } = refusing();
  for (let turn = 0; turn < 20; turn++) {
    after(1, false);
    for (let at = 0; at < 100; at++) after(1);
    answered(turn % 2 === 0 ? 200 : 404);
  }
  expect(refusals.reason).toBeNull();
});

test.each([
  ['a window of two minutes, from which another user took the room once', [0, 120, 59]],
  ['a clock that is moved by hours while a request waits', [0, 36_000, 0.1, 0.1, 10, 20]],
])('nor by %s', (_, gaps) => {
  const { refusals, answered, after } = refusing();
  for (const gap of gaps) after(gap);
  expect(refusals.reason).toBeNull();
  answered(201);
  for (const gap of gaps) after(gap);
  expect(refusals.reason).toBeNull();
});

test('what had not waited does not count: hundreds of refusals on purpose are no row', () => {
  const { refusals, after } = refusing();
  for (let at = 0; at < 800; at++) after(1, false);
  expect(refusals.reason).toBeNull();
});

test('a refusal of foreign credentials is no answer to the key, and an answer that was lost none at all', () => {
  const { refusals, answered, after } = refusing();
  after(0, false);
  for (let at = 0; at < 3; at++) {
    answered(401, true);
    refusals.noteExchange({ response: null, error: 'lost' });
    after(61);
  }
  expect(refusals.reason).toContain('4 in a row');
});
