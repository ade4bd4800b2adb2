/** Wallet links: what earlier links and escrows of the same wallet do to one. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant, WalletLink } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, inTime } from '../ways.ts';

const REJECTIONS = 2;

/** An unlinking closes the wallet until its next approval, whichever other link is approved. */
function closedByAnyUnlinking(): Change {
  const closed = new WeakMap<Merchant, Set<string>>();
  const of = (merchant: Merchant) => {
    const wallets = closed.get(merchant) ?? new Set<string>();
    closed.set(merchant, wallets);
    return wallets;
  };
  return all(
    also('walletLink', 'unlink', ({ merchant, walletId }) => void of(merchant).add(walletId)),
    also('walletLink', 'approve', ({ merchant, walletId }) => void of(merchant).delete(walletId)),
    functions(({ linkOf }) => ({
      linkOf: (merchant, walletId) => (of(merchant).has(walletId) ? undefined : linkOf(merchant, walletId)),
    })),
  );
}

function rejectedBefore(link: WalletLink): boolean {
  const rejected = [...link.merchant.links.values()].filter(
    ({ walletId, status }) => walletId === link.walletId && status === 'REJECTED',
  );
  return rejected.length >= REJECTIONS;
}

export const found: readonly BlindMutant[] = [
  against(
    '200 `{ availableMinor, heldMinor, currency }`; 403 unless the link is APPROVED',
    mutant(
      'wallet.balance-when-approved',
      'blind33-unlinking-one-closes-the-wallet',
      'access to a wallet is kept for merchant and wallet: when one of two approved links to it is unlinked its balance is refused, though the other is APPROVED',
      closedByAnyUnlinking(),
    ),
  ),
  against(
    'PENDING | nobody decides within expiresInMinutes | | EXPIRED | `wallet.link.expired`',
    mutant(
      'wallet-link.expires',
      'blind33-third-request-is-declined-by-itself',
      'an owner who declined two requests of a merchant is not asked a third time: that one is REJECTED by itself after a minute',
      inTime('walletLink', { from: 'PENDING', to: 'REJECTED', sends: 'wallet.link.rejected' }, 60, rejectedBefore),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED | `wallet.link.revoked`',
    mutant(
      'wallet-link.revoked',
      'blind33-no-unlinking-while-money-is-held',
      'a merchant cannot unlink a wallet for which one of its escrows is funded',
      before('act', async (asked, next) => {
        const { record, merchant } = asked;
        if (!isAt(asked, 'deleteWalletLink') || record?.kind !== 'walletLink') return next();
        const held = [...merchant.records.escrow.values()].some(
          ({ status, sellerWalletId }) => status === 'funded' && sellerWalletId === record.walletId,
        );
        if (held) throw new Refusal({ status: 409, code: 'wallet_in_use' }, 'money is held for this wallet');
        return next();
      }),
    ),
  ),
];
