import {
  type Capability,
  type CheckContext,
  type Created,
  created,
  expect,
  type Link,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { reached } from '../../escrows/support.ts';
import { there } from '../../wallet-links/support.ts';
import type { Row } from '../alike/groups.ts';
import { expectSame } from '../attempts.ts';
import { looked } from '../calendar/long-over.ts';
import { lookAt } from '../states/owned.ts';
import { type Circumstance, circumstances } from './circumstances.ts';

// None of these circumstances undoes what was there before: records stay as they are, references stay used, refunds count, and an approved link
// opens what it opened.

/** What a merchant has before the circumstance comes; kobo. */
const [PAID, REFUNDED] = [50_005, 20_002];
const LEFT = PAID - REFUNDED;

type Kind = Created['kind'];

const kinds: readonly Kind[] = ['checkout', 'refund', 'payout', 'escrow'];

async function before(context: CheckContext) {
  const { merchant, buyer, wallets } = context;
  const checkout = created(
    'checkout',
    await merchant.createCheckout({ amount: PAID, description: 'Rice', metadata: { order: 'A-1' } }),
  );
  await buyer.pays(merchant, checkout);
  const refund = await merchant.refundSettles(checkout, { amount: REFUNDED, reason: 'Came back' });
  const payout = await merchant.settles(await merchant.payout({ narration: 'Sales' }));
  const escrow = await buyer.funded(merchant);
  await merchant.api.releaseEscrow(escrow.reference);
  await reached(merchant, escrow, 'released', 600);
  const link = await wallets.approvedLink(merchant, await wallets.make({ balanceMinor: 8_642 }));
  return { objects: { checkout, refund, payout, escrow }, link };
}

/** Creates of each kind with the reference that is used. */
async function again({ merchant }: CheckContext, objects: Readonly<Record<Kind, Created>>) {
  const { checkout, refund, payout, escrow } = objects;
  return {
    checkout: await merchant.createCheckout({ reference: checkout.reference }),
    refund: await merchant.createRefund({ reference: refund.reference, paymentReference: checkout.reference }),
    payout: await merchant.createPayout({ reference: payout.reference }),
    escrow: await merchant.createEscrow({ reference: escrow.reference }),
  };
}

/** With linked wallets required, an escrow for the seller who is linked, and for one who is not. */
async function whereLinked({ merchant, wallets, console, can }: CheckContext, { wallet }: Link) {
  if (!can('linked-wallets-setting')) return null;
  await console.change(merchant, { requireLinkedWallets: true });
  const linked = await merchant.createEscrow({ seller: { walletId: wallet.walletId } });
  const stranger = await merchant.createEscrow({ seller: { walletId: (await wallets.make()).walletId } });
  await console.change(merchant, { requireLinkedWallets: false });
  return { linked, stranger };
}

async function lived(context: CheckContext, { come }: Circumstance) {
  const { merchant } = context;
  const { objects, link } = await before(context);
  const look = async () => ({
    checkout: await lookAt(merchant, 'checkout', objects.checkout.reference),
    refund: await lookAt(merchant, 'refund', objects.refund.reference),
    payout: await lookAt(merchant, 'payout', objects.payout.reference),
    escrow: await lookAt(merchant, 'escrow', objects.escrow.reference),
  });
  const first = await look();
  await come(context);
  return {
    link,
    first,
    later: await look(),
    opened: await merchant.api.getWalletBalance(link.wallet.walletId),
    status: await merchant.api.getWalletLink(link.linkId),
    known: await merchant.api.createWalletLink(
      JSON.parse(link.exchange.sent.body ?? '{}') as Parameters<typeof merchant.api.createWalletLink>[0],
      { onRateLimited: 'return' },
    ),
    whereLinked: await whereLinked(context, link),
    duplicates: await again(context, objects),
    beyond: await merchant.createRefund({ paymentReference: objects.checkout.reference, amount: LEFT + 1 }),
    rest: await merchant.createRefund({ paymentReference: objects.checkout.reference, amount: LEFT }),
  };
}

type Life = Awaited<ReturnType<typeof lived>>;

interface Look {
  readonly id: RequirementId;
  readonly what: string;
  readonly needs?: readonly Capability[];
  expected(life: Life): void;
}

const looks: readonly Look[] = [
  ...kinds.map(
    (kind): Look => ({
      id: kind === 'escrow' ? 'escrow.released-is-final' : looked[kind].id,
      what: `the record of a ${kind} is as it was`,
      expected: ({ first, later }) => expectSame(later[kind], first[kind], looked[kind].fields),
    }),
  ),
  ...kinds.map(
    (kind): Look => ({
      id: `${kind}.duplicate-reference`,
      what: `the reference of a ${kind} is used`,
      expected: ({ duplicates }) => expect(duplicates[kind]).toBeRefusedWith(409, 'duplicate_reference'),
    }),
  ),
  {
    id: 'refund.exceeds-paid',
    what: 'what was refunded cannot be refunded again',
    expected: ({ beyond }) => expect(beyond).toBeRefusedWith(422, 'refund_exceeds_paid'),
  },
  {
    id: 'refund.up-to-amount-paid',
    what: 'all that is left can be refunded',
    expected: ({ rest }) => expect(rest).toHaveStatus(201),
  },
  {
    id: 'wallet.balance-when-approved',
    what: 'an approved link opens the balance of its wallet',
    expected: ({ opened }) => expect(opened).toHaveStatus(200),
  },
  {
    id: 'wallet-link.approved-stays',
    what: 'an approved link is approved',
    expected: ({ status }) => expect(status).toHaveField('status', 'APPROVED'),
  },
  {
    id: 'wallet-link.known-ref-later',
    what: 'the linkRef of an approved link is known',
    expected({ known, link }) {
      expect(known).toHaveStatus(200);
      expect(known).toHaveField('linkId', link.linkId);
    },
  },
  {
    id: 'escrow.wallet-linked',
    what: 'a seller who is linked is accepted where that is required',
    needs: ['linked-wallets-setting'],
    expected: ({ whereLinked: seen }) => expect(there(seen ?? undefined, 'an escrow').linked).toHaveStatus(201),
  },
  {
    id: 'escrow.wallet-not-linked',
    what: 'a seller who is not linked is refused where that is required',
    needs: ['linked-wallets-setting'],
    expected: ({ whereLinked: seen }) =>
      expect(there(seen ?? undefined, 'an escrow').stranger).toHaveField('error.code', 'wallet_not_linked'),
  },
];

/** Checks for several chapters: see `table`. */
export const allStays: readonly Row[] = circumstances.flatMap((circumstance) => {
  const { what: after, needs: own, waits } = circumstance;
  const needs = [...new Set<Capability>(['own-merchant', 'buyer', 'wallets', ...own])];
  const run = shared(`what a merchant had before ${after}`, needs, (context) => lived(context, circumstance));
  return looks.map(
    ({ id, what, needs: of = [], expected }): Row => ({
      id,
      title: `${what}, also after ${after}`,
      needs: [...new Set<Capability>([...needs, ...of])],
      ...(waits && { waits }),
      check: async (context) => expected(await run(context)),
    }),
  );
});
