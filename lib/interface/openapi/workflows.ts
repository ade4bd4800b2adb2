import type { EventKind } from '../wire/index.ts';

// The main workflows of the sandbox, as the interface describes them (What the service does; States and transitions;
// Endpoints, behaviour rules 8 and 9). operations.ts has the request and response of each operation; this file has
// their order.

export interface Step {
  readonly id: string;
  readonly words: string;
  /** Id of an operation in operations.ts. */
  readonly operation: string;
  /** Value of the one placeholder of the path. */
  readonly path?: readonly [name: string, value: string];
  readonly body?: { readonly [name: string]: unknown };
  readonly status: number | '2XX';
  /**
   * Expected values in the response, by JSON pointer. `within`: the request is repeated each second, at most this many
   * times, until they match.
   */
  readonly says?: { readonly [pointer: string]: string | number };
  readonly within?: number;
  /** Names for values that later steps use: name → JSON pointer in the response. */
  readonly gives?: { readonly [name: string]: string };
}

export interface Workflow {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** In addition to the credentials and `reference`. */
  readonly inputs?: { readonly [name: string]: { readonly description: string; readonly default: string } };
  readonly steps: readonly Step[];
  /** The webhooks that this workflow causes. */
  readonly webhooks: readonly EventKind[];
}

/** Seconds that a person may take on a hosted page. */
const BUYER_S = 120;
/** Seconds: a refund settles "within a few seconds", a payout "about 5 seconds after creation". */
const SETTLING_S = 30;
const buyer = { email: 'ada@example.com' };

const paid = (checkout: string): readonly Step[] => [
  {
    id: 'create',
    words: 'Create the checkout, and send the buyer to its `checkoutUrl`.',
    operation: 'createCheckout',
    body: {
      reference: checkout,
      amount: 150_000,
      currency: 'NGN',
      customer: buyer,
      returnUrl: 'https://shop.example/thanks',
    },
    status: 201,
    says: { '/status': 'pending' },
    gives: { checkoutUrl: '/checkoutUrl' },
  },
  {
    id: 'paid',
    words:
      'The buyer pays on that page: in sandbox with the card 4242 4242 4242 4242, any future expiry and any CVV. The redirect is not to be trusted: ' +
      'the webhook `payment.succeeded` tells it, or this.',
    operation: 'getCheckout',
    path: ['reference', checkout],
    status: 200,
    says: { '/status': 'succeeded' },
    within: BUYER_S,
  },
];

