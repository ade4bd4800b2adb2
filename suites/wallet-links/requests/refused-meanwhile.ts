import {
  type Capability,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  type Link,
  shared,
} from '../../../lib/interface/index.ts';
import { refused } from '../../support/requests/refusals.ts';
import { asOften, expectSuccess, linkBecomes } from '../support.ts';

// A refused request does not change a pending link to the wallet that it names, and is not a link request: a refusal with `wallet_not_linked`
// requests no link, a refused read of the balance neither approves nor cancels one, and a request with an unknown key has no effect.

interface Refused {
  readonly what: string;
  readonly needs?: readonly Capability[];
  readonly lead?: (context: CheckContext) => Promise<unknown>;
  readonly ask: (context: CheckContext, link: Link) => Promise<Exchange>;
  /** It is a link request itself: whether a refused one counts towards the five per hour is not shown. */
  readonly mayCount?: true;
}

const unknown = { credentials: { apiKey: 'svc_test_sk_none' } };

const refusedRows: readonly Refused[] = [
  {
    what: 'an escrow for its wallet where links are required',
    needs: ['linked-wallets-setting'],
    lead: ({ console, merchant }) => console.change(merchant, { requireLinkedWallets: true }),
    ask: ({ merchant }, { wallet: { walletId } }) => merchant.createEscrow({ seller: { walletId } }),
  },
  {
    what: 'an escrow of 9,999 for its wallet',
    ask: ({ merchant }, { wallet: { walletId } }) => merchant.createEscrow({ amount: 9_999, seller: { walletId } }),
  },
  {
    what: 'an escrow whose fee its wallet would get, without an amount of it',
    ask: ({ merchant }, { wallet: { walletId } }) =>
      merchant.createEscrow({ feeAmount: 'none', feeWalletId: walletId }),
  },
  {
    what: 'the balance of its wallet',
    ask: ({ merchant }, { wallet: { walletId } }) => merchant.api.getWalletBalance(walletId),
  },
  {
    what: 'its approval by a key that is none',
    ask: ({ merchant }, { linkId }) => merchant.api.approveWalletLink(linkId, unknown),
  },
  {
    what: 'its rejection by a key that is none',
    ask: ({ merchant }, { linkId }) => merchant.api.rejectWalletLink(linkId, unknown),
  },
  {
    what: 'its deletion by a key that is none',
    ask: ({ merchant }, { linkId }) => merchant.api.deleteWalletLink(linkId, unknown),
  },
  {
    what: 'a newer link by a key that is none',
    ask: ({ merchant, wallets }, { wallet }) => wallets.createLink(merchant, wallet, {}, unknown),
    mayCount: true,
  },
];

const rows = refusedRows.map((row) => ({
  ...row,
  needs: ['wallets', ...(row.needs ?? [])] as const,
  asked: shared(
    `a link that waits while others are refused: ${row.what}`,
    ['wallets', ...(row.needs ?? [])],
    async (context) => {
      const { merchant, wallets } = context;
      await row.lead?.(context);
      const wallet = await wallets.make();
      const link = await wallets.link(merchant, wallet, { expiresInMinutes: 60 });
      for (const _turn of [1, 2]) refused(await row.ask(context, link));
      const pending = await merchant.api.getWalletLink(link.linkId);
      const approval = await merchant.api.approveWalletLink(link.linkId);
      const approved = await linkBecomes(context, link.linkId, 'APPROVED');
      const more: Exchange[] = [];
      if (!row.mayCount) for (const _request of asOften.slice(1)) more.push(await wallets.createLink(merchant, wallet));
      return { pending, approval, approved, more };
    },
  ),
}));

checks(
  'wallet-link.approved',
  rows,
  ({ what }) => `a link that waits while others are refused, ${what}: then it is approved`,
  async (context, { asked }) => {
    const { pending, approval, approved } = await asked(context);

    expect(pending, 'when they were refused').toHaveField('status', 'PENDING');
    expectSuccess(approval);
    expect(approved).toHaveField('status', 'APPROVED');
  },
  ({ needs }) => ({ needs, drawn: 1.5 }),
);

checks(
  'wallet-link.five-per-hour',
  rows.filter(({ mayCount }) => !mayCount),
  ({ what }) => `five requests for a wallet are accepted, also where others are refused: ${what}`,
  async (context, { asked }) => {
    for (const answer of (await asked(context)).more) expect(answer).toHaveStatus(201);
  },
  ({ needs }) => ({ needs, drawn: 1.5 }),
);
