import type { Observation, Requirement } from './types.ts';

export const hostedPages = {
  'page.shows-description': {
    source: 'Resources, Checkout, create request, description',
    statement:
      "The checkout page shows the checkout's description, and one that looks like markup, a pattern or an escape as the text it is.",
    needs: ['browser'],
    weighs: 'texts',
  },
  'page.test-card-pays': {
    source: 'Endpoints, behaviour rule 9',
    statement:
      'In sandbox the page at `checkoutUrl` takes the test card 4242 4242 4242 4242, and the checkout becomes `succeeded`.',
    needs: ['browser'],
    smoke: true,
  },
  'page.any-expiry-and-cvv': {
    source: 'Endpoints, behaviour rule 9',
    statement: 'In sandbox the test card pays with any future expiry and any CVV, such as 000 and 999.',
    needs: ['browser'],
  },
  'page.redirects': {
    source: 'Endpoints, behaviour rule 2',
    statement:
      "After the payment the browser is sent to the checkout's `returnUrl` with its `reference` as a query parameter.",
    needs: ['browser'],
  },
  'page.redirect-status': {
    source: 'Endpoints, behaviour rule 2',
    statement:
      'The redirect after a payment that goes through carries the query parameter `status` with `succeeded`, or `pending` while it is being confirmed.',
    needs: ['browser'],
  },
  'page.redirect-keeps-query': {
    source: 'Endpoints, behaviour rule 2',
    statement: 'Query parameters that the `returnUrl` already had are still there after the redirect.',
    needs: ['browser'],
  },
  'page.expired-checkout': {
    source: 'States and transitions, Checkout, 24 hours pass without payment',
    statement: 'An expired checkout can no longer be paid on its page: it stays `failed`.',
    needs: ['browser'],
    waits: '24h',
  },
  'page.failed-checkout': {
    source: 'States and transitions, Checkout',
    statement:
      'A checkout whose payment has failed can no longer be paid on its page: a new attempt needs a new checkout.',
    needs: ['browser'],
  },
  'page.paid-once': {
    source: 'States and transitions, Checkout',
    statement: 'A checkout that is paid on two open pages is paid once: its record stays as the first payment left it.',
    needs: ['browser'],
  },
  'page.payment-event': {
    source: 'Events, event kinds',
    statement: 'What is paid on its page sends its event: `payment.succeeded` a checkout, `escrow.funded` an escrow.',
    needs: ['browser', 'webhooks'],
  },
  'page.escrow-over': {
    source: 'States and transitions, Escrow',
    statement:
      'An escrow that was cancelled, has expired or was paid already, also one that is disputed, released or refunded, is not funded on its page: its status stays.',
    needs: ['browser'],
  },
  'page.escrow-pay': {
    source: 'Endpoints, behaviour rule 8',
    statement:
      'In sandbox the buyer who opens `payUrl` and presses Pay funds the escrow, which becomes `funded`, whoever is named as its buyer, also right after another one like it.',
    needs: ['browser'],
  },
  'page.escrow-texts': {
    source: 'Resources, Escrow, create request, conditions',
    statement: "The escrow page shows the escrow's conditions and its description to the buyer, as the texts they are.",
    needs: ['browser'],
    weighs: 'texts',
  },
} as const satisfies Record<string, Requirement>;

export const hostedPageObservations = {
  'page.redirect-kind': {
    source: 'Endpoints, behaviour rule 2',
    question: 'how the buyer is redirected: which status code, or by script',
    needs: ['browser'],
  },
  'page.escrow-redirect': {
    source: 'Resources, Escrow, create request, description, returnUrl, metadata',
    question: 'whether the buyer of an escrow is sent to its `returnUrl`, and with which parameters',
    needs: ['browser'],
  },
} as const satisfies Record<string, Observation>;
