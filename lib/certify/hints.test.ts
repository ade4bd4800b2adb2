import { expect, test } from 'vitest';
import { accepted, finding } from '../evidence/testing.support.ts';
import { noStrays, type Progress } from '../harness/progress.ts';
import { hints, inWords } from './hints.ts';
import { outcomes } from './testing.support.ts';

const { target } = outcomes();
const totals = { advancedMs: 0, advances: 0, sleptMs: 0 };
const progress: Progress = {
  requests: 1,
  deliveries: 0,
  strays: noStrays,
  underWay: 0,
  waiting: [],
  controlled: false,
  totals,
  clock: null,
  lost: 0,
  gaps: [],
  left: [],
  impossible: null,
};
const webhook = finding({ id: 'webhook.payout-succeeded', file: 'suites/webhooks/payments.ts', outcome: 'failed' });

function answered(status: number) {
  const { response } = accepted();
  return finding({ exchanges: [accepted({ response: response && { ...response, status } })] });
}

test('where no request at all succeeded, key and address may be wrong', () => {
  expect(hints(target, [answered(401), answered(401), answered(404)], progress)).toEqual([
    expect.stringMatching(/^not one request was answered with success, 2 of 3 with 401: are TARGET_API_KEY/),
  ]);
  expect(hints(target, [answered(401), answered(200)], progress)).toEqual([]);
  expect(hints(target, [], progress)).toEqual([]);
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

test('where every webhook was badly signed, the secret may be wrong', () => {
  const came = { ...progress, deliveries: 2 };
  const delivery = (v1: 'valid' | 'wrong') => ({
    seq: 1,
    at: '2026-01-01T00:00:00.000Z',
    monoMs: 1,
    method: 'POST',
    path: '/hook',
    headers: {},
    body: '{}',
    answer: { kind: 'status', status: 200 } as const,
    senderClosedAfterMs: null,
    verification: { v1, v2: 'wrong', timestamp: 1, valid: false, problems: [] } as const,
  });
  const badly = { ...webhook, deliveries: [delivery('wrong')] };
  expect(hints(target, [answered(200), badly], came)).toEqual([expect.stringMatching(/TARGET_WEBHOOK_SECRET/)]);
  expect(
    hints(target, [answered(200), { ...badly, deliveries: [delivery('wrong'), delivery('valid')] }], came),
  ).toEqual([]);
});

test('what came to the capture server and was not the target’s is told', () => {
  expect(inWords(noStrays)).toBeNull();
  expect(inWords({ ...noStrays, foreign: 12_345, repeated: 1, elsewhere: 40 })).toBe(
    'also arrived: 12,345 badly signed and about nothing of this run (answered 401), ' +
      '1 that repeats an earlier one to the byte, 40 requests for other paths (answered 404)',
  );
});
