import { expect, test } from 'vitest';
import type { Sighting } from '../../engine/run/recording/evidence-writer.ts';
import { STOOD_STILL } from '../../engine/run/slowness.ts';
import { attemptOf, heldUp } from './arrivals.ts';

const SECOND = 1_000;
const BEGAN = Date.UTC(2026, 0, 1);
const standstill: Sighting = {
  id: 1,
  at: new Date(BEGAN + 60 * SECOND).toISOString(),
  what: STOOD_STILL,
  seen: { startedAt: BEGAN + 36 * SECOND, sentMono: 36 * SECOND, durationMs: 24 * SECOND },
};

/** An attempt that arrives at this second of the run and is answered with 200 at once. */
const attemptAt = (seconds: number) =>
  attemptOf(
    {
      seq: 1,
      at: new Date(BEGAN + seconds * SECOND).toISOString(),
      monoMs: seconds * SECOND,
      method: 'POST',
      path: '/hook',
      headers: {},
      body: '{}',
      bodyBase64: '',
      truncated: false,
      masked: false,
      answer: { kind: 'status', status: 200 },
      senderClosedAfterMs: null,
      standing: 'genuine',
      verification: null,
    } as never,
    { path: '/hook', payload: {} },
    new Map(),
    (startedAt) => startedAt,
    heldUp([standstill], (startedAt) => startedAt),
  );

test.each([
  [10, false],
  [30, true],
  [40, true],
  [65, true],
  [90, false],
])(
  'a webhook that arrived at second %i, where this machine stood still from 36 to 60, may have timed out: %s',
  (at, isSlow) => {
    expect(attemptAt(at)?.isSlow).toBe(isSlow);
  },
);
