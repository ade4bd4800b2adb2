import { type Capability, type CheckContext, checks, created, type Merchant } from '../../../lib/interface/index.ts';

// "Two fully separate environments exist": what has one name in both is two things, and each has its own event.

interface Told {
  readonly id: 'webhook.payment-succeeded' | 'webhook.escrow-cancelled';
  readonly event: 'payment.succeeded' | 'escrow.cancelled';
  readonly what: string;
  readonly needs: readonly Capability[];
  happens(context: CheckContext, as: Merchant, reference: string): Promise<unknown>;
}

/** A merchant for which escrows can be made: live escrows need a wallet that exists. */
const selling = ({ wallets }: CheckContext, as: Merchant, environment: 'sandbox' | 'live') =>
  environment === 'live' ? as.sellingFor(async () => (await wallets.make({ environment })).walletId) : as;

const rows: readonly Told[] = [
  {
    id: 'webhook.payment-succeeded',
    event: 'payment.succeeded',
    what: 'a checkout is paid',
    needs: ['buyer', 'live-buyer'],
    happens: ({ buyer }, as, reference) => buyer.paid(as, { reference }),
  },
  {
    id: 'webhook.escrow-cancelled',
    event: 'escrow.cancelled',
    what: 'an escrow is cancelled',
    needs: ['wallets'],
    async happens(_, as, reference) {
      created('escrow', await as.createEscrow({ reference }));
      await as.api.cancelEscrow(reference);
    },
  },
];

const orders = [
  ['sandbox', 'live'],
  ['live', 'sandbox'],
] as const;

checks(
  ({ id }) => id,
  rows.flatMap((row) => orders.map((order) => ({ ...row, order }))),
  ({ what, event, order }) =>
    `${what} in ${order[0]}, and another of that reference in ${order[1]}: each has its ${event}`,
  async (context, { happens, event, order }) => {
    const reference = context.data.reference('both');
    for (const environment of order) {
      const as = selling(context, environment === 'live' ? context.live : context.merchant, environment);
      await happens(context, as, reference);
      await as.webhooks.arrives(event, reference);
    }
  },
  ({ needs }) => ({ needs: ['live', 'live-webhooks', ...needs], drawn: 1 }),
);
