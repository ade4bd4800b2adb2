import { expect, test } from 'vitest';
import { certify, secondIsConformant, told, verified } from './whole.support.ts';

test('the embedded reference is conformant: every requirement is exercised and passes', async () => {
  const { status, certificate, said: printed } = await certify('reference', 1);
  expect(told(certificate, 'failed')).toEqual([]);
  expect(told(certificate, 'blocked')).toEqual([]);
  expect(told(certificate, 'not_exercised')).toEqual([]);
  expect(certificate.observations.filter(({ observed }) => observed.startsWith('not seen: suite fault'))).toEqual([]);
  expect({ status, verdict: certificate.verdict }).toEqual({ status: 0, verdict: 'conformant' });
  expect(Number(/in (\d+) stories that were made up/.exec(printed)?.[1])).toBeGreaterThan(20);
  const evidence = verified('reference');
  expect(evidence.said).toContain(`${certificate.totals.passed} passed, 0 failed`);
  expect(evidence.said).not.toContain('recorded as values only');
  expect(evidence.contradictions).toEqual([]);
  expect(evidence.status).toBe(0);
});

test('the second implementation is conformant by the first check of each requirement', async () => {
  // Its refunds are settled so soon that this first check sees none that is pending; others do.
  await secondIsConformant(
    ['--profile', 'standard'],
    ['refund.pending-not-yet-refunded: nothing came about that the check could expect something of'],
  );
});
