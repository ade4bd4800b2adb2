import {
  Blocked,
  type Capability,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  type RequirementId,
  shared,
  type Wallet,
} from '../../../lib/interface/index.ts';
import { attempt, HOUR } from '../../support/attempts.ts';
import { otherSettings } from '../../webhooks/console/settings.ts';

// Console settings and links that change later apply to escrows created later: earlier ones are paid, released, refunded, cancelled and
// released automatically as before.

interface Later {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** Preparation before any escrow is created. */
  before?(context: CheckContext, seller: Wallet): Promise<unknown>;
  change(context: CheckContext, seller: Wallet): Promise<unknown>;
}

const required = ({ console, merchant }: CheckContext) => console.change(merchant, { requireLinkedWallets: true });

const laters: readonly Later[] = [
  ...otherSettings,
  {
    what: "its seller's wallet is linked",
    needs: [],
    change: ({ wallets, merchant }, seller) => wallets.approvedLink(merchant, seller),
  },
  {
    what: "its seller's wallet is unlinked, and linked wallets are required",
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
    needs: ['linked-wallets-setting'],
    async change(context, seller) {
      const { wallets, merchant } = context;
      await required(context);
      await wallets.decide(merchant, await wallets.link(merchant, seller), 'reject');
    },
  },
];

const linked = new WeakMap<Wallet, Awaited<ReturnType<CheckContext['wallets']['link']>>>();

/** What is done with each escrow after the change. */
const deeds = [
  { deed: 'the buyer pays it', id: 'escrow.funded', becomes: 'funded' },
  { deed: 'it is cancelled', id: 'escrow.cancelled', becomes: 'cancelled' },
  { deed: 'it is released', id: 'escrow.released', becomes: 'released' },
  { deed: 'it is refunded', id: 'escrow.refunded', becomes: 'refunded' },
  { deed: 'its hour is over', id: 'escrow.releases-by-itself', becomes: 'released' },
] as const satisfies readonly { deed: string; id: RequirementId; becomes: string }[];

type Deed = (typeof deeds)[number]['deed'];

const rows = laters.map((later) => {
  const needs = ['escrow-buyer', 'wallets', ...later.needs] as const;
  return { ...later, needs, life: shared(`escrows that were made before ${later.what}`, needs, (c) => live(c, later)) };
});

async function live(context: CheckContext, { before, change }: Later): Promise<ReadonlyMap<Deed, Exchange>> {
  const { merchant, buyer, wallets, time } = context;
  const wallet = await wallets.make();
  await before?.(context, wallet);
  const seller = { walletId: wallet.walletId };
  const [unpaid, unwanted] = [await merchant.escrow({ seller }), await merchant.escrow({ seller })];
  const [released, refunded] = [await buyer.funded(merchant, { seller }), await buyer.funded(merchant, { seller })];
  const byItself = await buyer.funded(merchant, { seller, autoReleaseHours: 1 });
  await change(context, wallet);
  await attempt(buyer.paysEscrow(merchant, unpaid));
  await merchant.api.cancelEscrow(unwanted.reference);
  await merchant.api.releaseEscrow(released.reference);
  await merchant.api.refundEscrow(refunded.reference, {});
  const all = { 'the buyer pays it': unpaid, 'it is cancelled': unwanted, 'it is released': released };
  const records = new Map<Deed, Exchange>();
  for (const { deed, becomes } of deeds) {
    const escrow = { ...all, 'it is refunded': refunded, 'its hour is over': byItself }[deed];
    if (deed === 'its hour is over') await time.wait(HOUR, 'an escrow is released by itself');
    records.set(deed, await merchant.becomes(escrow, becomes, 600));
  }
  return records;
}

checks(
  ({ id }) => id,
  rows.flatMap((row) => deeds.map((deed) => ({ ...row, ...deed }))),
  ({ what, deed, becomes }) => `an escrow was made, ${what}, then ${deed}: it is ${becomes}`,
  async (context, { life, deed, becomes }) => {
    const record = (await life(context)).get(deed);
    if (record === undefined) throw new Blocked('suite fault: it was not looked at');

    expect(record).toHaveField('status', becomes);
  },
  ({ needs }) => ({ needs, waits: '2h', drawn: 4 }),
);
