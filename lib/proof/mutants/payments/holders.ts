/** Defects by which wallets and accounts are told apart by something else than their numbers. */
import type { Environment, Merchant, Payout } from '../../reference/rules/records.ts';
import { also } from '../blind/ways.ts';
import { shows, timer } from '../change.ts';
import { type Mutant, mutant } from '../mutant.ts';

/** The first wallet with the name of the holder of this one, in whatever case. */
function firstOfHolder({ wallets }: Environment, walletId: string) {
  const holder = wallets.get(walletId)?.holderName.toLowerCase();
  return [...wallets.values()].find(({ holderName }) => holderName.toLowerCase() === holder);
}

/** The account that the merchant's first payout to this name was for. */
function accountOf({ merchant, recipient }: { merchant: Merchant } & Pick<Payout, 'recipient'>): string {
  const known = [...merchant.records.payout.values()].find(
    (each) => each.recipient.accountName === recipient.accountName,
  );
  return known?.recipient.accountNumber ?? recipient.accountNumber;
}

export const holderMutants: readonly Mutant[] = [
  mutant(
    'wallet.balance-amount',
    'wallet-balance-of-the-holders-first',
    'the balance of a wallet is looked up by its holder: who has two wallets sees what is in the first in either',
    shows('getWalletBalance', (body, { asked }) => {
      const first = firstOfHolder(asked.environment, asked.params.walletId ?? '');
      return first ? { ...body, availableMinor: first.availableMinor } : body;
    }),
  ),
  mutant(
    'escrow.release-pays-seller',
    'escrow-release-pays-the-holders-first-wallet',
    "a release pays the seller's account, found by the name of the holder: of two wallets of one holder the first is paid",
    also('escrow', 'release', (escrow) => {
      const first = firstOfHolder(escrow.merchant.environment, escrow.sellerWalletId);
      escrow.sellerWalletId = first?.walletId ?? escrow.sellerWalletId;
    }),
  ),
  mutant(
    'payout.failing-account',
    'payout-to-the-account-known-for-the-name',
    'beneficiaries are kept by their name, and a payout to a known one goes to the account that is kept: one to another account of the same name, which fails, succeeds',
    timer('payout', 'pending', {
      on: ((payout: Payout) =>
        payout.merchant.environment.name === 'sandbox' && accountOf(payout) === '0000000000'
          ? 'settlement fails'
          : 'settlement succeeds') as never,
    }),
  ),
  mutant(
    'escrow.release-pays-seller',
    'escrow-commission-to-the-holders-first-wallet',
    'the commission is paid to the account of the holder of the fee wallet: of two wallets of one holder the first gets it',
    also('escrow', 'release', (escrow) => {
      const first = firstOfHolder(escrow.merchant.environment, escrow.feeWalletId ?? '');
      escrow.feeWalletId = first?.walletId ?? escrow.feeWalletId;
    }),
  ),
];
