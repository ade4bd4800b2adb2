import { describe, expect, test } from 'vitest';
import type { ConsoleEntry } from '../../arrivals.ts';
import { type Case, event, Story, type Tale } from '../../stories.support.ts';

const HOUR = 3_600;
const DAY_AND_MORE = 42 * HOUR;
const GAPS = [0, 60, 360, 2_160, 9_360, 52_560];
const OFFSETS = [0, 60, 300, 1_800, 7_200, 50_400];

const told = (reference: string, kind = 'payout.succeeded') => event(kind, reference);

/** Attempts at these seconds, with these answers; the last answer repeats. */
function tries(story: Story, reference: string, seconds: readonly number[], ...answers: (number | null)[]): Story {
  for (const [turn, second] of seconds.entries())
    story.tries(told(reference), second, answers[Math.min(turn, answers.length - 1)] ?? null);
  return story;
}
const failing = (seconds: readonly number[], until: number, ...answers: (number | null)[]) =>
  tries(new Story(), 'p1', seconds, ...(answers.length === 0 ? [500] : answers)).until(until);
/** Two events: an answer that is lost once is not lost twice. */
const twice = (seconds: readonly number[], ...answers: (number | null)[]) =>
  tries(tries(new Story(), 'p1', seconds, ...answers), 'p2', seconds, ...answers).until(DAY_AND_MORE);

