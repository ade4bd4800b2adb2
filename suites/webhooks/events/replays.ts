import {
  type Capability,
  type CheckContext,
  captured,
  checks,
  type EventKind,
  expect,
} from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { eventIdsOf } from '../content/fields.ts';
import { arrivesAnywhere } from '../support.ts';

// A replay has no effect, so only one event comes.

interface Replayed {
  readonly kind: EventKind;
  readonly what?: string;
  readonly needs: readonly Capability[];
  /** Does the same twice, with one idempotency key. */
  twice(context: CheckContext, idempotencyKey: string): Promise<string>;
}

const replays: readonly Replayed[] = [
  {
    kind: 'payout.succeeded',
    needs: [],
    twice: async ({ merchant, data }, idempotencyKey) => {
      const fields = { reference: data.reference('pay'), recipient: { accountName: 'Ada Obi' } };
      await merchant.createPayout(fields, { idempotencyKey });
      await merchant.createPayout(fields, { idempotencyKey });
      return fields.reference;
    },
  },
  {
    kind: 'refund.succeeded',
    needs: ['buyer'],
    twice: async ({ merchant, buyer, data }, idempotencyKey) => {
      const fields = { reference: data.reference('rfd'), paymentReference: (await buyer.paid(merchant)).reference };
      await merchant.createRefund(fields, { idempotencyKey });
      await merchant.createRefund(fields, { idempotencyKey });
      return fields.reference;
    },
  },
  {
    kind: 'escrow.cancelled',
    needs: [],
    twice: async ({ merchant }, idempotencyKey) => {
      const { reference } = await merchant.escrow();
      await merchant.api.cancelEscrow(reference, { idempotencyKey });
      await merchant.api.cancelEscrow(reference, { idempotencyKey });
      return reference;
    },
  },
  {
    kind: 'escrow.released',
    needs: ['escrow-buyer'],
    twice: async ({ merchant, buyer }, idempotencyKey) => {
      const { reference } = await buyer.funded(merchant);
      await merchant.api.releaseEscrow(reference, { idempotencyKey });
      await merchant.api.releaseEscrow(reference, { idempotencyKey });
      return reference;
    },
  },
];

/** A buyer's action on a page, repeated on another page that was already open. */
const inTwoTabs = (['escrow', 'checkout'] as const).map(
  (kind): Replayed => ({
    kind: kind === 'escrow' ? 'escrow.funded' : 'payment.succeeded',
    what: 'paid in two tabs',
    needs: ['browser'],
    twice: async ({ merchant, buyer }) => {
      const made = await merchant[kind]();
      await buyer.atPage(made, async (first) => {
        await first.fills();
        await buyer.atPage(made, async (second) => {
          await second.fills();
          await first.pays();
          await merchant.confirms(made, kind === 'escrow' ? 'funded' : 'succeeded');
          // The second page may also no longer offer a payment.
          await attempt(second.pays({}, { stays: true }));
        });
      });
      return made.reference;
    },
  }),
);

checks(
  'webhook.one-event',
  [...replays, ...inTwoTabs],
  ({ kind, what = 'after a replay of what caused it' }) => `${kind}, ${what}`,
  async (context, { kind, twice }) => {
    const { merchant, capture, time, data } = context;
    const reference = await twice(context, data.reference('key'));
    await arrivesAnywhere(context, merchant, { event: kind, reference });
    await time.listen(30, 'it comes once more');

    const all = captured({ capture }, { path: merchant.webhooks.path, event: kind, reference });
    expect(eventIdsOf(all), `event ids for one ${kind}`).toHaveLength(1);
  },
  ({ needs }) => ({ needs }),
);
