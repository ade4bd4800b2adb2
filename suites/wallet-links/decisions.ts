import { Blocked, expect, type Given, requirement, shared } from '../../lib/harness/index.ts';
import { approved, declined, superseded, undecided } from './lives.ts';
import { ask, expectSuccess, has, linkBecomes, linkIdOf, there } from './support.ts';

requirement('wallet-link.approved', 'the sandbox approves it', async (given) => {
  const life = await approved(given);

  expectSuccess(there(life.approval, 'the approval'));
  expect(there(life.approved, 'the approved link')).toHaveField('status', 'APPROVED');
});

requirement('wallet-link.rejected', 'the sandbox rejects it', async (given) => {
  const life = await declined(given);

  expectSuccess(there(life.rejection, 'the rejection'));
  expect(there(life.rejected, 'the rejected link')).toHaveField('status', 'REJECTED');
});

requirement('wallet-link.revoked', 'the merchant unlinks the wallet', async (given) => {
  const life = await approved(given);

  expectSuccess(there(life.deletion, 'DELETE of the link'));
  expect(there(life.revoked, 'the unlinked wallet')).toHaveField('status', 'REVOKED');
});

/** The owner approves, and unlinks later. */
const owned = shared('a link that its owner approves', ['sandbox-wallet', 'wallet-owner'], (given) =>
  given.wallets.withLinkable(1, async (wallet) => {
    const link = await given.wallets.link(given.merchant, wallet);
    await decides(given, link, 'approve');
    const agreed = await linkBecomes(given, link.linkId, 'APPROVED');
    await decides(given, link, 'unlink');
    return { agreed, unlinked: await linkBecomes(given, link.linkId, 'REVOKED') };
  }),
);

requirement('wallet-link.decided-by-owner', 'the owner approves', async (given) => {
  const { agreed } = await owned(given);

  expect(agreed).toHaveField('status', 'APPROVED');
});

requirement('wallet-link.decided-by-owner', 'the owner declines', async (given) => {
  const last = await given.wallets.withLinkable(1, async (wallet) => {
    const link = await given.wallets.link(given.merchant, wallet);
    await decides(given, link, 'reject');
    return await linkBecomes(given, link.linkId, 'REJECTED');
  });

  expect(last).toHaveField('status', 'REJECTED');
});

requirement('wallet-link.revoked-by-owner', 'the owner unlinks the wallet again', async (given) => {
  const { agreed, unlinked } = await owned(given);
  there(has(agreed, 'APPROVED') || undefined, 'the link that the owner unlinks');

  expect(unlinked).toHaveField('status', 'REVOKED');
});

requirement('wallet-link.expires', 'after 4 minutes and a half it can still be approved', async (given) => {
  const { early } = await undecided(given);

  expect(there(early, 'the link before its end')).toHaveField('status', 'PENDING');
});

requirement('wallet-link.expires', 'after 5 minutes it has expired', async (given) => {
  const { late } = await undecided(given);

  expect(there(late, 'the link after its end')).toHaveField('status', 'EXPIRED');
});

requirement('wallet-link.approved-does-not-expire', 'it outlives its 5 minutes', async (given) => {
  const { merchant, wallets, time } = given;
  const last = await wallets.withLinkable(1, async (wallet) => {
    const linkId = there(linkIdOf(await ask(given, wallet, { expiresInMinutes: 5 })), 'the new link');
    await merchant.api.approveWalletLink(linkId);
    there(has(await linkBecomes(given, linkId, 'APPROVED'), 'APPROVED') || undefined, 'the approved link');
    await time.wait(5 * 60, 'an approved link does not expire');
    await time.wait(60, 'an approved link does not expire');
    const seen = await merchant.api.getWalletLink(linkId);
    await merchant.api.deleteWalletLink(linkId);
    return seen;
  });

  expect(last).toHaveField('status', 'APPROVED');
});

requirement('wallet-link.newer-cancels-older', 'the older one can no longer be approved', async (given) => {
  const { older } = await superseded(given);

  expect(there(older, 'the older link')).not.toHaveField('status', 'APPROVED');
});

requirement('wallet-link.newer-cancels-older', 'the newer one is pending, and can be approved', async (given) => {
  const { newerPending, newerApproved } = await superseded(given);

  expect(there(newerPending, 'the newer link')).toHaveField('status', 'PENDING');
  expect(there(newerApproved, 'the newer link')).toHaveField('status', 'APPROVED');
});

/** What the owner does; that it did not work shows in the state of the link. */
async function decides(
  { wallets, merchant, note }: Given,
  link: Parameters<Given['wallets']['owner']>[1],
  decision: 'approve' | 'reject' | 'unlink',
): Promise<void> {
  try {
    await wallets.owner(merchant, link, decision);
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    note(`the owner could not ${decision}: ${error.message}`);
  }
}
