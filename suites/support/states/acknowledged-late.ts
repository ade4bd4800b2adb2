import {
  Blocked,
  type Capability,
  type CheckContext,
  checks,
  type EventKind,
  type Exchange,
  type Merchant,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { expectSame } from '../attempts.ts';

// A late acknowledgement concerns the past: it must not change the state that the object has reached since. The delivery is retried, resent
// or abandoned after that change.

/** An object, its event, and how the object changes while the event is being delivered. */
interface Row {
  readonly id: RequirementId;
  readonly chapter: 'refund' | 'escrow' | 'wallet-link';
  readonly event: EventKind;
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly fields: readonly string[];
  /** Creates the object, up to the point before its event. */
  begins(context: CheckContext): Promise<Subject>;
}

interface Subject {
  readonly reference: string;
  /** Causes the event. */
  happens(): Promise<unknown>;
  changes(): Promise<unknown>;
  look(): Promise<Exchange>;
}

const paidAndRefunded = (what: string, amounts: readonly number[]): Row => ({
  id: 'refund.adds-to-refunded-amount',
  chapter: 'refund',
  event: 'payment.succeeded',
  what: `a checkout ${what}`,
  needs: ['buyer'],
  fields: ['status', 'refundedAmount', 'paidAt', 'failureReason', 'paymentMethod'],
  begins: async ({ merchant, buyer }) => {
    const checkout = await merchant.checkout({ amount: 9_001 });
    return {
      reference: checkout.reference,
      happens: () => buyer.pays(merchant, checkout),
      changes: async () => {
        for (const amount of amounts) await merchant.refundSettles(checkout, { amount });
      },
      look: () => merchant.get(checkout),
    };
  },
});

const escrow = (id: RequirementId, event: 'escrow.funded' | 'escrow.disputed', becomes: Become): Row => ({
  id,
  chapter: 'escrow',
  event,
  what: `an escrow that is ${event.slice(7)}, then ${becomes}`,
  needs: [
    'escrow-buyer',
    ...(event === 'escrow.disputed' || becomes === 'disputed' ? (['escrow-dispute'] as const) : []),
  ],
  fields: ['status'],
  begins: async ({ merchant, buyer }) => {
    const made = await merchant.escrow();
    const disputes = () => buyer.disputes(merchant, made);
    if (event === 'escrow.disputed') await buyer.funds(merchant, made);
    return {
      reference: made.reference,
      happens: () => (event === 'escrow.disputed' ? disputes() : buyer.funds(merchant, made)),
      changes: () => (becomes === 'disputed' ? disputes() : acts(merchant, made.reference, becomes)),
      look: () => merchant.get(made),
    };
  },
});
type Become = 'released' | 'refunded' | 'disputed';

const acts = ({ api }: Merchant, reference: string, becomes: 'released' | 'refunded') =>
  becomes === 'released' ? api.releaseEscrow(reference) : api.refundEscrow(reference, {});

const revoked: Row = {
  id: 'wallet-link.revoked-is-final',
  chapter: 'wallet-link',
  event: 'wallet.link.approved',
  what: 'a link that is approved, then unlinked',
  needs: ['wallets'],
  fields: ['status'],
  begins: async ({ merchant, wallets }) => {
    const { linkId } = await wallets.link(merchant, await wallets.make());
    return {
      reference: linkId,
      happens: () => merchant.api.approveWalletLink(linkId),
      changes: () => merchant.api.deleteWalletLink(linkId),
      look: () => merchant.api.getWalletLink(linkId),
    };
  },
};

const rows: readonly Row[] = [
  paidAndRefunded('that is refunded in part', [2_003]),
  paidAndRefunded('that is refunded as a whole in two parts', [4_000, 5_001]),
  escrow('escrow.released-is-final', 'escrow.funded', 'released'),
  escrow('escrow.refunded-is-final', 'escrow.funded', 'refunded'),
  escrow('escrow.disputed', 'escrow.funded', 'disputed'),
  escrow('escrow.refunded-is-final', 'escrow.disputed', 'refunded'),
  revoked,
];

/** How the delivery ends, and seconds after the change until then. */
const ways = [
  { way: 'acknowledged at its retry', needs: [] as Capability[], seconds: 100 },
  { way: 'resent', needs: ['deliveries', 'resend'] as Capability[], seconds: 100 },
  { way: 'given up after a day', needs: ['clock'] as Capability[], seconds: 40 * 3_600 },
] as const;
type Way = (typeof ways)[number]['way'];

async function lived(context: CheckContext, { event, begins }: Row, way: Way, seconds: number) {
  const { merchant, console, time } = context;
  const { reference, happens, changes, look } = await begins(context);
  merchant.webhooks.answer({ event, reference }, way === 'resent' ? 200 : 500);
  await happens();
  await merchant.webhooks.given(event, reference);
  await changes();
  const before = await look();
  if (way !== 'given up after a day') merchant.webhooks.answer({ event, reference }, 200);
  if (way === 'resent') {
    const entry = (await console.deliveries(merchant)).find(
      (each) => each.event === event && each.reference === reference,
    );
    if (entry === undefined) throw new Blocked(`the console does not list the ${event} for ${reference}`);
    await console.resend(merchant, entry.id);
  }
  await time.wait(seconds, `the delivery of ${event} is over`);
  return { before, after: await look() };
}

const all = ways.flatMap(({ way, needs, seconds }) =>
  rows.map((row) => ({
    ...row,
    way,
    needs: ['webhooks', ...row.needs, ...needs] as const,
    waits: seconds > 3_600 ? ('40h' as const) : ('2m' as const),
    life: shared(`${row.what}, whose event is ${way}`, ['webhooks', ...row.needs, ...needs], (context) =>
      lived(context, row, way, seconds),
    ),
  })),
);

/** Defines the checks of one chapter. */
export function acknowledgedLate(chapter: Row['chapter']): void {
  checks(
    ({ id }) => id,
    all.filter((row) => row.chapter === chapter),
    ({ what, event, way }) => `${what}, and only then its ${event} is ${way}: it is what it was before that`,
    async (context, { life, fields }) => {
      const { before, after } = await life(context);

      expectSame(after, before, fields);
    },
    ({ needs, waits }) => ({ needs, waits, drawn: 1 }),
  );
}
