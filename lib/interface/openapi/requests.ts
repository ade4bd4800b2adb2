import { z } from 'zod';

// What a merchant may send, with the limits that the document states (Resources, create requests; Limits). Whether
// unknown fields are accepted is not shown.

const currency = z.literal('NGN');
const metadata = z.record(z.string(), z.unknown()).describe('Up to 4 KB. Returned by GET.');
const returnUrl = z.string().meta({ format: 'uri', description: 'Must be https in live.' });
const email = z.string().meta({ format: 'email' });
const walletId = z.string().regex(/^[0-9]{10}$/);
const reason = z.string().max(255);

/** A reference without stated length or characters. */
function openReference(observation: string) {
  return z.string().meta({ 'x-not-shown': [observation] });
}

export const checkoutRequest = z.looseObject({
  reference: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9._:-]+$/)
    .describe('Unique per merchant.'),
  amount: z.int().min(100).max(2_000_000_000).describe('Kobo.'),
  currency,
  description: z.string().max(255).describe('Shown to the buyer.').optional(),
  customer: z.looseObject({ email }),
  returnUrl,
  metadata: metadata.optional(),
});

export const refundRequest = z.looseObject({
  reference: openReference('refund.reference-length').describe('Unique id of the refund.'),
  paymentReference: z.string().describe('The reference of the checkout being refunded.'),
  amount: z.int().min(1).describe('Kobo. Partial refunds are allowed.'),
  reason: reason.describe('In sandbox the exact value `sandbox_fail` forces a failed refund.').optional(),
});

export const payoutRequest = z.looseObject({
  reference: openReference('payout.reference-length').describe('Unique id of the payout.'),
  amount: z.int().min(10_000).max(2_000_000_000).describe('Kobo.'),
  currency,
  recipient: z
    .looseObject({
      bankName: z.string().describe('The service matches it to a Nigerian bank.'),
      accountNumber: z.string().regex(/^[0-9]{10}$/),
      accountName: z.string().describe("Account holder's name."),
    })
    .meta({ 'x-not-shown': ['payout.bank-code'] }),
  narration: z.string().max(100).optional(),
});

export const escrowRequest = z
  .looseObject({
    reference: openReference('escrow.reference-length').describe('Unique id, e.g. the order code.'),
    amount: z
      .int()
      .min(10_000)
      .meta({ description: 'Kobo.', 'x-not-shown': ['escrow.amount-maximum'] }),
    currency,
    seller: z.looseObject({
      walletId: z.string().meta({
        description: "The seller's 10-digit wallet id. In live it must exist.",
        'x-not-shown': ['escrow.seller-wallet-format'],
      }),
    }),
    buyer: z
      .looseObject({ email: email.optional() })
      .describe('If `email` is set, only the wallet account with that e-mail can pay.')
      .optional(),
    feeAmount: z.int().describe("Merchant commission in kobo, taken from the seller's side on release.").optional(),
    feeWalletId: z.string().describe("The merchant's own wallet id; the commission is paid there.").optional(),
    autoReleaseHours: z.int().min(1).max(720).default(72).optional(),
    conditions: z.string().describe('Shown to both parties.').optional(),
    description: z.string().max(255).optional(),
    returnUrl: returnUrl.optional(),
    metadata: metadata.optional(),
  })
  .meta({ dependentRequired: { feeAmount: ['feeWalletId'] } });

export const escrowRefundRequest = z
  .looseObject({
    amount: z.int().describe('Without it the refund is full; the remainder goes to the seller.').optional(),
    reason: z.string().optional(),
  })
  .meta({ 'x-not-shown': ['escrow.refund-above-amount', 'escrow.partial-refund-fee'] });

export const walletLinkRequest = z.looseObject({
  linkRef: z.string().meta({ 'x-not-shown': ['wallet-link.ref-beyond-ascii'] }),
  walletId,
  requesterName: z.string(),
  expiresInMinutes: z.int().min(5).max(60),
});
