import type { Capability, CheckContext, Created, EventKind } from '../../lib/interface/index.ts';
import { DAY, HOUR } from '../support/attempts.ts';
import {
  original,
  type Repeatable,
  repeatable,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from './support.ts';

/** A request that leads to an event, at once or in the end. */
interface Sent {
  readonly event: EventKind;
  /** The event of the other end, which nothing has led to. */
  readonly never?: EventKind;
  readonly needs?: readonly Capability[];
  /** Repeated after its event was acknowledged only. */
  readonly acknowledged?: true;
  /** How long it takes until time leads to the event. */
  readonly waits?: '25h' | '2h';
  /** Causes the event; returns its reference, and a function that repeats the request that led to it. */
  begin(context: CheckContext): Promise<{ reference: string; again: () => Promise<unknown> }>;
}

/** An object whose create is repeated; `ends`: what somebody else does to bring it to its event. */
async function led(kind: Created['kind'], send: Repeatable, ends?: (made: Created) => Promise<unknown>) {
  const made = await original(kind, send);
  await ends?.(made);
  return { reference: made.reference, again: () => send() };
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

/** Target time in seconds within which a target may look for what is due. */
const SOON = 600;

/** Time ends it, as no buyer pays it. */
const inTime = (event: EventKind, kind: 'checkout' | 'escrow', never: EventKind): Sent => ({
  event,
  never,
  acknowledged: true,
  waits: '25h',
  begin: async (context) =>
    led(kind, await repeatable(context, kind), () => context.time.wait(DAY + SOON, `the ${kind} expires`)),
});

const FAILING = { recipient: { accountNumber: '0000000000', accountName: 'Ada Obi' } };

const refund = (event: EventKind, never: EventKind, fields: { reason?: string } = {}): Sent => ({
  event,
  never,
  needs: ['buyer'],
  begin: async (context) =>
    led('refund', repeatableRefund(context, await context.buyer.paid(context.merchant), fields)),
});

export const events: readonly Sent[] = [
  {
    event: 'payout.succeeded',
    never: 'payout.failed',
    begin: (context) => led('payout', repeatablePayout(context)),
  },
  {
    event: 'payment.succeeded',
    never: 'payment.failed',
    needs: ['buyer'],
    begin: (context) =>
      led('checkout', repeatableCheckout(context), (made) => context.buyer.pays(context.merchant, made)),
  },
  refund('refund.succeeded', 'refund.failed'),
  { ...refund('refund.failed', 'refund.succeeded', { reason: 'sandbox_fail' }), acknowledged: true },
  {
    event: 'payout.failed',
    acknowledged: true,
    never: 'payout.succeeded',
    begin: (context) => led('payout', repeatablePayout(context, FAILING)),
  },
  {
    event: 'payment.failed',
    acknowledged: true,
    never: 'payment.succeeded',
    needs: ['payment-failure'],
    begin: (context) =>
      led('checkout', repeatableCheckout(context), (made) => context.buyer.fails(context.merchant, made)),
  },
  {
    event: 'escrow.funded',
    acknowledged: true,
    never: 'escrow.cancelled',
    needs: ['escrow-buyer'],
    begin: (context) => led('escrow', repeatableEscrow(context), (made) => context.buyer.funds(context.merchant, made)),
  },
  {
    event: 'escrow.disputed',
    acknowledged: true,
    never: 'escrow.released',
    needs: ['escrow-buyer', 'escrow-dispute'],
    begin: (context) =>
      led('escrow', repeatableEscrow(context), async (made) =>
        context.buyer.disputes(context.merchant, await context.buyer.funds(context.merchant, made)),
      ),
  },
  inTime('payment.failed', 'checkout', 'payment.succeeded'),
  inTime('escrow.cancelled', 'escrow', 'escrow.funded'),
  {
    event: 'escrow.released',
    acknowledged: true,
    never: 'escrow.refunded',
    needs: ['escrow-buyer'],
    waits: '2h',
    begin: (context) =>
      led('escrow', repeatableEscrow(context, { autoReleaseHours: 1 }), async (made) => {
        await context.buyer.funds(context.merchant, made);
        await context.time.wait(HOUR + SOON, 'the escrow is released');
      }),
  },
  action('escrow.released', 'release'),
  action('escrow.refunded', 'refund'),
  action('escrow.cancelled', 'cancel'),
];
