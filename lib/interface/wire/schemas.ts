import { z } from 'zod';
import { defineShapes } from '../../engine/predicates/shapes.ts';
import { parseInstant } from '../../engine/time/instant.ts';
import { checkoutStatuses, escrowStatuses, linkStatuses, payoutStatuses, refundStatuses } from './codes.ts';

/** An ISO 8601 date-time with a zone, however spelled, that denotes a real instant. */
export const isoDateTime = z
  .string()
  .refine((text) => parseInstant(text) !== undefined, { error: 'expected an ISO 8601 date-time with a zone' })
  .meta({ format: 'date-time' });

// Every object is loose: fields that the interface does not name are permitted.

/** Errors: the shape of every error body. */
export const errorBody = z.looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) });

export const checkoutCreated = z.looseObject({
  id: z.string(),
  reference: z.string(),
  checkoutUrl: z.string(),
  status: z.literal('pending'),
});

export const checkoutRecord = z.looseObject({
  id: z.string(),
  reference: z.string(),
  status: z.enum(checkoutStatuses),
  amount: z.int(),
  currency: z.string(),
  description: z.string().nullable(),
  customer: z.looseObject({ email: z.string() }),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  checkoutUrl: z.string(),
  paymentMethod: z.string().nullable(),
  failureReason: z.string().nullable(),
  refundedAmount: z.int(),
  paidAt: isoDateTime.nullable(),
  createdAt: isoDateTime,
});

export const refundCreated = z.looseObject({
  id: z.string(),
  reference: z.string(),
  status: z.enum(refundStatuses),
});

export const refundRecord = z.looseObject({
  id: z.string(),
  reference: z.string(),
  status: z.enum(refundStatuses),
  paymentReference: z.string(),
  amount: z.int(),
  currency: z.string(),
  reason: z.string().nullable(),
  failureReason: z.string().nullable(),
  createdAt: isoDateTime,
});

export const payoutCreated = z.looseObject({
  id: z.string(),
  reference: z.string(),
  status: z.enum(payoutStatuses),
});

export const payoutRecord = z.looseObject({
  id: z.string(),
  reference: z.string(),
  status: z.enum(payoutStatuses),
  amount: z.int(),
  currency: z.string(),
  // The inner fields of the recipient in responses are not shown.
  recipient: z.looseObject({}).meta({ 'x-not-shown': ['payout.recipient-fields'] }),
  narration: z.string().nullable(),
  failureReason: z.string().nullable(),
  createdAt: isoDateTime,
});

export const escrowCreated = z.looseObject({
  id: z.string(),
  reference: z.string(),
  status: z.literal('pending_payment'),
  payUrl: z.string(),
});

/** Only the status is stated. Fields of the create response must keep their type where they appear. */
export const escrowRecord = z.looseObject({
  status: z.enum(escrowStatuses),
  id: z.string().optional(),
  reference: z.string().optional(),
  payUrl: z.string().nullish(),
});

const walletId = z.string().regex(/^[0-9]{10}$/, { error: 'expected a wallet id of 10 digits' });

/** The response to a link request, for a new linkRef (201) or a known one (200). */
export const linkCreated = z.looseObject({
  linkId: z.string(),
  linkRef: z.string(),
  status: z.enum(linkStatuses),
  walletId,
  walletName: z.string(),
  expiresAt: isoDateTime,
});

/** GET of a link: fields beyond the status are not shown. */
export const linkRecord = z.looseObject({ status: z.enum(linkStatuses) });

export const walletBalance = z.looseObject({
  availableMinor: z.int(),
  heldMinor: z.int(),
  currency: z.string(),
});

/** Events, payload: checkouts, refunds, payouts and escrows. `event` is any string, so that an unknown kind is not a malformed payload. */
export const eventPayload = z.looseObject({
  id: z.string(),
  event: z.string(),
  reference: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  occurredAt: isoDateTime,
});

/** Events: the body of wallet-link events. */
export const linkEventPayload = z.looseObject({
  id: z.string(),
  event: z.string(),
  reference: z.string(),
  linkId: z.string(),
  linkRef: z.string(),
  walletId,
  walletName: z.string(),
  occurredAt: isoDateTime,
});

export type ErrorBody = z.infer<typeof errorBody>;
export type CheckoutCreated = z.infer<typeof checkoutCreated>;
export type CheckoutRecord = z.infer<typeof checkoutRecord>;
export type RefundCreated = z.infer<typeof refundCreated>;
export type RefundRecord = z.infer<typeof refundRecord>;
export type PayoutCreated = z.infer<typeof payoutCreated>;
export type PayoutRecord = z.infer<typeof payoutRecord>;
export type EscrowCreated = z.infer<typeof escrowCreated>;
export type EscrowRecord = z.infer<typeof escrowRecord>;
export type LinkCreated = z.infer<typeof linkCreated>;
export type LinkRecord = z.infer<typeof linkRecord>;
export type WalletBalance = z.infer<typeof walletBalance>;
export type EventPayload = z.infer<typeof eventPayload>;
export type LinkEventPayload = z.infer<typeof linkEventPayload>;

const shapes = { errorBody, checkoutRecord, refundCreated, refundRecord, payoutCreated, payoutRecord, walletBalance };

declare module '../../engine/predicates/shapes.ts' {
  interface Shapes {
    checkoutRecord: typeof checkoutRecord;
    refundCreated: typeof refundCreated;
    refundRecord: typeof refundRecord;
    payoutCreated: typeof payoutCreated;
    payoutRecord: typeof payoutRecord;
    walletBalance: typeof walletBalance;
  }
}

defineShapes(shapes);
