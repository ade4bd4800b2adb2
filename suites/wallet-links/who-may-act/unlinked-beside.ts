import {
  type CheckContext,
  check,
  checks,
  expect,
  inLive,
  type Link,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { linkBecomes } from '../support.ts';

// An approved link is unlinked while a newer request for its wallet is pending. The approved link ends, and its end closes the balance. The pending
// request stays, and can be approved or rejected later.

interface End {
  readonly by: string;
  readonly id: 'wallet-link.revoked' | 'wallet-link.revoked-by-owner';
  readonly live?: true;
  act(context: CheckContext, link: Link): Promise<unknown>;
}

const byOwner: End = {
  by: 'its owner',
  id: 'wallet-link.revoked-by-owner',
  act: ({ wallets, merchant }, link) => wallets.owner(merchant, link, 'unlink'),
};
const ends: readonly End[] = [
  byOwner,
  {
    by: 'its merchant',
    id: 'wallet-link.revoked',
    act: ({ merchant }, { linkId }) => merchant.api.deleteWalletLink(linkId),
  },
  { ...byOwner, by: 'its owner, live', live: true },
];

const rows = ends.map((end) => {
  const { by, id, live } = end;
  const needs = [
    'wallets' as const,
    ...(id === 'wallet-link.revoked-by-owner' ? (['wallet-owner'] as const) : []),
    ...(live ? (['live'] as const) : []),
  ];
  const words = `an approved link that is unlinked by ${by} while a newer one waits`;
  const life = shared(words, needs, async (own) => {
    const context = live ? inLive(own) : own;
    const { merchant, wallets } = context;
    const wallet = await wallets.make({ balanceMinor: 8_642 });
    const older = await wallets.approvedLink(merchant, wallet);
    const newer = await wallets.link(merchant, wallet, { expiresInMinutes: 60 });
    const balance = () => merchant.api.getWalletBalance(wallet.walletId);
    await end.act(context, older);
    const gone = await linkBecomes(context, older.linkId, 'REVOKED');
    const waiting = await merchant.api.getWalletLink(newer.linkId);
    const closed = await balance();
    await attempt(wallets.decide(merchant, newer, 'approve'));
    const approved = await linkBecomes(context, newer.linkId, 'APPROVED');
    const open = await balance();
    return { gone, waiting, closed, approved, open, later: await merchant.api.getWalletLink(older.linkId) };
  });
  return { id, words, needs, life };
});

type Life = Awaited<ReturnType<(typeof rows)[number]['life']>>;

const looks: readonly { readonly id: RequirementId | null; readonly what: string; expected(life: Life): void }[] = [
  {
    // That of the end itself.
    id: null,
    what: 'it is REVOKED',
    expected: ({ gone }) => expect(gone).toHaveField('status', 'REVOKED'),
  },
  {
    id: 'wallet-link.status-read',
    what: 'the newer one is PENDING still',
    expected: ({ waiting }) => expect(waiting).toHaveField('status', 'PENDING'),
  },
  {
    id: 'wallet.balance-unapproved',
    what: 'it opens no balance any more',
    expected: ({ closed }) => expect(closed).toHaveStatus(403),
  },
  {
    id: 'wallet-link.approved',
    what: 'the newer one can be approved',
    expected: ({ approved }) => expect(approved).toHaveField('status', 'APPROVED'),
  },
  {
    id: 'wallet.balance-when-approved',
    what: 'the newer one opens the balance when it is approved',
    expected({ open }) {
      expect(open).toHaveStatus(200);
      expect(open).toHaveField('availableMinor', 8_642);
    },
  },
  {
    id: 'wallet-link.revoked-is-final',
    what: 'it is REVOKED also when the newer one is approved',
    expected: ({ later }) => expect(later).toHaveField('status', 'REVOKED'),
  },
];

checks(
  ({ look, row }) => look.id ?? row.id,
  looks.flatMap((look) => rows.map((row) => ({ look, row }))),
  ({ look, row }) => `${row.words}: ${look.what}`,
  async (context, { look, row }) => look.expected(await row.life(context)),
  ({ row }) => ({ needs: row.needs, drawn: 2 }),
);

// Whether a link that is pending can be deleted is not shown; that another one ends by it is not.
check(
  'wallet-link.approved-stays',
  'a newer request for its wallet is deleted while it waits: it is approved still, and its balance is open',
  async ({ merchant, wallets }) => {
    const wallet = await wallets.make();
    const older = await wallets.approvedLink(merchant, wallet);
    const newer = await wallets.link(merchant, wallet);
    await merchant.api.deleteWalletLink(newer.linkId);

    expect(await merchant.api.getWalletLink(older.linkId)).toHaveField('status', 'APPROVED');
    expect(await merchant.api.getWalletBalance(wallet.walletId)).toHaveStatus(200);
  },
  { needs: ['wallets'], alsoInLive: true },
);
