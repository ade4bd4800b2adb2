import { expect, requirement, shared } from '../../lib/harness/index.ts';
import { ask, has, linkBecomes, linkIdOf, there } from './support.ts';

/** An approved link of one merchant, and what another merchant gets to see of it and can do to it. */
const watched = shared(
  'an approved link that another merchant looks at',
  ['other-merchant', 'sandbox-wallet'],
  (given) =>
    given.wallets.withLinkable(1, async (wallet) => {
      const { merchant, other } = given;
      const linkId = there(linkIdOf(await ask(given, wallet)), 'the new link');
      await merchant.api.approveWalletLink(linkId);
      const approved = await linkBecomes(given, linkId, 'APPROVED');
      there(has(approved, 'APPROVED') || undefined, 'the approved link');

      const seen = await other.api.getWalletLink(linkId);
      const balance = await other.api.getWalletBalance(wallet.walletId);
      await other.api.deleteWalletLink(linkId);
      const afterwards = await merchant.api.getWalletLink(linkId);
      await merchant.api.deleteWalletLink(linkId);
      return { seen, balance, afterwards };
    }),
);

requirement('wallet-link.other-merchant', 'another merchant cannot read it', async (given) => {
  const { seen } = await watched(given);

  expect(seen).toBeRefused();
});

requirement('wallet-link.other-merchant', 'another merchant cannot unlink it', async (given) => {
  const { afterwards } = await watched(given);

  expect(afterwards).toHaveField('status', 'APPROVED');
});

requirement('wallet.balance-per-merchant', 'another merchant gets no balance for it', async (given) => {
  const { balance } = await watched(given);

  expect(balance).toHaveStatus(403);
});
