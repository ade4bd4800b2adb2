import {
  Blocked,
  type Capability,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  type Link,
  shared,
  type Wallet,
} from '../../../lib/interface/index.ts';

// A link belongs to one merchant and a wallet: transitions of another merchant's link to the same wallet do not affect it.

interface Deed {
  readonly what: string;
  readonly needs: readonly Capability[];
  act(context: CheckContext, theirs: Link): Promise<unknown>;
}

const approves: Deed = {
  what: 'is approved',
  needs: [],
  act: ({ other }, link) => other.api.approveWalletLink(link.linkId),
};
const rejects: Deed = {
  what: 'is rejected',
  needs: [],
  act: ({ other }, link) => other.api.rejectWalletLink(link.linkId),
};
const deletes: Deed = {
  what: 'is deleted',
  needs: [],
  act: ({ other }, link) => other.api.deleteWalletLink(link.linkId),
};
const byOwner = (what: string, decision: 'approve' | 'reject' | 'unlink'): Deed => ({
  what,
  needs: ['wallet-owner'],
  act: ({ wallets, other }, link) => wallets.owner(other, link, decision),
});

/** The transitions of the other merchant's link, in order, after it was requested. */
const lives: readonly (readonly Deed[])[] = [
  [approves, deletes],
  [rejects],
  [byOwner('is approved by the owner', 'approve'), byOwner('is unlinked by the owner', 'unlink')],
  [byOwner('is declined by the owner', 'reject')],
];

interface State {
  readonly status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'REVOKED';
  /** How many transitions of the other link happen before this link is requested. A newer request may cancel a pending one. */
  readonly before: number;
  lead(context: CheckContext, mine: Link): Promise<unknown>;
}

const states: readonly State[] = [
  {
    status: 'APPROVED',
    before: 0,
    lead: ({ merchant }, { linkId }) => merchant.api.approveWalletLink(linkId),
  },
  { status: 'PENDING', before: 1, lead: async () => {} },
  {
    status: 'REJECTED',
    before: 0,
    lead: ({ merchant }, { linkId }) => merchant.api.rejectWalletLink(linkId),
  },
  {
    status: 'REVOKED',
    before: 0,
    async lead({ merchant }, { linkId }) {
      await merchant.api.approveWalletLink(linkId);
      await merchant.api.deleteWalletLink(linkId);
    },
  },
];

interface Look {
  readonly when: string;
  readonly record: Exchange;
}

async function watched(context: CheckContext, { status, before, lead }: State, life: readonly Deed[]) {
  const { merchant, other, wallets } = context;
  const wallet: Wallet = await wallets.make({ balanceMinor: 8_642 });
  const first = life.slice(0, before);
  const earlier = before > 0 ? await wallets.link(other, wallet) : null;
  if (earlier !== null) for (const { act } of first) await act(context, earlier);
  const mine = await wallets.link(merchant, wallet);
  await lead(context, mine);
  const looks: Look[] = [];
  const look = async (when: string) => looks.push({ when, record: await merchant.api.getWalletLink(mine.linkId) });
  await look('before');
  const theirs = earlier ?? (await wallets.link(other, wallet));
  if (earlier === null) await look('when theirs was asked for');
  for (const { what, act } of life.slice(before)) {
    await act(context, theirs);
    await look(`when theirs ${what}`);
  }
  const balance = await merchant.api.getWalletBalance(wallet.walletId);
  if (status === 'PENDING') await merchant.api.approveWalletLink(mine.linkId);
  return { looks, balance, last: await merchant.api.getWalletLink(mine.linkId) };
}

const rows = states.flatMap((state) =>
  lives
    .filter((life) => life.length > state.before)
    .map((life) => {
      const words = `${state.status}: another merchant's link to its wallet ${life.map(({ what }) => what).join(', then ')}`;
      const needs: readonly Capability[] = ['wallets', 'other-merchant', ...life.flatMap((deed) => deed.needs)];
      return { state, words, needs, run: shared(words, needs, (context) => watched(context, state, life)) };
    }),
);

checks(
  'wallet-link.other-merchant',
  rows,
  ({ words }) => `${words}, and it is as it was`,
  async (context, { state: { status }, run }) => {
    const { looks, last } = await run(context);
    if (Object(looks[0]?.record.json).status !== status) throw new Blocked(`the link should have been ${status}`);

    for (const { when, record } of looks) expect(record, when).toHaveField('status', status);
    expect(last).toHaveField('status', status === 'PENDING' ? 'APPROVED' : status);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);

checks(
  'wallet.balance-when-approved',
  rows.filter(({ state }) => state.status === 'APPROVED'),
  ({ words }) => `${words}, and its balance is open`,
  async (context, { run }) => {
    const { balance } = await run(context);

    expect(balance).toHaveStatus(200);
    expect(balance).toHaveField('availableMinor', 8_642);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);
