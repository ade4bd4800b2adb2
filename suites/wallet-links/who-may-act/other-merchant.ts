import { Blocked, check, checks, expect, field, of, shared } from '../../../lib/interface/index.ts';
import { ask, has, linkBecomes, linkIdOf, there } from '../support.ts';

/** A link of one merchant, pending and approved, and what another merchant can read and do. */
const watched = shared('a link that another merchant looks at', ['other-merchant', 'sandbox-wallet'], (context) =>
  context.wallets.withLinkable(1, async (wallet) => {
    const { merchant, other } = context;
    const linkId = there(linkIdOf(await ask(context, wallet)), 'the new link');
    const seen = [];
    for (const status of ['PENDING', 'APPROVED'] as const) {
      if (status === 'APPROVED') {
        await merchant.api.approveWalletLink(linkId);
        const approved = await linkBecomes(context, linkId, 'APPROVED');
        there(has(approved, 'APPROVED') || undefined, 'the approved link');
      }
      for (const [deed, act] of [
        ['reads', () => other.api.getWalletLink(linkId)],
        ['approves', () => other.api.approveWalletLink(linkId)],
        ['rejects', () => other.api.rejectWalletLink(linkId)],
        ['deletes', () => other.api.deleteWalletLink(linkId)],
      ] as const) {
        const answer = await act();
        seen.push({ status, deed, answer, record: await merchant.api.getWalletLink(linkId) });
      }
    }
    const balance = await other.api.getWalletBalance(wallet.walletId);
    await merchant.api.deleteWalletLink(linkId);
    return { seen, balance };
  }),
);

checks(
  'wallet-link.other-merchant',
  (['APPROVED', 'PENDING'] as const).flatMap((status) =>
    (['deletes', 'reads', 'approves', 'rejects'] as const).map((deed) => ({ status, deed })),
  ),
  ({ status, deed }) => `${status}: another merchant ${deed} it in vain`,
  async (context, { status, deed }) => {
    const found = (await watched(context)).seen.find((each) => each.status === status && each.deed === deed);
    if (found === undefined) throw new Blocked('suite fault: not tried');

    expect(found.answer).toBeRefused();
    expect(found.record).toHaveField('status', status);
  },
  { drawn: 1 },
);

check('wallet.balance-per-merchant', 'another merchant gets no balance for it', async (context) => {
  const { balance } = await watched(context);

  expect(balance).toHaveStatus(403);
});

check(
  'wallet-link.ref-per-merchant',
  "another merchant's request with the same linkRef does not get the link",
  async ({ merchant, other, wallets, data }) => {
    const [mine, theirs] = [await wallets.make(), await wallets.make()];
    const linkRef = data.reference('lnk');
    const { linkId } = await wallets.link(merchant, mine, { linkRef });
    const answer = await wallets.createLink(other, theirs, { linkRef });

    expect(of(answer, 'linkId')).not.toBe(linkId);
    expect(of(answer, 'walletId')).not.toBe(mine.walletId);
    const record = await merchant.api.getWalletLink(linkId);
    expect(record).toHaveField('status', 'PENDING');
    if (field(record.json, 'walletId') !== undefined) expect(record).toHaveField('walletId', mine.walletId);
  },
  { needs: ['wallets'] },
);

// Names of requesters are not unique: two merchants of one name are two.
checks(
  'wallet-link.other-merchant',
  [
    { what: 'deleted by that merchant', needs: [], ends: 'delete' },
    { what: 'unlinked by the owner', needs: ['wallet-owner'], ends: 'unlink' },
    { what: 'rejected by the owner', needs: ['wallet-owner'], ends: 'reject' },
  ] as const,
  ({ what }) => `approved; a link to its wallet of another merchant with its requesterName is ${what}: it stays`,
  async ({ merchant, other, wallets }, { ends }) => {
    const [wallet, fields] = [await wallets.make(), { requesterName: 'Harbour Books' }];
    const { linkId } = await wallets.approvedLink(merchant, wallet, fields);
    const theirs = await wallets.link(other, wallet, fields);
    if (ends !== 'reject') await wallets.decide(other, theirs, 'approve');
    if (ends === 'delete') await other.api.deleteWalletLink(theirs.linkId);
    else await wallets.owner(other, theirs, ends);

    expect(await merchant.api.getWalletLink(linkId)).toHaveField('status', 'APPROVED');
    expect(await merchant.api.getWalletBalance(wallet.walletId)).toHaveStatus(200);
  },
  ({ needs }) => ({ needs: ['wallets', ...needs] }),
);
