import { check, created, expect } from '../../../lib/interface/index.ts';
import { mayRefuse } from '../../support/attempts.ts';

// "A seller wallet without an approved link is refused": the merchant's own wallet, to which the fee goes, needs no link.

check(
  'escrow.wallet-linked',
  'a linked seller with a fee for a wallet that was taken before links were required',
  async ({ merchant, console, wallets }) => {
    const [seller, { walletId: feeWalletId }] = [await wallets.make(), await wallets.make()];
    await wallets.approvedLink(merchant, seller);
    const withFee = { seller: { walletId: seller.walletId }, feeAmount: 500, feeWalletId };
    const before = await merchant.createEscrow(withFee);
    // Which wallets are the merchant's own is not shown.
    mayRefuse(before, 'this wallet is not taken as feeWalletId');
    created('escrow', before);
    await console.change(merchant, { requireLinkedWallets: true });

    expect(await merchant.createEscrow(withFee)).toHaveStatus(201);
  },
  { needs: ['wallets'], alsoInLive: true },
);
