import { Blocked, checks, type Exchange, expect, type RequirementId, shared } from '../../../lib/interface/index.ts';

// 'Require linked wallets' has the value it was last set to, however often it was changed and whatever was requested in between. It does not
// affect another merchant.

interface Step {
  /** The new value of the setting; undefined: it is not changed. */
  readonly set?: boolean;
  readonly is: boolean;
}

const steps: readonly Step[] = [
  { is: false },
  { set: true, is: true },
  { is: true },
  { set: false, is: false },
  { set: true, is: true },
  { set: true, is: true },
  { set: false, is: false },
  { set: false, is: false },
  { set: true, is: true },
];

const UNLINKED = '0000000001';

interface Seen {
  readonly unlinked: Exchange;
  readonly linked: Exchange;
  /** The same request by another merchant, whose setting is never changed. */
  readonly theirs: Exchange;
}

const run = shared(
  'escrows while linked wallets are required, and then no more, several times over',
  ['linked-wallets-setting', 'wallets', 'other-merchant'],
  async ({ merchant, other, console, wallets }) => {
    const linked = await wallets.make();
    await wallets.approvedLink(merchant, linked);
    const seen: Seen[] = [];
    for (const { set } of steps) {
      if (set !== undefined) await console.change(merchant, { requireLinkedWallets: set });
      seen.push({
        unlinked: await merchant.createEscrow({ seller: { walletId: UNLINKED } }),
        linked: await merchant.createEscrow({ seller: { walletId: linked.walletId } }),
        theirs: await other.createEscrow({ seller: { walletId: UNLINKED } }),
      });
    }
    return seen;
  },
);

const rows = steps.map((step, at): Step & { at: number; id: RequirementId; words: string } => ({
  ...step,
  at,
  id: step.is ? 'escrow.wallet-not-linked' : 'escrow.wallet-linked',
  words: steps
    .slice(0, at + 1)
    .map(({ set }) => (set === undefined ? 'asked' : set ? 'on' : 'off'))
    .join(', '),
}));

checks(
  ({ id }) => id,
  rows,
  ({ is, words }) => `set ${words}: an unlinked wallet is ${is ? 'refused' : 'accepted'}, a linked one accepted`,
  async (context, { is, at }) => {
    const all = await run(context);
    const [seen, first] = [all[at], all[0]];
    if (seen === undefined) throw new Blocked('suite fault: no such step');

    if (is) {
      expect(seen.unlinked).toBeRefused();
      expect(seen.unlinked).toHaveField('error.code', 'wallet_not_linked');
    } else expect(seen.unlinked).toHaveStatus(201);
    expect(seen.linked).toHaveStatus(201);
    // If the other merchant is a standing one, its setting may have been on from the beginning.
    if (first?.theirs.status === 201) expect(seen.theirs, "another merchant's").toHaveStatus(201);
  },
  { needs: ['wallets', 'other-merchant'] },
);
