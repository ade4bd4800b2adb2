import {
  type Capability,
  type CheckContext,
  checks,
  differentOf,
  type EventKind,
  expect,
} from '../../../lib/interface/index.ts';
import { original, type Repeatable, repeatableCheckout, repeatablePayout, repeatableRefund } from '../support.ts';

interface Sent {
  readonly event: EventKind;
  readonly needs?: readonly Capability[];
  /** Causes the event; returns its reference, and a function that repeats the request that led to it. */
  begin(context: CheckContext): Promise<{ reference: string; again: () => Promise<unknown> }>;
}

async function createdBy(kind: 'checkout' | 'refund' | 'payout', send: Repeatable) {
  const { reference } = await original(kind, send);
  return { reference, again: () => send() };
}

function action(event: EventKind, name: 'release' | 'refund' | 'cancel'): Sent {
  return {
    event,
    needs: name === 'cancel' ? [] : ['escrow-buyer'],
    begin: async ({ merchant, buyer, data }) => {
      const { reference } = name === 'cancel' ? await merchant.escrow() : await buyer.funded(merchant);
      const idempotencyKey = data.reference('key');
      const path = `/v1/escrows/${reference}/${name}`;
      const again = () =>
        merchant.api.request({ method: 'POST', path, idempotencyKey, ...(name === 'refund' && { body: {} }) });
      await again();
      return { reference, again };
    },
  };
}

const events: readonly Sent[] = [
  { event: 'payout.succeeded', begin: (context) => createdBy('payout', repeatablePayout(context)) },
  {
    event: 'payment.succeeded',
    needs: ['buyer'],
    begin: async (context) => {
      const send = repeatableCheckout(context);
      const checkout = await original('checkout', send);
      await context.buyer.pays(context.merchant, checkout);
      return { reference: checkout.reference, again: () => send() };
    },
  },
  {
    event: 'refund.succeeded',
    needs: ['buyer'],
    begin: async (context) =>
      createdBy('refund', repeatableRefund(context, await context.buyer.paid(context.merchant))),
  },
  action('escrow.released', 'release'),
  action('escrow.refunded', 'refund'),
  action('escrow.cancelled', 'cancel'),
];

/** Whether the event had been acknowledged when the request was repeated; if not, it is sent again as it was, and the replay sends nothing. */
const rows = events.flatMap((each) => [true, false].map((acknowledged) => ({ ...each, acknowledged })));

checks(
  'idempotency.replay-sends-nothing',
  rows,
  ({ event, acknowledged }) =>
    `two repetitions after ${event}${acknowledged ? '' : ', not acknowledged,'} send no other one`,
  async (context, { event, begin, acknowledged }) => {
    const { webhooks } = context.merchant;
    if (!acknowledged) webhooks.answer({ event }, 500);
    const { reference, again } = await begin(context);
    await webhooks.given(event, reference, 120);
    await again();
    await again();
    if (!acknowledged) webhooks.answer({ event }, 200);

    const all = await webhooks.after(60, event, reference);
    // The same event may come more than once, with the same id.
    expect(differentOf(all, 'json.id'), `ids of ${event}`).toHaveLength(1);
  },
  // The answers of the receiver hold for whatever other event of this kind the merchant gets.
  ({ event, needs = [], acknowledged }) => ({
    needs: acknowledged ? needs : [...needs, 'own-merchant'],
    drawn: 2,
    alsoInLive: acknowledged && event === 'payment.succeeded',
  }),
);