export const workflows: readonly Workflow[] = [
  {
    id: 'payCheckout',
    summary: 'A buyer pays a checkout.',
    description: 'Ends when the checkout is `succeeded`.',
    steps: paid('$inputs.reference'),
    webhooks: ['payment.succeeded'],
  },
  {
    id: 'refundCheckout',
    summary: 'A part of a paid checkout is refunded.',
    description: 'Begins with a checkout that is paid, and ends when a part of it is back with the buyer.',
    steps: [
      ...paid('{$inputs.reference}-returned'),
      {
        id: 'refund',
        words: 'Refund a part. More than is left is refused with 422 `refund_exceeds_paid`.',
        operation: 'createRefund',
        body: {
          reference: '{$inputs.reference}-refund',
          paymentReference: '{$inputs.reference}-returned',
          amount: 50_000,
          reason: 'one item came back',
        },
        status: 201,
      },
      {
        id: 'refunded',
        words: 'In sandbox it settles within a few seconds.',
        operation: 'getRefund',
        path: ['reference', '{$inputs.reference}-refund'],
        status: 200,
        says: { '/status': 'succeeded' },
        within: SETTLING_S,
      },
      {
        id: 'grown',
        words: 'The checkout tells the sum of its refunds.',
        operation: 'getCheckout',
        path: ['reference', '{$inputs.reference}-returned'],
        status: 200,
        says: { '/refundedAmount': 50_000 },
      },
    ],
    webhooks: ['payment.succeeded', 'refund.succeeded'],
  },
  {
    id: 'payOut',
    summary: 'A seller is paid out to a bank account.',
    description: 'In sandbox the account 0000000000 fails, and every other succeeds; live it needs so much balance.',
    inputs: {
      bankName: { description: 'A Nigerian bank, as GET /v1/banks lists them.', default: 'Access Bank' },
    },
    steps: [
      {
        id: 'create',
        words: 'Create the payout.',
        operation: 'createPayout',
        body: {
          reference: '{$inputs.reference}-payout',
          amount: 250_000,
          currency: 'NGN',
          recipient: { bankName: '$inputs.bankName', accountNumber: '0123456789', accountName: 'Ada Obi' },
        },
        status: 201,
      },
      {
        id: 'settled',
        words: 'In sandbox it settles about 5 seconds after it was created.',
        operation: 'getPayout',
        path: ['reference', '{$inputs.reference}-payout'],
        status: 200,
        says: { '/status': 'succeeded' },
        within: SETTLING_S,
      },
    ],
    webhooks: ['payout.succeeded'],
  },
  {
    id: 'releaseEscrow',
    summary: 'An escrow is funded by its buyer and released to the seller.',
    description: 'Ends when the seller is paid.',
    steps: [
      {
        id: 'create',
        words: 'Create the escrow, and send the buyer to its `payUrl`.',
        operation: 'createEscrow',
        body: {
          reference: '{$inputs.reference}-escrow',
          amount: 500_000,
          currency: 'NGN',
          seller: { walletId: '0000000001' },
        },
        status: 201,
        says: { '/status': 'pending_payment' },
        gives: { payUrl: '/payUrl' },
      },
      {
        id: 'funded',
        words: 'The buyer opens that page and presses Pay.',
        operation: 'getEscrow',
        path: ['reference', '{$inputs.reference}-escrow'],
        status: 200,
        says: { '/status': 'funded' },
        within: BUYER_S,
      },
      {
        id: 'release',
        words:
          'The conditions are met: the seller is paid. Without a word it happens by itself, after `autoReleaseHours`.',
        operation: 'releaseEscrow',
        path: ['reference', '{$inputs.reference}-escrow'],
        status: 200,
      },
      {
        id: 'released',
        words: 'It is over.',
        operation: 'getEscrow',
        path: ['reference', '{$inputs.reference}-escrow'],
        status: 200,
        says: { '/status': 'released' },
      },
    ],
    webhooks: ['escrow.funded', 'escrow.released'],
  },
  {
    id: 'linkWallet',
    summary: "A wallet's owner approves a link, and its balance is read.",
    description: 'In sandbox the merchant decides for the owner. At most 5 requests per wallet per hour.',
    inputs: {
      walletId: { description: 'In sandbox 0000000001, 0000000002 or 0000000003.', default: '0000000003' },
    },
    steps: [
      {
        id: 'ask',
        words: 'Ask the owner.',
        operation: 'createWalletLink',
        body: {
          linkRef: '{$inputs.reference}-link',
          walletId: '$inputs.walletId',
          requesterName: 'A shop',
          expiresInMinutes: 30,
        },
        status: '2XX',
        says: { '/status': 'PENDING' },
        gives: { linkId: '/linkId' },
      },
      {
        id: 'approve',
        words: 'Sandbox only: approve without a PIN.',
        operation: 'approveWalletLink',
        path: ['linkId', '$steps.ask.outputs.linkId'],
        status: '2XX',
      },
      {
        id: 'approved',
        words: 'Live, the owner approves with a PIN.',
        operation: 'getWalletLink',
        path: ['linkId', '$steps.ask.outputs.linkId'],
        status: 200,
        says: { '/status': 'APPROVED' },
        within: BUYER_S,
      },
      {
        id: 'balance',
        words: 'Read the balance.',
        operation: 'getWalletBalance',
        path: ['walletId', '$inputs.walletId'],
        status: 200,
        gives: { availableMinor: '/availableMinor' },
      },
    ],
    webhooks: ['wallet.link.approved'],
  },
];
