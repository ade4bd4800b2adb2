import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import * as codes from './codes.ts';
import * as schemas from './schemas.ts';

const createdAt = '2026-11-20T12:00:00Z';

const checkout = {
  id: 'c1',
  reference: 'order:1',
  status: 'succeeded',
  amount: 5_000,
  currency: 'NGN',
  description: null,
  customer: { email: 'buyer@example.com' },
  metadata: { nested: { list: [1, null] } },
  checkoutUrl: 'https://pay.example/c1',
  paymentMethod: 'card',
  failureReason: null,
  refundedAmount: 0,
  paidAt: '2026-11-20T13:00:00+01:00',
  createdAt,
};
const refund = {
  id: 'r1',
  reference: 'refund-1',
  status: 'pending',
  paymentReference: 'order:1',
  amount: 1,
  currency: 'NGN',
  reason: null,
  failureReason: null,
  createdAt,
};
const payout = {
  id: 'p1',
  reference: 'payout-1',
  status: 'failed',
  amount: 10_000,
  currency: 'NGN',
  recipient: {},
  narration: null,
  failureReason: 'refused',
  createdAt,
};
const link = {
  linkId: 'l1',
  linkRef: 'mine',
  status: 'PENDING',
  walletId: '0000000001',
  walletName: 'A*** B***',
  expiresAt: createdAt,
};
const event = {
  id: 'e1',
  event: 'payment.succeeded',
  reference: 'order:1',
  amountMinor: 5_000,
  currency: 'NGN',
  occurredAt: createdAt,
};
const linkEvent = {
  id: 'e2',
  event: 'wallet.link.approved',
  reference: 'l1',
  linkId: 'l1',
  linkRef: 'mine',
  walletId: '0000000001',
  walletName: 'Ada Bello',
  occurredAt: createdAt,
};

const valid: [string, z.ZodType, Record<string, unknown>][] = [
  ['errorBody', schemas.errorBody, { error: { code: 'anything', message: '' } }],
  [
    'checkoutCreated',
    schemas.checkoutCreated,
    { id: 'c1', reference: 'order:1', checkoutUrl: 'https://pay.example/c1', status: 'pending' },
  ],
  ['checkoutRecord', schemas.checkoutRecord, checkout],
  ['refundCreated', schemas.refundCreated, { id: 'r1', reference: 'refund-1', status: 'succeeded' }],
  ['refundRecord', schemas.refundRecord, refund],
  ['payoutCreated', schemas.payoutCreated, { id: 'p1', reference: 'payout-1', status: 'pending' }],
  ['payoutRecord', schemas.payoutRecord, payout],
  [
    'escrowCreated',
    schemas.escrowCreated,
    { id: 'x1', reference: 'escrow-1', status: 'pending_payment', payUrl: 'https://pay.example/x1' },
  ],
  ['escrowRecord', schemas.escrowRecord, { status: 'disputed' }],
  ['linkCreated', schemas.linkCreated, link],
  ['linkRecord', schemas.linkRecord, { status: 'REVOKED' }],
  ['walletBalance', schemas.walletBalance, { availableMinor: 0, heldMinor: 5, currency: 'NGN' }],
  ['eventPayload', schemas.eventPayload, event],
  ['linkEventPayload', schemas.linkEventPayload, linkEvent],
];

describe.each(valid)('%s', (_name, schema, example) => {
  it('takes the example, and unknown fields without dropping them', () => {
    const extended = { ...example, brandNew: { deep: true } };
    expect(schema.safeParse(example).error).toBeUndefined();
    expect(schema.parse(extended)).toEqual(extended);
  });

  it.each(Object.keys(example))('needs %s, of its type', (field) => {
    const { [field]: _, ...without } = example;
    expect(schema.safeParse(without).success).toBe(false);
    // No field of any resource is a boolean.
    expect(schema.safeParse({ ...example, [field]: true }).success).toBe(false);
  });

  it('refuses what is no object', () => {
    for (const wrong of [null, undefined, [], 'text', 1]) expect(schema.safeParse(wrong).success).toBe(false);
  });
});

describe('details', () => {
  it('takes null only where the interface says so', () => {
    const nullable = (schema: z.ZodType, example: Record<string, unknown>) =>
      Object.keys(example).filter((field) => schema.safeParse({ ...example, [field]: null }).success);
    expect(nullable(schemas.checkoutRecord, checkout)).toEqual([
      'description',
      'metadata',
      'paymentMethod',
      'failureReason',
      'paidAt',
    ]);
    expect(nullable(schemas.refundRecord, refund)).toEqual(['reason', 'failureReason']);
    expect(nullable(schemas.payoutRecord, payout)).toEqual(['narration', 'failureReason']);
    expect(nullable(schemas.linkCreated, link)).toEqual([]);
    expect(nullable(schemas.eventPayload, event)).toEqual([]);
    expect(nullable(schemas.linkEventPayload, linkEvent)).toEqual([]);
  });

  it('takes whole amounts only', () => {
    for (const amount of [1.5, '5000', Number.NaN]) {
      expect(schemas.checkoutRecord.safeParse({ ...checkout, amount }).success).toBe(false);
      expect(schemas.eventPayload.safeParse({ ...event, amountMinor: amount }).success).toBe(false);
    }
  });

  it('names the field that is wrong', () => {
    const { error } = schemas.refundRecord.safeParse({ ...refund, createdAt: 'yesterday' });
    expect(error?.issues[0]).toMatchObject({
      path: ['createdAt'],
      message: 'expected an ISO 8601 date-time with a zone',
    });
  });

  it('takes an escrow record that repeats what the create response names', () => {
    expect(schemas.escrowRecord.safeParse({ status: 'funded', id: 'x', reference: 'y', payUrl: null }).success).toBe(
      true,
    );
    expect(schemas.escrowRecord.safeParse({ status: 'funded', id: 1 }).success).toBe(false);
    expect(schemas.escrowRecord.safeParse({ status: 'paid' }).success).toBe(false);
  });

  it('counts codes, kinds and statuses as the interface does, each once', () => {
    expect(codes.errorCodes.length).toBe(13);
    expect(codes.eventKinds.length).toBe(15);
    expect(codes.escrowStatuses.length).toBe(7);
    expect(codes.linkStatuses.length).toBe(5);
    for (const list of Object.values(codes)) expect(new Set<string>(list).size).toBe(list.length);
  });
});
