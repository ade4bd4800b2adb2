import { validateStrict } from 'ctrf';
import { expect, test } from 'vitest';
import { requirements } from '../../interface/register/index.ts';
import { ctrfReport } from './ctrf.ts';
import { certificate, checkResult } from './testing.support.ts';

const entry = { reason: 'ticket 42', outcome: 'failed' } as const;
const mixed = {
  ...certificate({
    'refund.exceeds-paid': { outcome: 'failed', reason: 'got 201\u0000' },
    'refund.created': { outcome: 'blocked', reason: 'no checkout' },
    'checkout.created': { outcome: 'passed' },
    'checkout.url': { outcome: 'passed' },
    'payout.created': { outcome: 'failed', reason: 'known' },
    'payout.succeeds': { outcome: 'not_exercised', reason: 'not selected' },
  }),
  baseline: {
    gate: 'closed',
    knownFailures: [
      { ...entry, requirement: 'payout.created', state: 'holds' },
      { ...entry, requirement: 'checkout.url', state: 'passes_now' },
    ],
  },
} as const;

test('a report is what the format prescribes', () => {
  for (const report of [ctrfReport(certificate()), ctrfReport(mixed, [checkResult()])]) {
    expect(() => validateStrict(JSON.parse(JSON.stringify(report)))).not.toThrow();
  }
  const { results, ...others } = ctrfReport(certificate());
  expect(() => validateStrict({ ...others, results: { ...results, summary: {} } })).toThrow();
});

test('every requirement that was selected is a test, as red as the exit status', () => {
  const { summary, tests } = ctrfReport(mixed, [checkResult({ outcome: 'failed' })]).results;
  const of = (name: string) => tests.find((each) => each.name === name);
  expect(of('refund.exceeds-paid')).toMatchObject({
    suite: ['refunds'],
    status: 'failed',
    rawStatus: 'failed',
    duration: 1_000,
    message: 'got 201\u{fffd}',
  });
  expect(of('refund.created')).toMatchObject({ status: 'failed', rawStatus: 'blocked', message: 'no checkout' });
  expect(of('checkout.created')).toMatchObject({ status: 'passed', duration: 0 });
  expect(of('checkout.url')).toMatchObject({ status: 'failed', rawStatus: 'passes_now' });
  expect(of('payout.created')).toMatchObject({ status: 'skipped', rawStatus: 'known' });
  expect(of('payout.succeeds')).toBeUndefined();
  const skipped = requirements.length - 5;
  expect(summary).toMatchObject({ tests: requirements.length - 1, passed: 1, failed: 3, skipped });
});
