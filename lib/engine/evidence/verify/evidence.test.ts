import { describe, expect, test } from 'vitest';
import { createMask, noMask } from '../../http/index.ts';
import { Missing, Unverifiable } from '../../predicates/index.ts';
import { accepted } from '../../reports/testing.support.ts';
import { deliveryEvidence } from '../../run/recording/evidence-writer.ts';
import type { Delivery } from '../../webhooks/server.ts';
import { sign } from '../../webhooks/signature.ts';
import { harEntry } from '../archive/har.ts';
import type { Certificate } from '../certificate.ts';
import { inconsistencies, sourceOf } from './evidence.ts';
import type { Evidence } from './read.ts';
import { strangeness } from './strict.ts';

const secret = 'whsec_mine';

function delivery(seq: number, body: Buffer): Delivery {
  const { v1, v2 } = sign(body, secret, '1795000000');
  return {
    seq,
    at: 0,
    mono: 0,
    method: 'POST',
    path: '/hook',
    headers: { 'x-service-timestamp': '1795000000', 'x-service-signature': v1, 'x-service-signature-v2': v2 },
    body,
    json: undefined,
    eventId: 'evt',
    event: 'payout.succeeded',
    reference: `pay-${seq}`,
    answer: { kind: 'status', status: 200 },
    senderClosedAfterMs: null,
    truncated: false,
    standing: 'genuine',
  };
}

function evidence(change: Partial<Evidence> = {}): Evidence {
  const certificate = { requests: 0, interrupted: false } as Certificate;
  const archive = { head: '', pages: [], otherwise: [] };
  return { certificate, checks: [], exchanges: [], archive, deliveries: [], sightings: [], ...change };
}

const webhook = deliveryEvidence(delivery(1, Buffer.from('{"id":"evt"}')), noMask, secret);
const setting = 'TARGET_WEBHOOK_SECRET';

test('a webhook that a busy machine answered late is as a run writes it', () => {
  const late = deliveryEvidence({ ...delivery(1, Buffer.from('{}')), keptWaitingMs: 336 }, noMask, secret);
  expect(late.keptWaitingMs).toBe(336);
  const strange = strangeness(evidence({ deliveries: [late, webhook] }));
  expect(strange.filter((line) => line.includes('deliveries.ndjson'))).toEqual([]);
});

describe('the signature of a webhook', () => {
  test('is checked again on its raw bytes, with the secret from the environment', () => {
    const source = sourceOf(evidence({ deliveries: [webhook] }), { [setting]: secret });
    expect([source.signature(1, 'v1', setting), source.signature(1, 'v2', setting)]).toEqual(['valid', 'valid']);
    const changed = { ...webhook, bodyBase64: Buffer.from('{"id":"evu"}').toString('base64') };
    expect(sourceOf(evidence({ deliveries: [changed] }), { [setting]: secret }).signature(1, 'v1', setting)).toBe(
      'wrong',
    );
  });

  test('holds for bytes that are no text', () => {
    const bytes = deliveryEvidence(delivery(2, Buffer.from([0xff, 0x00, 0x80])), noMask, null);
    const source = sourceOf(evidence({ deliveries: [bytes] }), { [setting]: secret });
    expect(source.signature(2, 'v1', setting)).toBe('valid');
  });

  test.each([
    ['without the secret', {}, setting, webhook],
    ['with a secret of the run alone', { [setting]: secret }, null, webhook],
    ['by another variable of the environment', { PATH: secret }, 'PATH', webhook],
    [
      'where something was masked',
      { [setting]: secret },
      setting,
      deliveryEvidence(delivery(1, Buffer.from('{"id":"tell"}')), createMask([{ label: 'X', value: 'tell' }]), null),
    ],
  ])('%s it is not verifiable', (_, environment, name, record) => {
    const source = sourceOf(evidence({ deliveries: [record] }), environment);
    expect(() => source.signature(1, 'v1', name)).toThrow(Unverifiable);
  });
});

describe('an exchange', () => {
  test('is what it was, header names in lower case', () => {
    const record = accepted();
    const response = {
      ...record.response,
      headers: [
        ['Idempotent-Replayed', 'true'],
        ['Via', 'a'],
        ['via', 'b'],
      ],
    };
    const entry = harEntry({ ...record, response } as typeof record, []);
    const seen = sourceOf(evidence({ exchanges: [entry] }), {}).exchange(1);
    expect(seen).toMatchObject({
      status: 201,
      headers: { 'idempotent-replayed': 'true', via: 'a, b' },
      json: { id: 'rf_1', status: 'pending' },
      startedAt: Date.UTC(2026, 0, 1),
    });
  });

  test('of which the evidence has not the whole body says its status, and no more', () => {
    const record = accepted();
    const response = record.response && { ...record.response, truncated: true };
    const seen = sourceOf(evidence({ exchanges: [harEntry({ ...record, response }, [])] }), {}).exchange(1);
    expect(seen.status).toBe(201);
    expect(() => seen.json).toThrow(Unverifiable);
  });

  test('that is missing is a contradiction', () => {
    const source = sourceOf(evidence(), {});
    expect(() => source.exchange(7)).toThrow(new Missing('exchange 7 is not in exchanges.har'));
    expect(() => source.delivery(7)).toThrow(Missing);
    expect(() => source.sighting(7)).toThrow(Missing);
  });
});

describe('evidence that contradicts itself', () => {
  test('is seen', () => {
    expect(inconsistencies(evidence({ deliveries: [webhook] }))).toEqual([]);
    const text = { ...webhook, body: '{"id":"other"}' };
    const exchanges = [harEntry(accepted(), []), harEntry(accepted(), [])];
    expect(inconsistencies(evidence({ deliveries: [webhook, text], exchanges }))).toEqual([
      'deliveries.ndjson: webhook 1 is there more than once',
      'deliveries.ndjson: the text of webhook 1 is not that of its bytes',
      'exchanges.har: an exchange is there more than once',
      'certificate.json: it says 0 requests; 2 exchanges are recorded',
    ]);
  });

  test('that the answers lost are not as many as it says', () => {
    const lost = harEntry({ ...accepted(), response: null, error: 'GET /v1/banks: reset', lost: true }, []);
    const said = (lostAnswers?: number) => ({ requests: 1, lostAnswers, interrupted: false }) as Certificate;
    expect(inconsistencies(evidence({ certificate: said(1), exchanges: [lost] }))).toEqual([]);
    expect(inconsistencies(evidence({ certificate: said(), exchanges: [lost] }))).toEqual([]);
    expect(inconsistencies(evidence({ certificate: said(0), exchanges: [lost] }))).toEqual([
      'certificate.json: it says 0 lost answers; 1 are recorded',
    ]);
  });

  test('of an answer nested too deep there is no JSON, as in the run', () => {
    const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
    const record = accepted();
    const { response } = record;
    const entry = harEntry({ ...record, response: response && { ...response, body: deep } }, []);
    expect(sourceOf(evidence({ exchanges: [entry] }), {}).exchange(record.id).json).toBeUndefined();
  });
});
