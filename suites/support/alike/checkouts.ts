import { type Created, created, field } from '../../../lib/interface/index.ts';
import { dueAtOnce } from './due-at-once.ts';
import { type Kind, order, type Row } from './groups.ts';
import { type Deed, oneAfterAnother } from './one-by-one.ts';

// Checkouts with the same amount, buyer and metadata: a transition of one does not affect the others.

const DAY = 24 * 3_600;

const checkout: Kind<Created> = {
  of: 'checkout',
  needs: [],
  make: async (_, as, reference) =>
    created('checkout', await as.createCheckout({ ...order, reference, amount: 7_003 })),
  look: (as, object) => as.get(object),
  named: ({ reference }) => reference,
};

const pending = { value: 'pending' };
const paid = { value: 'succeeded' };
const pays: Deed<Created>['act'] = ({ buyer }, { as, object }) => buyer.pays(as, object);
/** After another checkout was wrongly paid too, the page may have nothing left to press; the final records show that. */
const paysOnItsPage: Deed<Created>['act'] = async ({ buyer }, { as, object }) => {
  if (field((await as.get(object)).json, 'status') === 'pending') await buyer.paysOnPage(object);
};
const refunds =
  (amount: number): Deed<Created>['act'] =>
  (_, { as, object }) =>
    as.refundSettles(object, { amount });
const refundedAlone = { neighbours: 'checkout.refunded-alone', twin: 'checkout.refunded-alone' } as const;
const paidAlone = { neighbours: 'checkout.paid-alone', twin: 'checkout.paid-alone' } as const;

/** Checks for several chapters: see `table`. */
export const alikeCheckouts: readonly Row[] = [
  ...oneAfterAnother(checkout, [
    {
      what: 'the buyer pays',
      needs: ['buyer'],
      act: pays,
      before: pending,
      after: paid,
      leaves: paidAlone,
      id: 'checkout.paid',
      told: { event: 'payment.succeeded', id: 'webhook.payment-succeeded' },
      final: 'checkout.succeeded-is-final',
    },
    {
      what: 'the buyer pays on the page of',
      needs: ['browser'],
      act: paysOnItsPage,
      before: pending,
      after: paid,
      leaves: paidAlone,
      id: 'checkout.paid',
    },
    {
      what: 'the payment fails of',
      needs: ['payment-failure'],
      act: ({ buyer }, { as, object }) => buyer.fails(as, object),
      before: pending,
      after: { value: 'failed' },
      leaves: { neighbours: 'checkout.payable-until-expiry', twin: 'checkout.payable-until-expiry' },
      id: 'checkout.payment-fails',
      told: { event: 'payment.failed', id: 'webhook.payment-failed' },
    },
    ...([1_001, 7_003] as const).map(
      (amount): Deed<Created> => ({
        what: `${amount} of 7003 are refunded of`,
        needs: ['buyer'],
        lead: pays,
        act: refunds(amount),
        before: { field: 'refundedAmount', value: 0 },
        after: { field: 'refundedAmount', value: amount },
        leaves: refundedAlone,
        id: 'refund.adds-to-refunded-amount',
      }),
    ),
  ]),

  ...dueAtOnce({
    kind: checkout,
    what: 'that expire',
    waits: '25h',
    seconds: DAY,
    after: { field: 'failureReason', value: 'expired' },
    id: 'checkout.expires',
    told: { event: 'payment.failed', id: 'webhook.payment-failed-on-expiry' },
    final: 'checkout.expired-is-final',
    spared: { what: 'that is paid', needs: ['buyer'], act: pays, after: paid, id: 'checkout.paid-does-not-expire' },
  }),
];
