import { expect, test } from 'vitest';
import { isOutage, OutageDetector } from './outage-detector.ts';

const detector = (limit: number) =>
  new OutageDetector({ side: 'the target', limit, patienceMs: 0, probe: async () => false });

test('an outage is told in the same words however long it lasts, with what was under way when it began', () => {
  const found = detector(3);
  const now = performance.now();
  for (const [name, began] of [
    ['GET /v1/a', now - 5],
    ['POST /v1/b', now - 2],
    ['GET /v1/c', now + 60_000],
  ] as const) {
    expect(found.reason).toBeNull();
    found.noteAnswer(false, { name, began });
  }
  const told = 'the target has stopped answering: 3 requests in a row got no answer, first GET /v1/a, POST /v1/b';
  expect(found.reason).toBe(told);
  expect(isOutage(told)).toBe(true);
  found.noteAnswer(false, { name: 'GET /v1/d', began: now + 60_000 });
  expect(found.reason).toBe(told);
});

test('an answer ends it, and what was lost before is not named again', () => {
  const found = detector(2);
  found.noteAnswer(false, { name: 'GET /v1/a', began: 0 });
  found.noteAnswer(true);
  expect(found.reason).toBeNull();
  for (const name of ['GET /v1/b', 'GET /v1/c']) found.noteAnswer(false, { name, began: 0 });
  expect(found.reason).toBe(
    'the target has stopped answering: 2 requests in a row got no answer, first GET /v1/b, GET /v1/c',
  );
});

test('of very many requests under way some are named', () => {
  const found = detector(20);
  for (let at = 0; at < 20; at++) found.noteAnswer(false, { name: `GET /v1/${at}`, began: 0 });
  expect(found.reason).toMatch(/first GET \/v1\/0, .*GET \/v1\/7 and 12 more under way with them$/);
});
