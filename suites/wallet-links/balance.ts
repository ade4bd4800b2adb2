import { type Exchange, expect, requirement } from '../../lib/harness/index.ts';
import { approved, declined, undecided } from './lives.ts';
import { there } from './support.ts';

requirement('wallet.balance-when-approved', 'the balance of an approved wallet is answered with 200', async (given) => {
  const { balance } = await approved(given);

  expect(there(balance, 'the balance')).toHaveStatus(200);
});

requirement('wallet.balance-when-approved', 'it has two integers and the currency NGN', async (given) => {
  const { balance } = await approved(given);
  const answer = there(balance?.status === 200 ? balance : undefined, 'the balance');

  expect(answer).toFit('walletBalance');
  expect(answer).toHaveField('currency', 'NGN');
});

requirement('wallet.balance-amount', 'a wallet of 123,456 kobo shows them as availableMinor', async (given) => {
  const { merchant, wallets } = given;
  const wallet = await wallets.make({ balanceMinor: 123_456 });
  await wallets.approvedLink(merchant, wallet);

  expect(await merchant.api.getWalletBalance(wallet.walletId)).toHaveField('availableMinor', 123_456);
});

requirement('wallet.balance-without-link', 'a wallet never linked shows nothing', async ({ merchant, wallets }) => {
  await wallets.withLinkable(0, async ({ walletId }) => {
    expectClosed(await merchant.api.getWalletBalance(walletId));
  });
});

requirement('wallet.balance-unapproved', 'a wallet whose link is PENDING shows nothing', async (given) => {
  const { balanceWhilePending } = await declined(given);

  expectClosed(there(balanceWhilePending, 'the balance while the link is pending'));
});

requirement('wallet.balance-unapproved', 'a wallet whose link is REJECTED shows nothing', async (given) => {
  const { balanceAfterRejection } = await declined(given);

  expectClosed(there(balanceAfterRejection, 'the balance after the rejection'));
});

requirement('wallet.balance-unapproved', 'a wallet whose link is REVOKED shows nothing', async (given) => {
  const { balanceAfterRevocation } = await approved(given);

  expectClosed(there(balanceAfterRevocation, 'the balance after DELETE'));
});

requirement('wallet.balance-after-expiry', 'a wallet whose link is EXPIRED shows nothing', async (given) => {
  const { balance } = await undecided(given);

  expectClosed(there(balance, 'the balance after the end of the link'));
});

function expectClosed(balance: Exchange): void {
  expect(balance).toHaveStatus(403);
  expect(balance).toHaveErrorShape();
}
