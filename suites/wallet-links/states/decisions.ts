import { Blocked, type CheckContext, check, checks, expect, shared } from '../../../lib/interface/index.ts';
import { ask, expectSuccess, has, linkBecomes, linkIdOf, there } from '../support.ts';
import { approved, declined, superseded, undecided } from './lives.ts';

check('wallet-link.approved', 'the sandbox approves it', async (context) => {
  const life = await approved(context);

  expectSuccess(there(life.approval, 'the approval'));
  expect(there(life.approved, 'the approved link')).toHaveField('status', 'APPROVED');
});

check('wallet-link.rejected', 'the sandbox rejects it', async (context) => {
  const life = await declined(context);

  expectSuccess(there(life.rejection, 'the rejection'));
  expect(there(life.rejected, 'the rejected link')).toHaveField('status', 'REJECTED');
});

check('wallet-link.revoked', 'the merchant unlinks the wallet', async (context) => {
  const life = await approved(context);

  expectSuccess(there(life.deletion, 'DELETE of the link'));
  expect(there(life.revoked, 'the unlinked wallet')).toHaveField('status', 'REVOKED');
});

const owned = shared('a link that its owner approves', ['sandbox-wallet', 'wallet-owner'], (context) =>
  context.wallets.withLinkable(1, async (wallet) => {
    const link = await context.wallets.link(context.merchant, wallet);
    await decides(context, link, 'approve');
    const agreed = await linkBecomes(context, link.linkId, 'APPROVED');
    await decides(context, link, 'unlink');
    return { agreed, unlinked: await linkBecomes(context, link.linkId, 'REVOKED') };
  }),
);

check('wallet-link.decided-by-owner', 'the owner approves', async (context) => {
  const { agreed } = await owned(context);

  expect(agreed).toHaveField('status', 'APPROVED');
});

check('wallet-link.decided-by-owner', 'the owner declines', async (context) => {
  const last = await context.wallets.withLinkable(1, async (wallet) => {
    const link = await context.wallets.link(context.merchant, wallet);
    await decides(context, link, 'reject');
    return await linkBecomes(context, link.linkId, 'REJECTED');
  });

  expect(last).toHaveField('status', 'REJECTED');
});

check('wallet-link.revoked-by-owner', 'the owner unlinks the wallet again', async (context) => {
  const { agreed, unlinked } = await owned(context);
  there(has(agreed, 'APPROVED') || undefined, 'the link that the owner unlinks');

  expect(unlinked).toHaveField('status', 'REVOKED');
});

check('wallet-link.expires', 'after 4 minutes and a half it can still be approved', async (context) => {
  const { early } = await undecided(context);

  expect(there(early, 'the link before its end')).toHaveField('status', 'PENDING');
});

check('wallet-link.expires', 'after 5 minutes it has expired', async (context) => {
  const { late } = await undecided(context);

  expect(there(late, 'the link after its end')).toHaveField('status', 'EXPIRED');
});

check('wallet-link.approved-does-not-expire', 'it outlives its 5 minutes', async (context) => {
  const { merchant, wallets, time } = context;
  const last = await wallets.withLinkable(1, async (wallet) => {
    const linkId = there(linkIdOf(await ask(context, wallet, { expiresInMinutes: 5 })), 'the new link');
    await merchant.api.approveWalletLink(linkId);
    there(has(await linkBecomes(context, linkId, 'APPROVED'), 'APPROVED') || undefined, 'the approved link');
    await time.wait(5 * 60, 'an approved link does not expire');
    await time.wait(60, 'an approved link does not expire');
    const seen = await merchant.api.getWalletLink(linkId);
    await merchant.api.deleteWalletLink(linkId);
    return seen;
  });

  expect(last).toHaveField('status', 'APPROVED');
});

check('wallet-link.newer-cancels-older', 'the older one can no longer be approved', async (context) => {
  const { older } = await superseded(context);

  expect(there(older, 'the older link')).not.toHaveField('status', 'APPROVED');
});

check('wallet-link.newer-cancels-older', 'the newer one is pending, and can be approved', async (context) => {
  const { newerPending, newerApproved } = await superseded(context);

  expect(there(newerPending, 'the newer link')).toHaveField('status', 'PENDING');
  expect(there(newerApproved, 'the newer link')).toHaveField('status', 'APPROVED');
});

checks(
  'wallet-link.decided-by-owner',
  [
    { decision: 'approve', status: 'APPROVED' },
    { decision: 'reject', status: 'REJECTED' },
  ] as const,
  ({ status }) => `of two merchants' requests for one wallet the owner decides about the later: that one is ${status}`,
  async (context, { decision, status }) => {
    const { merchant, other, wallets } = context;
    const wallet = await wallets.make();
    const earlier = await wallets.link(other, wallet);
    const link = await wallets.link(merchant, wallet);
    await decides(context, link, decision);

    expect(await linkBecomes(context, link.linkId, status)).toHaveField('status', status);
    // Whether another merchant's newer request cancels it, and what it then becomes, is not shown: it may be REJECTED, but not APPROVED.
    expect(await other.api.getWalletLink(earlier.linkId)).not.toHaveField('status', 'APPROVED');
  },
  { needs: ['wallets', 'other-merchant'], drawn: 1 },
);

// A decision is one about the link that it names. Whether another merchant's newer request has cancelled that link is not shown; that the newer
// one waits still follows either way.
checks(
  ({ id }) => id,
  [
    { decision: 'approve', id: 'wallet-link.approved' },
    { decision: 'reject', id: 'wallet-link.rejected' },
  ] as const,
  ({ decision }) =>
    `of two merchants' requests for one wallet the earlier is told to ${decision}: the later is PENDING`,
  async ({ merchant, other, wallets, time }, { decision }) => {
    const wallet = await wallets.make();
    const link = await wallets.link(merchant, wallet);
    await time.wait(2, 'the other merchant asks for the same wallet');
    const later = await wallets.link(other, wallet);
    if (decision === 'approve') await merchant.api.approveWalletLink(link.linkId);
    else await merchant.api.rejectWalletLink(link.linkId);

    expect(await other.api.getWalletLink(later.linkId)).toHaveField('status', 'PENDING');
  },
  { needs: ['wallets', 'other-merchant'] },
);

/** The owner's action; if it fails, the status of the link shows that. */
async function decides(
  { wallets, merchant, note }: CheckContext,
  link: Parameters<CheckContext['wallets']['owner']>[1],
  decision: 'approve' | 'reject' | 'unlink',
): Promise<void> {
  try {
    await wallets.owner(merchant, link, decision);
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    note(`the owner could not ${decision}: ${error.message}`);
  }
}
