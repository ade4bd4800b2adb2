import { checks, expect } from '../../../lib/interface/index.ts';

// A walletId has 10 digits: fewer are no wallet's, though the number that they spell is the same.

checks(
  'wallet-link.wallet-id-digits',
  [3, 1],
  (zeros) => `the walletId of a wallet with ${zeros} zeros in front, sent without them, is refused`,
  async ({ merchant, wallets, data }, zeros) => {
    const wallet = await wallets.make({ walletId: `${'0'.repeat(zeros)}${data.walletId().slice(zeros)}` });
    // Its next digit may be a zero as well.
    const walletId = wallet.walletId.replace(/^0+/, '');

    const refusal = await wallets.createLink(merchant, wallet, { walletId });
    expect(refusal).toBeRefused();
    expect(refusal).toHaveErrorShape();
  },
  (zeros) => ({ needs: ['wallets'], drawn: 1, alsoInLive: zeros === 3 }),
);
