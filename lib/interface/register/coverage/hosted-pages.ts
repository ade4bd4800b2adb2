import { coverageTable, excluded } from './table.ts';

const noTexts = excluded('What the page of something that is over shows is not stated.');

export const pagesBySituation = coverageTable({
  title: 'Hosted pages',
  source: 'Endpoints, behaviour rules 2, 8 and 9; States and transitions',
  axes: ['situation', 'page'],
  cells: {
    'texts are shown': { checkout: 'page.shows-description', escrow: 'page.escrow-texts' },
    'the amount is shown': {
      checkout: excluded('Nothing says that the amount is shown.'),
      escrow: excluded('Nothing says that the amount is shown.'),
    },
    'texts of another': {
      checkout: 'page.shows-description',
      escrow: excluded(
        'An escrow page is made as a checkout page is: one look at another text is enough for its cost.',
      ),
    },
    'paid with the test card, or from the wallet': { checkout: 'page.test-card-pays', escrow: 'page.escrow-pay' },
    'any future expiry, any CVV': {
      checkout: 'page.any-expiry-and-cvv',
      escrow: excluded('An escrow is paid from a wallet, without a card.'),
    },
    'an expiry in the past, another card': {
      checkout: excluded('What becomes of other cards is not stated.'),
      escrow: excluded('An escrow is paid from a wallet, without a card.'),
    },
    'its event is sent': { checkout: 'page.payment-event', escrow: 'page.payment-event' },
    'back to the returnUrl': {
      checkout: ['page.redirects', 'page.redirect-kind'],
      escrow: 'page.escrow-redirect',
    },
    'status of the redirect: paid': { checkout: 'page.redirect-status', escrow: 'page.escrow-redirect' },
    'status of the redirect: failed': {
      checkout: excluded('No card is stated to fail, so no buyer can be made to fail on the page.'),
      escrow: excluded('No payment of an escrow is stated to fail.'),
    },
    'port, path, query and fragment': {
      checkout: ['page.redirects', 'page.redirect-keeps-query'],
      escrow: 'page.escrow-redirect',
    },
    'paid twice': { checkout: 'page.paid-once', escrow: 'page.escrow-over' },
    'paid after failing or being cancelled': { checkout: 'page.failed-checkout', escrow: 'page.escrow-over' },
    'paid after expiring': {
      checkout: 'page.expired-checkout',
      escrow: excluded('That an expired escrow cannot be paid is seen without a browser, in the chapter escrows.'),
    },
    'texts after the end': { checkout: noTexts, escrow: noTexts },
  },
});
