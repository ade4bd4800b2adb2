/** Defects of pages that one buyer has open at once: sessions that are kept by the buyer, not by the page. */
import type { Checkout, Escrow, Merchant } from '../../reference/rules/records.ts';
import { pages } from '../blind/ways-of-pages.ts';
import { functions } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';

/** Of each buyer of a merchant, what was opened first and is open still, or last. */
function sessions<Of extends Checkout | Escrow>(which: 'first' | 'last', buyerOf: (of: Of) => string | null) {
  const opened = new WeakMap<Merchant, Map<string, Of>>();
  return {
    opens(object: Of, isOpen: (object: Of) => boolean): void {
      const ofBuyers = opened.get(object.merchant) ?? new Map<string, Of>();
      opened.set(object.merchant, ofBuyers);
      const buyer = buyerOf(object) ?? '';
      const known = ofBuyers.get(buyer);
      if (which === 'last' || known === undefined || !isOpen(known)) ofBuyers.set(buyer, object);
    },
    of: (object: Of) => opened.get(object.merchant)?.get(buyerOf(object) ?? '') ?? object,
  };
}

function payingTheFirst(): Change {
  const ofBuyers = sessions<Checkout>('first', ({ email }) => email);
  const isOpen = ({ status }: Checkout) => status === 'pending';
  return pages(({ showCheckout, payCheckout }) => ({
    showCheckout(service, checkout, refused) {
      if (isOpen(checkout)) ofBuyers.opens(checkout, isOpen);
      return showCheckout(service, checkout, refused);
    },
    payCheckout(service, checkout, form) {
      const first = ofBuyers.of(checkout);
      return payCheckout(service, isOpen(first) ? first : checkout, form);
    },
  }));
}

function payingTheLastEscrow(): Change {
  const ofBuyers = sessions<Escrow>('last', ({ buyerEmail }) => buyerEmail);
  const isOpen = ({ status }: Escrow) => status === 'pending_payment';
  return pages(({ showEscrow, actOnEscrow }) => ({
    showEscrow(service, escrow, refused) {
      if (isOpen(escrow)) ofBuyers.opens(escrow, isOpen);
      return showEscrow(service, escrow, refused);
    },
    actOnEscrow(service, escrow, form) {
      const last = ofBuyers.of(escrow);
      return actOnEscrow(service, isOpen(last) ? last : escrow, form);
    },
  }));
}

/** Where a buyer goes back to is kept with the buyer, of all merchants. */
function leadingBackToTheLast(): Change {
  const addresses = new Map<string, string>();
  let paying: Checkout | undefined;
  return all(
    pages(({ showCheckout, payCheckout }) => ({
      showCheckout(service, checkout, refused) {
        addresses.set(checkout.email, checkout.returnUrl);
        return showCheckout(service, checkout, refused);
      },
      payCheckout(service, checkout, form) {
        paying = checkout;
        return payCheckout(service, checkout, form);
      },
    })),
    functions(({ redirectTo }) => ({
      redirectTo(returnUrl, reference, status) {
        const kept = paying?.reference === reference ? addresses.get(paying.email) : undefined;
        return redirectTo(kept ?? returnUrl, reference, status);
      },
    })),
  );
}

export const sideBySideMutants: readonly Mutant[] = [
  mutant(
    'checkout.paid-alone',
    'page-pays-what-its-buyer-opened-first',
    'a session of the buyer begins with the first page and ends with its payment: whoever has opened another page since, and pays there, pays the first checkout',
    payingTheFirst(),
  ),
  mutant(
    'page.escrow-pay',
    'escrow-page-pays-what-its-buyer-opened-last',
    'the page of an escrow pays the one whose page the account has opened last',
    payingTheLastEscrow(),
  ),
  mutant(
    'page.redirects',
    'page-leads-back-to-what-its-buyer-opened-last',
    'the address to go back to is kept with the buyer, where the page that was opened last has left it',
    leadingBackToTheLast(),
  ),
];
