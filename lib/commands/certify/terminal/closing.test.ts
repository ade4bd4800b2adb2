import { expect, test } from 'vitest';
import type { Certificate } from '../../../engine/evidence/certificate.ts';
import { certificate } from '../../../engine/reports/testing.support.ts';
import { outcomes, progressOf } from '../testing.support.ts';
import { closing } from './closing.ts';

const { target } = outcomes();

const told = (changed: Partial<typeof target>, seconds: number, said: Partial<Certificate> = {}) =>
  closing({
    certificate: { ...certificate({}), ...said },
    results: [],
    target: { ...target, rateLimit: 110, clock: false, ...changed },
    progress: progressOf({ requests: 600, mostByOneKey: 550 }),
    out: 'a folder',
    endedBy: null,
    seconds,
  });

test('a run that the rate limit bounds tells what the limit alone would have taken', () => {
  expect(told({}, 330)).toContain(
    'at 110 requests a minute, the 550 requests with one key take at least 4 min: 73% of the run',
  );
  expect(told({ clock: true }, 330).join('\n'), 'a clock that is advanced').not.toContain('a minute');
  expect(told({}, 100).join('\n'), 'a run that did not keep to it').not.toContain('a minute');
  expect(told({ rateLimit: 1_000 }, 330).join('\n'), 'what is no bound').not.toContain('a minute');
});

test('the certificate is named, and where to start if anything failed', () => {
  expect(told({}, 330)).toContainEqual(expect.stringMatching(/^certificate: a folder\/certificate\.html/));
  expect(told({}, 330).join('\n')).not.toContain('start here');
});

test('that this machine was slow is told from a second on', () => {
  const late = (waitsLateMs: number) =>
    told({}, 330, { harness: { eventLoopDelayMs: 20, webhookAnswerMs: 40, waitsLateMs } });
  expect(late(2_300)).toContainEqual(
    expect.stringMatching(/^this machine was slow, at the worst: a wait ended 2\.3 s late; /),
  );
  expect(late(900).join('\n')).not.toContain('machine was slow');
});
