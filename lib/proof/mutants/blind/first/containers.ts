/** Wrong containers that are taken for right ones. */
import { type Mutant, mutant } from '../../mutant.ts';
import { coerces } from '../../steps.ts';
import { bodyAs, parsed } from '../ways.ts';

const first = (value: unknown) => (Array.isArray(value) && value.length === 1 ? value[0] : value);

export const found: readonly Mutant[] = [
  mutant(
    'checkout.field-types',
    'blind-customer-in-a-list',
    'a list of one object is taken as customer',
    coerces('createCheckout', 'customer', first),
  ),
  mutant(
    'checkout.field-types',
    'blind-customer-as-address',
    'an e-mail address is taken as customer',
    coerces('createCheckout', 'customer', (value) =>
      typeof value === 'string' && value.includes('@') ? { email: value } : value,
    ),
  ),
  mutant(
    'checkout.field-types',
    'blind-metadata-of-pairs',
    'a list of pairs, or an empty one, is taken as metadata',
    coerces('createCheckout', 'metadata', (value) =>
      Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2)
        ? Object.fromEntries(value)
        : value,
    ),
  ),
  mutant(
    'payout.body-object',
    'blind-payout-in-a-list',
    'a list of one payout is taken as payout',
    bodyAs('createPayout', first),
  ),
  mutant(
    'refund.body-object',
    'blind-refund-in-a-text',
    'a text that holds the JSON of a refund is taken as refund',
    bodyAs('createRefund', (value) => (typeof value === 'string' ? (parsed(value) ?? value) : value)),
  ),
  mutant(
    'escrow.refund-body-object',
    'blind-empty-value-for-no-body',
    'an empty list, an empty text, 0 or false as body of an escrow refund stands for none',
    bodyAs('refundEscrow', (value) =>
      value === 0 || value === '' || value === false || (Array.isArray(value) && value.length === 0)
        ? undefined
        : value,
    ),
  ),
  mutant(
    'escrow.field-types',
    'blind-seller-as-wallet-id',
    'a wallet id is taken as seller',
    coerces('createEscrow', 'seller', (value) =>
      typeof value === 'string' && /^\d{10}$/.test(value) ? { walletId: value } : value,
    ),
  ),
  mutant(
    'escrow.field-types',
    'blind-empty-list-for-no-buyer',
    'an empty list or text as buyer of an escrow stands for none',
    coerces('createEscrow', 'buyer', (value) =>
      value === '' || (Array.isArray(value) && value.length === 0) ? null : value,
    ),
  ),
];