describe('an attempt that is not acknowledged is followed by the next, when it is due', () => {
  const rejected: readonly Case[] = [
    ['nothing follows a 500', () => failing([0], 600), 'delivery.5xx-retried'],
    ['nothing follows the third 401', () => failing([0, 60, 360], 3 * HOUR, 401), 'delivery.4xx-retried'],
    ['nothing follows a 304', () => failing([0], 600, 304), 'delivery.3xx-retried'],
    ['nothing follows a retry that was cut', () => failing([0, 60], HOUR, null), 'delivery.connection-failure-retried'],
    ['nothing follows where answers differed', () => failing([0, 60], HOUR, 404, null), 'delivery.mixed-failures'],
    ['the first retry comes after 5 minutes', () => failing([0, 300], 320), 'delivery.first-retry'],
    ['a retry comes too early', () => failing([0, 40], 60), 'delivery.first-retry'],
    ['the schedule begins again', () => failing([0, 60, 120], 130), 'delivery.second-retry'],
    ['four attempts are all', () => failing(GAPS.slice(0, 4), DAY_AND_MORE), 'delivery.5xx-retried'],
    ['two schedules are mixed', () => failing([0, 60, 300, 2_100], 2_400), 'delivery.one-schedule'],
    ['one comes after a day', () => failing([...GAPS, 95_760], DAY_AND_MORE), 'delivery.ends-after-a-day'],
    [
      'the only one that followed is badly signed',
      () => tries(new Story(), 'p1', [0], 500).tries(told('p1'), 60, 200, { standing: 'claimed' }).until(600),
      'delivery.retry-signed-afresh',
    ],
  ];
  test.each(rejected)('%s', (_, tell, requirement) => expect(tell().broken).toEqual([requirement]));

  const allowed: readonly (readonly [string, Tale])[] = [
    ['gaps between attempts', () => failing(GAPS, DAY_AND_MORE)],
    ['offsets from the event', () => failing(OFFSETS, DAY_AND_MORE)],
    ['offsets, and a last one at 24 hours', () => failing([...OFFSETS.slice(0, 5), 43_200, 86_400], DAY_AND_MORE)],
    ['5% later each', () => failing([0, 63, 378, 2_268, 9_828, 55_188], DAY_AND_MORE)],
    ['duplicates', () => failing([0, 1, 60, 62, 360], 1_000)],
    [
      'it was resent soon after a retry',
      () =>
        resend(failing([0, 60], 85))
          .tries(told('p1'), 85, 500)
          .until(100),
    ],
    ['the next is not due yet', () => failing([0, 60], 360)],
    ['nobody knows what time it is', () => tries(new Story(), 'p1', [0], 500)],
    ['a duplicate of it was acknowledged', () => failing([0, 2], DAY_AND_MORE, 500, 200)],
    [
      'its sender did not wait',
      () => tries(new Story(), 'p1', [0], 500).tries(told('p2'), 0, 200, { isSlow: true }).until(600),
    ],
    [
      'its merchant has no address any more',
      () =>
        tries(new Story(), 'p1', [0], 500)
          .step('PATCH /merchants/{merchantId}', { merchantId: 'm1' }, { webhookUrl: null })
          .until(DAY_AND_MORE),
    ],
  ];
  test.each(allowed)('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});

describe('any 2xx acknowledges', () => {
  test.each<Case>([
    ['a 204 at once', () => twice([0, 60], 204), 'delivery.every-2xx-acknowledges'],
    ['a 201 at the third attempt', () => twice([0, 60, 360, 2_160], 500, 404, 201), 'delivery.stops-when-acknowledged'],
  ])('%s, and it comes again', (_, tell, requirement) => expect(tell().broken).toEqual([requirement]));

  test.each<readonly [string, Tale]>([
    ['an answer was lost once', () => failing([0, 60], DAY_AND_MORE, 200)],
    ['a duplicate comes half a minute later', () => twice([0, 40], 200)],
  ])('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});

describe('each attempt', () => {
  const one = (more: object) => new Story().until(100).waits(100).tries(told('p1'), 100, 200, more).until(101);
  test.each<Case>([
    ['is no POST', () => one({ method: 'PUT' }), 'webhook.request'],
    ['is text', () => one({ contentType: 'text/plain' }), 'webhook.request'],
    ['has a first signature that does not hold', () => one({ isSignedTwice: false }), 'webhook.signature'],
    ['has a time of milliseconds', () => one({ stamp: Date.UTC(2026, 0, 1) }), 'webhook.timestamp'],
    [
      'has the time of an earlier attempt',
      () => one({ stamp: Date.UTC(2026, 0, 1) / 1_000 + 40 }),
      'webhook.timestamp',
    ],
  ])('%s', (_, tell, requirement) => expect(tell().broken).toEqual([requirement]));
  test('has a charset, and a second that is rounded: allowed', () => {
    expect(
      one({ contentType: 'application/json; charset=utf-8', stamp: Date.UTC(2026, 0, 1) / 1_000 + 99 }).broken,
    ).toEqual([]);
  });
});

const entry = (
  reference: string,
  id: string,
  state: string,
  attempts: (readonly [second: number, status: number | null])[],
): ConsoleEntry => ({
  id,
  eventId: `evt-payout.succeeded-${reference}`,
  event: 'payout.succeeded',
  reference,
  state,
  attempts: attempts.map(([second, status]) => ({
    at: new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString(),
    status,
    error: status === null ? 'no answer' : null,
  })),
  payload: JSON.stringify(told(reference)),
});
const resend = (story: Story, id = 'd1') =>
  story.step('POST /merchants/{merchantId}/deliveries/{id}/resend', { merchantId: 'm1', id }, {});

const first = entry('p1', 'd1', 'delivered', [[0, 200]]);

describe('the secret', () => {
  const rotated = (story: Story) =>
    story.step('POST /merchants/{merchantId}/rotate-webhook-secret', { merchantId: 'm1' }, null);
  const later = { ...told('p1'), occurredAt: '2026-01-01T00:02:00Z' };
  test.each<Case>([
    [
      'is that before the last rotation, for what happened after it',
      () => rotated(rotated(new Story())).until(100).tries(later, 120, 200, { rotations: 1 }).until(200),
      'webhook.secret-rotated',
    ],
    [
      'is that before, for what was resent',
      () =>
        resend(rotated(tries(new Story(), 'p1', [0], 200).lists([first]))).tries(told('p1'), 100, 200, {
          rotations: 0,
        }),
      'delivery.resent',
    ],
  ])('%s', (_, tell, requirement) => expect(tell().broken).toEqual([requirement]));
  test('is that before, for what happened as the clock stood still: allowed', () => {
    const still = { ...told('p1'), occurredAt: '2026-01-01T00:01:40.900Z' };
    const story = rotated(rotated(new Story())).until(100).tries(still, 120, 200, { rotations: 1 }).until(200);
    expect(story.broken).toEqual([]);
  });

  test('is that before, for what may have happened before: allowed', () => {
    expect(rotated(new Story()).until(150).tries(later, 150, 200, { rotations: 0 }).until(200).broken).toEqual([]);
  });
});

describe('the console', () => {
  const delivered = () => tries(new Story(), 'p1', [0], 200).until(100);
  const abandoned = () => failing(GAPS, DAY_AND_MORE);
  const all = GAPS.map((second) => [second, 500] as const);
  test.each<Case>([
    ['does not list it', () => delivered().lists([]), 'delivery.listed'],
    ['lists another payload', () => delivered().lists([{ ...first, payload: '{}' }]), 'delivery.listed'],
    [
      "lists it with another merchant's",
      () =>
        delivered()
          .lists([first], 'm1')
          .tries(told('x'), 100, 200, { path: '/hook-2' })
          .until(200)
          .lists([], 'm2')
          .lists([first], 'm2'),
      'delivery.listed',
    ],
    [
      'lacks an attempt',
      () => abandoned().lists([entry('p1', 'd1', 'abandoned', all.slice(3))]),
      'delivery.lists-attempts',
    ],
    [
      'says another status',
      () => delivered().lists([entry('p1', 'd1', 'delivered', [[0, 201]])]),
      'delivery.lists-attempts',
    ],
    [
      'says that it is pending after days',
      () => abandoned().lists([entry('p1', 'd1', 'pending', [...all])]),
      'delivery.abandoned',
    ],
    [
      'says that it is abandoned at once',
      () =>
        failing([0], 50)
          .lists([entry('p1', 'd1', 'abandoned', [[0, 500]])])
          .until(55),
      'delivery.not-abandoned',
    ],
    [
      'has the attempts of either delivery in both entries',
      () =>
        resend(delivered().lists([first]))
          .tries(told('p1'), 100, 200)
          .until(150)
          .until(200)
          .lists(
            ['d1', 'd2'].map((id) =>
              entry('p1', id, 'delivered', [
                [0, 200],
                [100, 200],
              ]),
            ),
          ),
      'delivery.lists-attempts',
    ],
    [
      'has no new entry',
      () =>
        resend(delivered().lists([first]))
          .tries(told('p1'), 100, 200)
          .until(150)
          .until(1_100)
          .until(1_150)
          .lists([
            entry('p1', 'd1', 'delivered', [
              [0, 200],
              [100, 200],
            ]),
          ]),
      'delivery.resent-listed',
    ],
    [
      'resends nothing',
      () =>
        resend(delivered().lists([first]))
          .until(150)
          .until(2_000),
      'delivery.resent',
    ],
    [
      'does not try again what was resent',
      () =>
        resend(delivered().lists([first]))
          .tries(told('p1'), 100, 500)
          .until(150)
          .until(2_000),
      'delivery.resent-retried',
    ],
  ])('%s', (_, tell, requirement) => expect(new Set(tell().broken)).toEqual(new Set([requirement])));

  test.each<readonly [string, Tale]>([
    ['what was just sent is not listed yet', () => tries(new Story(), 'p1', [0], 200).until(2).lists([])],
    [
      'a resent delivery that is still to be sent',
      () =>
        resend(delivered().lists([first]))
          .until(100)
          .lists([first]),
    ],
    [
      'a lost answer',
      () =>
        tries(tries(new Story(), 'p1', [0], 200), 'p2', [0], 200)
          .until(100)
          .lists([entry('p1', 'd1', 'delivered', [[0, null]]), entry('p2', 'd2', 'delivered', [[0, 200]])]),
    ],
    [
      'resent, acknowledged and listed',
      () =>
        resend(delivered().lists([first]))
          .tries(told('p1'), 100, 200)
          .until(200)
          .until(2_000)
          .lists([first, entry('p1', 'd2', 'delivered', [[100, 200]])]),
    ],
    [
      'resent, and tried again at the next time of a schedule that counts from the event',
      () =>
        resend(delivered().lists([first]))
          .tries(told('p1'), 100, 500)
          .until(150)
          .until(299)
          .tries(told('p1'), 300, 200)
          .until(2_000)
          .lists([
            first,
            entry('p1', 'd2', 'delivered', [
              [100, 500],
              [300, 200],
            ]),
          ]),
    ],
    ['an entry that nobody has seen is resent', () => resend(failing([0], 30), 'd7').until(DAY_AND_MORE)],
  ])('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});

test('what was resent may seem to have come a moment before: its arrival is told by another clock', () => {
  const delivered = tries(new Story(), 'p1', [0], 200).until(50).lists([first]);
  // The Resend step begins 20 ms from now.
  const story = resend(delivered.tries(told('p1'), 50, 200, { at: delivered.now + 19 }));
  expect(story.until(100).until(2_000).broken).toEqual([]);
});
