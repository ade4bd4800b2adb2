import {
  type Capability,
  type CheckContext,
  type Created,
  checks,
  differentOf,
  type EventKind,
  expect,
} from '../../../lib/interface/index.ts';
import {
  original,
  type Repeatable,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from '../support.ts';

// Whatever the original led to, and however it ended, a replay sends no event: no second one of that kind, and none of another end.

interface Sent {
  readonly event: EventKind;
  /** The event of the other end, which nothing has led to. */
  readonly never?: EventKind;
  readonly needs?: readonly Capability[];
  /** Repeated after its event was acknowledged only. */
  readonly acknowledged?: true;
  /** Causes the event; returns its reference, and a function that repeats the request that led to it. */
  begin(context: CheckContext): Promise<{ reference: string; again: () => Promise<unknown> }>;
}

async function createdBy(kind: 'checkout' | 'refund' | 'payout', send: Repeatable) {
  const { reference } = await original(kind, send);
  return { reference, again: () => send() };
}

/** What its merchant does to an escrow; both the create and that are repeated. */
function action(event: EventKind, name: 'release' | 'refund' | 'cancel'): Sent {
  return {
    event,
    needs: name === 'cancel' ? [] : ['escrow-buyer'],
    begin: async (context) => {
      const { merchant, buyer, data } = context;
      const create = repeatableEscrow(context);
      const made = await original('escrow', create);
      if (name !== 'cancel') await buyer.funds(merchant, made);
      const idempotencyKey = data.reference('key');
      const path = `/v1/escrows/${made.reference}/${name}`;
      const act = () =>
        merchant.api.request({ method: 'POST', path, idempotencyKey, ...(name === 'refund' && { body: {} }) });
      await act();
      return {
        reference: made.reference,
        again: async () => {
          await act();
          await create();
        },
      };
    },
  };
}

/** A create whose object somebody else brings to its event. */
async function endedBy(kind: 'checkout' | 'escrow', send: Repeatable, ends: (made: Created) => Promise<unknown>) {
  const made = await original(kind, send);
  await ends(made);
  return { reference: made.reference, again: () => send() };
}

const FAILING = { recipient: { accountNumber: '0000000000', accountName: 'Ada Obi' } };

const refund = (event: EventKind, never: EventKind, fields: { reason?: string } = {}): Sent => ({
  event,
  never,
  needs: ['buyer'],
  begin: async (context) =>
    createdBy('refund', repeatableRefund(context, await context.buyer.paid(context.merchant), fields)),
});

const events: readonly Sent[] = [
  {
    event: 'payout.succeeded',
    never: 'payout.failed',
    begin: (context) => createdBy('payout', repeatablePayout(context)),
  },
  {
    event: 'payment.succeeded',
    never: 'payment.failed',
    needs: ['buyer'],
    begin: (context) =>
      endedBy('checkout', repeatableCheckout(context), (made) => context.buyer.pays(context.merchant, made)),
  },
  refund('refund.succeeded', 'refund.failed'),
  { ...refund('refund.failed', 'refund.succeeded', { reason: 'sandbox_fail' }), acknowledged: true },
  {
    event: 'payout.failed',
    acknowledged: true,
    never: 'payout.succeeded',
    begin: (context) => createdBy('payout', repeatablePayout(context, FAILING)),
  },
  {
    event: 'payment.failed',
    acknowledged: true,
    never: 'payment.succeeded',
    needs: ['payment-failure'],
    begin: (context) =>
      endedBy('checkout', repeatableCheckout(context), (made) => context.buyer.fails(context.merchant, made)),
  },
  {
    event: 'escrow.funded',
    acknowledged: true,
    never: 'escrow.cancelled',
    needs: ['escrow-buyer'],
    begin: (context) =>
      endedBy('escrow', repeatableEscrow(context), (made) => context.buyer.funds(context.merchant, made)),
  },
  {
    event: 'escrow.disputed',
    acknowledged: true,
    never: 'escrow.released',
    needs: ['escrow-buyer', 'escrow-dispute'],
    begin: (context) =>
      endedBy('escrow', repeatableEscrow(context), async (made) =>
        context.buyer.disputes(context.merchant, await context.buyer.funds(context.merchant, made)),
      ),
  },
  action('escrow.released', 'release'),
  action('escrow.refunded', 'refund'),
  action('escrow.cancelled', 'cancel'),
];

/** Whether the event had been acknowledged when the request was repeated; if not, it is sent again as it was, and the replay sends nothing. */
const rows = events.flatMap((each) =>
  (each.acknowledged ? [true] : [true, false]).map((acknowledged) => ({ ...each, acknowledged })),
);

checks(
  'idempotency.replay-sends-nothing',
  rows,
  ({ event, acknowledged }) =>
    `two repetitions after ${event}${acknowledged ? '' : ', not acknowledged,'} send no other one`,
  async (context, { event, never, begin, acknowledged }) => {
    const { webhooks } = context.merchant;
    if (!acknowledged) webhooks.answer({ event }, 500);
    const { reference, again } = await begin(context);
    await webhooks.given(event, reference, 120);
    const before = context.run.capture.stats.received;
    await again();
    await again();
    if (!acknowledged) webhooks.answer({ event }, 200);

    const all = await webhooks.after(60, event, reference);
    // The same event may come more than once, with the same id.
    expect(differentOf(all, 'json.id'), `ids of ${event}`).toHaveLength(1);
    if (never !== undefined) expect(webhooks.came(never, reference, before), never).toBeEmpty();
  },
  // The answers of the receiver hold for whatever other event of this kind the merchant gets.
  ({ event, needs = [], acknowledged }) => ({
    needs: acknowledged ? needs : [...needs, 'own-merchant'],
    drawn: 2,
    alsoInLive: acknowledged && event === 'payment.succeeded',
  }),
);
