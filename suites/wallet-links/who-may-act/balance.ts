import { Blocked, check, checks, type Exchange, expect, NotExercised } from '../../../lib/interface/index.ts';
import { approved, declined, undecided } from '../states/lives.ts';
import { there } from '../support.ts';

check('wallet.balance-when-approved', 'the balance of an approved wallet is answered with 200', async (context) => {
  const { balance } = await approved(context);

  expect(there(balance, 'the balance')).toHaveStatus(200);
});

check('wallet.balance-when-approved', 'it has two integers and the currency NGN', async (context) => {
  const { balance } = await approved(context);
  const answer = there(balance?.status === 200 ? balance : undefined, 'the balance');

  expect(answer).toFit('walletBalance');
  expect(answer).toHaveField('currency', 'NGN');
});

checks(
  'wallet.balance-when-approved',
  ['is held', 'was released to it', 'went back to the buyer', 'was shared with the buyer'] as const,
  (money) => `two integers, where an escrow's money ${money}`,
  async ({ merchant, buyer, wallets }, money) => {
    const wallet = await wallets.make();
    const { walletId } = wallet;
    await wallets.approvedLink(merchant, wallet);
    const escrow = await buyer.funded(merchant, { seller: { walletId }, amount: 30_001 });
    if (money === 'was released to it') await merchant.api.releaseEscrow(escrow.reference);
    if (money === 'went back to the buyer') await merchant.api.refundEscrow(escrow.reference, {});
    if (money === 'was shared with the buyer') await merchant.api.refundEscrow(escrow.reference, { amount: 10_000 });

    const balance = await merchant.api.getWalletBalance(walletId);
    expect(balance).toHaveStatus(200);
    expect(balance).toFit('walletBalance');
  },
  (money) => ({ needs: ['wallets', 'escrow-buyer'], alsoInLive: money === 'is held' }),
);

/** Kobo, among them the first integers that 24 bits, 31 bits, 32 bits and naira of floating point cannot hold. */
const amounts = [123_456, 0, 1, 16_777_217, 2_147_483_649, 4_294_967_297, 1_099_511_627_777];

checks(
  'wallet.balance-amount',
  amounts,
  (kobo) => `a wallet of ${kobo} kobo shows them as availableMinor`,
  async ({ merchant, wallets }, balanceMinor) => {
    const wallet = await wallets.make({ balanceMinor }).catch((error: unknown) => {
      // No maximum of a wallet is shown, so that control may have one.
      if (error instanceof Blocked && balanceMinor > 2_000_000_000) throw new NotExercised(error.message);
      throw error;
    });
    await wallets.approvedLink(merchant, wallet);

    expect(await merchant.api.getWalletBalance(wallet.walletId)).toHaveField('availableMinor', balanceMinor);
  },
  { drawn: 2 },
);

check('wallet.balance-without-link', 'a wallet never linked shows nothing', async ({ merchant, wallets }) => {
  await wallets.withLinkable(0, async ({ walletId }) => {
    expectClosed(await merchant.api.getWalletBalance(walletId));
  });
});

check('wallet.balance-unapproved', 'a wallet whose link is PENDING shows nothing', async (context) => {
  const { balanceWhilePending } = await declined(context);

  expectClosed(there(balanceWhilePending, 'the balance while the link is pending'));
});

check('wallet.balance-unapproved', 'a wallet whose link is REJECTED shows nothing', async (context) => {
  const { balanceAfterRejection } = await declined(context);

  expectClosed(there(balanceAfterRejection, 'the balance after the rejection'));
});

check('wallet.balance-unapproved', 'a wallet whose link is REVOKED shows nothing', async (context) => {
  const { balanceAfterRevocation } = await approved(context);

  expectClosed(there(balanceAfterRevocation, 'the balance after DELETE'));
});

check('wallet.balance-after-expiry', 'a wallet whose link is EXPIRED shows nothing', async (context) => {
  const { balance } = await undecided(context);

  expectClosed(there(balance, 'the balance after the end of the link'));
});

function expectClosed(balance: Exchange): void {
  expect(balance).toHaveStatus(403);
  expect(balance).toHaveErrorShape();
}
