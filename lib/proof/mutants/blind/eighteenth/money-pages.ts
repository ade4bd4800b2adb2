/** Hosted pages: a template, a rule against fraud, a second window, and a wallet that is not there. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const PLACE = '{{description}}';
const PAYMENTS_BY_CARD = 5;

/** The description goes to its place by a replacement in which `$$`, `$&` and the like have a meaning. */
function putInByReplacement(): Change {
  return pages(({ showCheckout }) => ({
    showCheckout(service, checkout, refused) {
      const description = checkout.description === null ? null : PLACE.replace(PLACE, checkout.description);
      return showCheckout(service, { ...checkout, description }, refused);
    },
  }));
}

function fewPaymentsByCard(): Change {
  const paid = new WeakMap<Merchant, number[]>();
  return pages(({ showCheckout, payCheckout }) => ({
    payCheckout(service, checkout, form) {
      if (form.get('method') === 'transfer' || checkout.status !== 'pending')
        return payCheckout(service, checkout, form);
      const now = service.clock.now();
      const recent = (paid.get(checkout.merchant) ?? []).filter((at) => at > now - HOUR * 1_000);
      if (recent.length >= PAYMENTS_BY_CARD)
        return showCheckout(service, checkout, 'This card was used too often. Try another one.');
      const answer = payCheckout(service, checkout, form);
      if (answer.status === 303) paid.set(checkout.merchant, [...recent, now]);
      return answer;
    },
  }));
}

/** A transfer that the buyer announces puts the checkout to those that are still to be confirmed, whatever it was. */
function transferAnnouncedLater(): Change {
  return pages(({ payCheckout }) => ({
    payCheckout(service, checkout, form) {
      if (form.get('method') === 'transfer' && checkout.status === 'succeeded') checkout.status = 'pending';
      else return payCheckout(service, checkout, form);
      const { redirectTo } = service.rules.functions;
      return { status: 303, location: redirectTo(checkout.returnUrl, checkout.reference, checkout.status) };
    },
  }));
}

function wantsSellersWallet(): Change {
  return pages(({ showEscrow, actOnEscrow }) => ({
    showEscrow(service, escrow, refused) {
      const seller = service.wallet(escrow.merchant.environment, escrow.sellerWalletId);
      return seller === undefined ? { status: 404 } : showEscrow(service, escrow, refused);
    },
    actOnEscrow(service, escrow, form) {
      const seller = service.wallet(escrow.merchant.environment, escrow.sellerWalletId);
      return seller === undefined ? { status: 404 } : actOnEscrow(service, escrow, form);
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'description | string | no | Max 255 chars. Shown to the buyer.',
    mutant(
      'page.shows-description',
      'blind18-dollars-of-a-description-replaced',
      'the description is put into the page with a replacement in which a dollar has a meaning: of "$$5 off" the buyer is shown "$5 off", and "$&" becomes the name of the place',
      putInByReplacement(),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.test-card-pays',
      'blind18-card-used-too-often',
      'a rule against fraud counts the payments of a card at a merchant, and the test card is a card to it: after five payments on pages within an hour it is declined',
      fewPaymentsByCard(),
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded. `pending` also covers a payment still being confirmed. A new attempt needs a new checkout.',
    mutant(
      'page.paid-once',
      'blind18-announced-transfer-makes-it-pending',
      'who announces a bank transfer on a page that was opened before the checkout was paid by card makes it pending again, as a transfer has to be confirmed: it fails when its 24 hours are over',
      transferAnnouncedLater(),
    ),
  ),
  against(
    'In sandbox, the buyer opens `payUrl` and presses Pay to fund an escrow. seller.walletId: In live it must exist.',
    mutant(
      'page.escrow-pay',
      'blind18-escrow-page-wants-the-sellers-wallet',
      "the page reads the seller's name from the wallet before it does anything: an escrow for a wallet that nobody made is accepted in sandbox, and its page is 404 and cannot pay it",
      wantsSellersWallet(),
    ),
  ),
];
