/** What is right in form, and about another one. */
import type { Checkout, WalletLink } from '../../../reference/rules/records.ts';
import { event } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

/** The earliest attempt of this buyer at this amount that still waits for its payment. */
function earliestLike({ merchant, email, amount }: Checkout): Checkout | undefined {
  return [...merchant.records.checkout.values()].find(
    (each) => each.status === 'pending' && each.email === email && each.amount === amount,
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'walletName: masked holder name on create; registered holder name in the `wallet.link.approved` event.',
    mutant(
      'webhook.link-approved-registered-name',
      'blind9-approved-under-latest-name',
      'the registered name is that of the lookup last made for the merchant: a link that is approved after another wallet was asked for is reported with the name of the holder of that one',
      event('wallet.link.approved', (carried, record) => {
        const latest = [...(record as unknown as WalletLink).merchant.links.values()].at(-1);
        return { ...carried, walletName: latest?.holderName ?? carried.walletName };
      }),
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded. The buyer pays on a hosted page.',
    mutant(
      'checkout.paid',
      'blind9-page-takes-up-earlier-attempt',
      'the page takes up what the buyer began before: who pays a checkout while an earlier one of the same buyer and amount is pending pays the earlier one',
      pages(({ payCheckout }) => ({
        payCheckout: (service, checkout, form) =>
          payCheckout(service, checkout.status === 'pending' ? (earliestLike(checkout) ?? checkout) : checkout, form),
      })),
    ),
  ),
];
