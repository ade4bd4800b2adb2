/** The request tables (Resources and their fields). A violation is refused with 400 invalid_request. */
import type { FieldRule, FormName } from '../requests.ts';

const reference: FieldRule = {
  field: 'reference',
  type: 'string',
  required: true,
  maxLength: 100,
  pattern: /^[A-Za-z0-9._:-]+$/,
};
const currency: FieldRule = { field: 'currency', type: 'string', required: true, oneOf: ['NGN'] };
const description: FieldRule = { field: 'description', type: 'string', maxLength: 255 };
const returnUrl: FieldRule = { field: 'returnUrl', type: 'uri', httpsIn: ['live'] };
const metadata: FieldRule = { field: 'metadata', type: 'object', maxBytes: 4_096 };

export const forms: Record<FormName, readonly FieldRule[]> = {
  checkout: [
    reference,
    { field: 'amount', type: 'integer', required: true, min: 100, max: 2_000_000_000 },
    currency,
    description,
    { field: 'customer', type: 'object', required: true },
    { field: 'customer.email', type: 'email', required: true },
    { ...returnUrl, required: true },
    metadata,
  ],
  refund: [
    reference,
    { field: 'paymentReference', type: 'string', required: true },
    { field: 'amount', type: 'integer', required: true, min: 1 },
    { field: 'reason', type: 'string', maxLength: 255 },
  ],
  payout: [
    reference,
    { field: 'amount', type: 'integer', required: true, min: 10_000, max: 2_000_000_000 },
    currency,
    { field: 'recipient', type: 'object', required: true },
    { field: 'recipient.bankName', type: 'string', required: true },
    { field: 'recipient.accountNumber', type: 'string', required: true, pattern: /^[0-9]{10}$/ },
    { field: 'recipient.accountName', type: 'string', required: true },
    { field: 'narration', type: 'string', maxLength: 100 },
  ],
  escrow: [
    reference,
    { field: 'amount', type: 'integer', required: true, min: 10_000 },
    currency,
    { field: 'seller', type: 'object', required: true },
    { field: 'seller.walletId', type: 'string', required: true, pattern: /^[0-9]{10}$/ },
    { field: 'buyer', type: 'object' },
    { field: 'buyer.email', type: 'email' },
    { field: 'feeAmount', type: 'integer', min: 0 },
    { field: 'feeWalletId', type: 'string', requiredWith: 'feeAmount', pattern: /^[0-9]{10}$/ },
    { field: 'autoReleaseHours', type: 'integer', min: 1, max: 720 },
    { field: 'conditions', type: 'string' },
    description,
    returnUrl,
    metadata,
  ],
  escrowRefund: [
    { field: 'amount', type: 'integer', min: 1 },
    { field: 'reason', type: 'string', maxLength: 255 },
  ],
  walletLink: [
    { field: 'linkRef', type: 'string', required: true, maxLength: 255 },
    { field: 'walletId', type: 'string', required: true, pattern: /^[0-9]{10}$/ },
    { field: 'requesterName', type: 'string', required: true, maxLength: 255 },
    { field: 'expiresInMinutes', type: 'integer', required: true, min: 5, max: 60 },
  ],
};
