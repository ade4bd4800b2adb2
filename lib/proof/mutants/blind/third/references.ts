/** References that lead elsewhere, or are not told apart. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { endpoint, guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { otherMerchants } from '../ways-of-access.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Checkout reference | max 100 chars; letters, digits, `.`, `_`, `:`, `-`',
    mutant(
      'checkout.reference-in-path',
      'blind3-full-stop-at-the-end-of-path-lost',
      'GET of a checkout whose reference ends with a full stop looks for it without',
      before('answerKnown', (asked, next) => {
        const { reference = '' } = asked.params;
        if (isAt(asked, 'getCheckout')) asked.params = { ...asked.params, reference: reference.replace(/\.+$/, '') };
        return next();
      }),
    ),
  ),
  against(
    'An unknown `paymentReference` gives `404 payment_not_found`.',
    mutant(
      'refund.payment-not-found',
      'blind3-payment-reference-trimmed',
      'blanks around a paymentReference do not count',
      before('checkGuards', (asked, next) => {
        const reference = asked.body.text('paymentReference');
        if (isAt(asked, 'createRefund') && reference !== null)
          asked.payment = asked.merchant.records.checkout.get(reference.trim());
        return next();
      }),
    ),
  ),
  against(
    'linkRef | string | Merchant-chosen reference; same linkRef returns the same link',
    mutant(
      'wallet-link.known-ref',
      'blind3-link-ref-known-for-its-wallet',
      'a linkRef is known for its wallet alone: with another walletId it gets a new link',
      (rules) => {
        const already = rules.endpoints.find(({ name }) => name === 'createWalletLink')?.already;
        if (!already) throw new Error('known references are not looked for');
        return endpoint('createWalletLink', {
          already: {
            ...already,
            finds: (asked) => {
              const link = already.finds(asked);
              const other = link?.kind === 'walletLink' && link.walletId !== asked.body.text('walletId');
              return other ? undefined : link;
            },
          },
        })(rules);
      },
    ),
  ),
  against(
    'reference | string | yes | Unique per merchant. Max 100 chars.',
    mutant(
      'checkout.reference-unique-per-merchant',
      'blind3-reference-unique-per-buyer',
      'the reference of a checkout is refused as used where another merchant used it for the same buyer',
      (rules) => {
        const plain = rules.guards.find(({ id }) => id === 'checkout.duplicate-reference');
        return guard('checkout.duplicate-reference', {
          refuses: (asked) =>
            (plain?.refuses(asked) ?? false) ||
            otherMerchants(asked).some(({ records }) => {
              const other = records.checkout.get(asked.body.text('reference') ?? '');
              return other?.email === asked.body.text('customer.email');
            }),
        })(rules);
      },
    ),
  ),
  against(
    'Allowed characters: letters, digits, `.`, `_`, `:`, `-` … GET | /v1/checkouts/{reference}',
    mutant(
      'checkout.record-found',
      'blind3-underscore-stands-for-any-character',
      'GET of a checkout takes an underscore of its reference for any character, and shows the first that fits',
      before('answerKnown', (asked, next) => {
        const { reference = '' } = asked.params;
        if (!isAt(asked, 'getCheckout') || !reference.includes('_')) return next();
        const first = [...asked.merchant.records.checkout.values()].find((each) => fits(each, reference));
        if (first) asked.params = { ...asked.params, reference: first.reference };
        return next();
      }),
    ),
  ),
];

function fits(checkout: Checkout, pattern: string): boolean {
  const characters = [...pattern];
  return (
    checkout.reference.length === pattern.length &&
    characters.every((character, at) => character === '_' || character === checkout.reference[at])
  );
}
