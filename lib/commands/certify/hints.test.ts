import { expect, test } from 'vitest';
import { noStrays } from '../../engine/checks/progress.ts';
import { accepted, checkResult } from '../../engine/reports/testing.support.ts';
import { formatLeft, formatStrays, hints } from './hints.ts';
import { outcomes, progressOf } from './testing.support.ts';

const { target } = outcomes();
const progress = progressOf();
const webhook = checkResult({ id: 'webhook.payout-succeeded', file: 'suites/webhooks/payments.ts', outcome: 'failed' });

function answered(status: number) {
  const { response } = accepted();
  return checkResult({ outcome: 'failed', exchanges: [accepted({ response: response && { ...response, status } })] });
}

test('where no request at all succeeded, key and address may be wrong', () => {
  expect(hints(target, [answered(401), answered(401), answered(404)], progress)).toEqual([
    expect.stringMatching(/^not one request was answered with success, 2 of 3 with 401: are TARGET_API_KEY/),
  ]);
  expect(hints(target, [answered(401), answered(200)], progress)).toEqual([]);
  expect(hints(target, [], progress)).toEqual([]);
  expect(hints(target, [answered(429), answered(401)], progress), 'too many requests').toEqual([]);
});

test('a refusal that was due says nothing about keys', () => {
  const refused = { ...answered(401), outcome: 'passed' as const };
  expect(hints(target, [refused], progress)).toEqual([]);
  expect(hints(target, [refused, { ...refused, outcome: 'not_exercised' }], progress)).toEqual([]);
});

test('a hint asks only about what was set, and what the status speaks of', () => {
  const made = { ...target, ownMerchants: { sandbox: true, live: false } };
  expect(hints(made, [answered(403)], progress)).toEqual([
    expect.stringMatching(
      /with 403: is the service at TARGET_BASE_URL the one whose merchants TARGET_CONTROL_URL makes\?$/,
    ),
  ]);
  expect(hints(target, [answered(404)], progress)).toEqual([
    expect.stringMatching(/with 404: is \S+ the address of the checkouts \(TARGET_BASE_URL\)\?$/),
  ]);
  const [without = ''] = hints(
    { ...target, capture: { ...target.capture, publicUrl: null } },
    [answered(200), webhook],
    progress,
  );
  expect(without).not.toContain('is CAPTURE_PUBLIC_URL right');
});

test('where no webhook at all came, the address may be wrong', () => {
  expect(hints(target, [answered(200), webhook], progress)).toEqual([
    expect.stringMatching(/^not one webhook reached/),
  ]);
  expect(hints(target, [answered(200), { ...webhook, outcome: 'passed' }], progress)).toEqual([]);
  expect(hints(target, [answered(200), webhook], { ...progress, deliveries: 1 })).toEqual([]);
  const without = { ...target, missing: { webhooks: 'no address' } };
  expect(hints(without, [answered(200), webhook], progress)).toEqual([]);
});

test('where every webhook was badly signed, the secret may be wrong, whatever became of the checks', () => {
  const came = { ...progress, deliveries: 3, strays: { ...noStrays, badlySigned: 2, repeated: 1 } };
  const ended = [answered(200), { ...webhook, outcome: 'not_exercised' as const }];
  expect(hints(target, ended, came)).toEqual([expect.stringMatching(/TARGET_WEBHOOK_SECRET/)]);
  expect(hints(target, ended, { ...came, deliveries: 4 })).toEqual([]);
  // Control says the secrets of merchants that it makes.
  expect(hints({ ...target, ownMerchants: { sandbox: true, live: false } }, ended, came)).toEqual([]);
});

test('what came to the capture server and was not the target’s is told', () => {
  expect(formatStrays(noStrays)).toBeNull();
  expect(formatStrays({ ...noStrays, foreign: 12_345, repeated: 1, elsewhere: 40 })).toBe(
    'also arrived: 12,345 badly signed and about nothing of this run, most often retries of earlier runs (answered 401), ' +
      '1 that repeats an earlier one to the byte, 40 requests for other paths (answered 404)',
  );
});

test('what could not be undone is told in a line for each kind, however much it is', () => {
  expect(formatLeft([])).toEqual([]);
  expect(formatLeft(['escrow a-1', 'wallet link l-1', 'escrow a-2'])).toEqual([
    'left at the target, could not be undone: escrow a-1, a-2',
    'left at the target, could not be undone: wallet link l-1',
  ]);
  const many = Array.from({ length: 1_003 }, (_, at) => `escrow a-${at}`);
  expect(formatLeft(many)).toEqual(['left at the target, could not be undone: escrow a-0, a-1, a-2 and 1,000 more']);
});
