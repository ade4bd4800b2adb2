import {
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Exchange,
  expect,
  NotExercised,
  shared,
  type Wallet,
} from '../../../lib/interface/index.ts';
import { attempt, DAY } from '../../support/attempts.ts';
import { otherSettings } from '../../support/console-settings.ts';
import { type Deed, deeds } from './later-deeds.ts';

// Console settings and links that change later apply to escrows created later: earlier ones are paid, released, refunded, cancelled and
// released automatically as before.

interface Later {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** After it a seller without a link would be refused, and so all that may be done is tried. */
  readonly isOfLinks?: true;
  /** Preparation before any escrow is created. */
  before?(context: CheckContext, seller: Wallet): Promise<unknown>;
  change(context: CheckContext, seller: Wallet): Promise<unknown>;
}

const required = ({ console, merchant }: CheckContext) => console.change(merchant, { requireLinkedWallets: true });

const laters: readonly Later[] = [
  ...otherSettings.map((each) => ({ ...each, ...(each.linkedWallets === 'required' && { isOfLinks: true as const }) })),
  {
    what: "its seller's wallet is linked",
    needs: [],
    change: ({ wallets, merchant }, seller) => wallets.approvedLink(merchant, seller),
  },
  {
    what: "its seller's wallet is unlinked, and linked wallets are required",
    isOfLinks: true,
    needs: ['linked-wallets-setting'],
    async before(context, seller) {
      await required(context);
      linked.set(seller, await context.wallets.approvedLink(context.merchant, seller));
    },
    async change({ merchant }, seller) {
      await merchant.api.deleteWalletLink(linked.get(seller)?.linkId ?? '');
    },
  },
  {
    what: 'linked wallets are required, and a link of its seller is declined',
    isOfLinks: true,
    needs: ['linked-wallets-setting'],
    async change(context, seller) {
      const { wallets, merchant } = context;
      await required(context);
      await wallets.decide(merchant, await wallets.link(merchant, seller), 'reject');
    },
  },
];

const linked = new WeakMap<Wallet, Awaited<ReturnType<CheckContext['wallets']['link']>>>();

const rows = laters.flatMap((later) => {
  const own = deeds.filter(({ ofLinks }) => !ofLinks || later.isOfLinks);
  const needs: readonly Capability[] = ['escrow-buyer', 'wallets', ...later.needs];
  const life = shared(`escrows that were made before ${later.what}`, needs, (context) => live(context, later, own));
  return own.map((deed) => ({ what: later.what, deed, life, needs: [...needs, ...(deed.needs ?? [])] }));
});

async function live(
  context: CheckContext,
  { before, change }: Later,
  own: readonly Deed[],
): Promise<ReadonlyMap<Deed, Exchange>> {
  const { merchant, buyer, wallets, time } = context;
  const wallet = await wallets.make();
  await before?.(context, wallet);
  const seller = { walletId: wallet.walletId };
  const escrows = new Map<Deed, Created>();
  for (const each of own.filter(({ needs = [] }) => needs.every(context.can))) {
    const escrow = await merchant.escrow({ seller, ...(each.hours !== null && { autoReleaseHours: each.hours }) });
    escrows.set(each, each.hours === null ? escrow : await buyer.funds(merchant, escrow));
  }
  await change(context, wallet);
  for (const [each, escrow] of escrows) {
    // A refusal shows in the status. What control does not offer may show only when it is called.
    const kept = each.act === undefined ? null : await attempt(each.act(context, escrow));
    if (kept instanceof NotExercised) escrows.delete(each);
  }
  const records = new Map<Deed, Exchange>();
  let passed = 0;
  for (const [each, escrow] of escrows) {
    const { after = 0, becomes } = each;
    try {
      if (after > passed) await time.wait(after - passed, 'what was made before the change ends by time');
    } catch (error) {
      // There may be time for some of them alone.
      if (error instanceof NotExercised) return records;
      throw error;
    }
    passed = Math.max(passed, after);
    records.set(each, await merchant.becomes(escrow, becomes, 600));
  }
  return records;
}

checks(
  ({ deed }) => deed.id,
  rows,
  ({ what, deed: { deed, becomes } }) => `an escrow was made, ${what}, then ${deed}: it is ${becomes}`,
  async (context, { life, deed }) => {
    const record = (await life(context)).get(deed);
    if (record === undefined) throw new NotExercised('it could not be done, or there was no time for it');

    expect(record).toHaveField('status', deed.becomes);
  },
  ({ needs, deed: { after = 0 } }) => ({ needs, waits: after < DAY ? '3h' : '25h', drawn: 4 }),
);
