import {
  type Capability,
  type CheckContext,
  type Exchange,
  expect,
  type RequirementId,
  shared,
  watchBalance,
} from '../../../lib/interface/index.ts';
import { there } from '../../wallet-links/support.ts';
import type { Row } from '../alike/groups.ts';
import { expectSame } from '../attempts.ts';
import { otherSettings } from '../console-settings.ts';

// An action in the console changes the setting that it names: what the merchant has made, what waits, its links and its balance are afterwards what
// they were.

interface Action {
  readonly what: string;
  readonly needs: readonly Capability[];
  act(context: CheckContext, paid: string): Promise<unknown>;
}

const resend: Action = {
  what: 'an event is resent',
  needs: ['webhooks', 'deliveries', 'resend'],
  async act({ console, merchant }, paid) {
    await merchant.webhooks.given('payment.succeeded', paid);
    await console.resendEvent(merchant, 'payment.succeeded', paid);
  },
};

/** The rotation comes last: it is what other credentials are likeliest to suffer from, and then nothing can be read. */
const actions: readonly Action[] = [
  resend,
  ...otherSettings.map(({ change, ...row }) => ({ ...row, act: change })),
].sort((one, other) => Number(one.needs.includes('rotate-secret')) - Number(other.needs.includes('rotate-secret')));

interface Thing {
  readonly what: string;
  readonly id: RequirementId;
  readonly fields: readonly string[];
}

const money = ['id', 'reference', 'status', 'amount', 'currency', 'createdAt', 'failureReason'];
const order = [...money, 'description', 'customer', 'metadata', 'paymentMethod', 'refundedAmount', 'paidAt'];

const things = {
  paid: { what: 'a paid checkout', id: 'checkout.record-stays', fields: order },
  unpaid: { what: 'a checkout that waits', id: 'checkout.record-stays', fields: order },
  refund: { what: 'a refund', id: 'refund.record-stays', fields: [...money, 'paymentReference', 'reason'] },
  payout: { what: 'a payout', id: 'payout.record-stays', fields: [...money, 'narration'] },
  funded: { what: 'a paid escrow', id: 'escrow.stays-until-its-turn', fields: ['status'] },
  unfunded: { what: 'an escrow that waits', id: 'escrow.stays-until-its-turn', fields: ['status'] },
  link: { what: 'an approved link', id: 'wallet-link.approved-stays', fields: ['status'] },
  asked: { what: 'a link that waits', id: 'wallet-link.status-read', fields: ['status'] },
  wallet: {
    what: 'the balance of a linked wallet',
    id: 'wallet.balance-when-approved',
    fields: ['availableMinor', 'heldMinor', 'currency'],
  },
} as const satisfies Record<string, Thing>;
type Name = keyof typeof things;
const names = Object.keys(things) as Name[];

const needs: readonly Capability[] = ['own-merchant', 'buyer', 'escrow-buyer', 'wallets'];

/** What a merchant has, read before and after each action in turn. */
const settingsChanged = shared('what a merchant has while its settings are changed', needs, async (context) => {
  const { merchant, buyer, wallets, can } = context;
  const { api } = merchant;
  const paid = await buyer.paid(merchant, { amount: 70_007, description: 'Rice', metadata: { order: 'A-17' } });
  const refund = await merchant.refundSettles(paid, { amount: 3_001, reason: 'torn' });
  const payout = await merchant.settles(await merchant.payout({ narration: 'Sales of May' }));
  const funded = await buyer.funded(merchant, { autoReleaseHours: 720 });
  // Takes as long as a movement takes to show, which may be days: what waits for an hour or a day is made afterwards.
  const watch = await watchBalance(context);
  const unpaid = await merchant.checkout({ description: 'Yam' });
  const unfunded = await merchant.escrow();
  const wallet = await wallets.make({ balanceMinor: 7_531 });
  const link = await wallets.approvedLink(merchant, wallet);
  const asked = await wallets.link(merchant, await wallets.make(), { expiresInMinutes: 60 });
  const reads: Record<Name, () => Promise<Exchange>> = {
    paid: () => merchant.get(paid),
    unpaid: () => merchant.get(unpaid),
    refund: () => merchant.get(refund),
    payout: () => merchant.get(payout),
    funded: () => merchant.get(funded),
    unfunded: () => merchant.get(unfunded),
    link: () => api.getWalletLink(link.linkId),
    asked: () => api.getWalletLink(asked.linkId),
    wallet: () => api.getWalletBalance(wallet.walletId),
  };
  const look = async () => {
    const seen = new Map<Name, Exchange>();
    for (const name of names) seen.set(name, await reads[name]());
    return seen;
  };
  const found = new Map<string, { before: Map<Name, Exchange>; after: Map<Name, Exchange>; moved: Moved }>();
  let before = await look();
  for (const { what, needs, act } of actions) {
    if (!needs.every(can)) continue;
    await act(context, paid.reference);
    const after = await look();
    // Where the balance cannot be read, the records tell why.
    const moved = await watch.movement(0).catch((error: Error) => error);
    found.set(what, { before, after, moved });
    before = after;
  }
  return found;
});

type Moved = Awaited<ReturnType<Awaited<ReturnType<typeof watchBalance>>['movement']>> | Error;

async function around(context: CheckContext, what: string) {
  return there((await settingsChanged(context)).get(what), what);
}

/** Checks for several chapters: see `table`. */
export const nothingElse: readonly Row[] = actions.flatMap(({ what, needs: own }) => [
  ...names.map((name): Row => {
    const { id, what: thing, fields } = things[name];
    return {
      id,
      title: `${thing} is what it was when ${what}`,
      needs: [...needs, ...own],
      async check(context) {
        const { before, after } = await around(context, what);
        expectSame(there(after.get(name), thing), there(before.get(name), thing), fields, `when ${what}`);
      },
    };
  }),
  {
    id: 'balance.is-the-sum',
    title: `it is what it was when ${what}`,
    needs: [...needs, ...own],
    async check(context) {
      const { moved } = await around(context, what);
      if (moved instanceof Error) throw moved;
      expect(moved, `movement of the balance when ${what}, in kobo`).toBe(0);
    },
  },
]);
