/** Values of a wrong type that are taken for what was meant. */
import { mutant } from '../../mutant.ts';
import { coerces } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyAs } from '../ways.ts';

const inner = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? ((value as Record<string, unknown>)[name] ?? value) : value;

export const found: readonly BlindMutant[] = [
  against(
    'Escrow refund request body: `{ amount?: integer, reason?: string }`. Without `amount` the refund is full.',
    mutant(
      'escrow.refund-body-object',
      'blind3-empty-list-refunds-escrow',
      'an empty list as body of an escrow refund is taken as no body, for a full refund',
      bodyAs('refundEscrow', (value) => (Array.isArray(value) && value.length === 0 ? {} : value)),
    ),
  ),
  against(
    '`{ linkRef: string, walletId: string, requesterName: string, expiresInMinutes: integer 5-60 }`',
    mutant(
      'wallet-link.field-types',
      'blind3-wallet-id-as-number',
      'a number as walletId of a link request is taken with zeros before it',
      coerces('createWalletLink', 'walletId', (value) =>
        Number.isSafeInteger(value) ? String(value).padStart(10, '0') : value,
      ),
    ),
  ),
  against(
    'paymentReference | string | yes | The reference of the checkout being refunded',
    mutant(
      'refund.field-types',
      'blind3-checkout-for-its-reference',
      'an object with a reference is taken as paymentReference',
      coerces('createRefund', 'paymentReference', (value) => inner(value, 'reference')),
    ),
  ),
  against(
    'autoReleaseHours | integer | no | 1 to 720. Default 72',
    mutant(
      'escrow.auto-release-integer',
      'blind3-auto-release-true-and-false',
      'true as autoReleaseHours is taken as 1, and false as not given',
      coerces('createEscrow', 'autoReleaseHours', (value) => (value === true ? 1 : value === false ? null : value)),
    ),
  ),
  against(
    'amount | integer | yes | Kobo. Min 100. Max 2,000,000,000',
    mutant(
      'checkout.amount-integer',
      'blind3-amount-with-its-currency',
      'an object with a value is taken as amount of a checkout',
      coerces('createCheckout', 'amount', (value) => inner(value, 'value')),
    ),
  ),
];
