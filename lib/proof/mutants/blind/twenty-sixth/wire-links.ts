/** Wallet links: an old request that is sent again, and access that is kept per wallet. */
import type { WalletLink } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** What is pending for a wallet is cancelled before it is known whether the request is new. */
function repeatedRequestCancels(): Change {
  return before('answerKnown', ({ endpoint, merchant, body, service }, next) => {
    const known = merchant.records.walletLink.get(body.text('linkRef') ?? '');
    if (endpoint.name !== 'createWalletLink' || known === undefined) return next();
    for (const link of merchant.links.values())
      if (link !== known && link.walletId === known.walletId && link.status === 'PENDING')
        service.fire(link, 'newer request');
    return next();
  });
}

/** One flag for each merchant and wallet: set by an approval, cleared by an unlinking. */
function accessPerWallet(): Change {
  const cleared = new Set<string>();
  const flag = (merchantId: string, walletId: string) => `${merchantId} ${walletId}`;
  const flagOf = ({ merchant, walletId }: WalletLink) => flag(merchant.id, walletId);
  return all(
    also('walletLink', 'approve', (link) => void cleared.delete(flagOf(link))),
    also('walletLink', 'unlink', (link) => void cleared.add(flagOf(link))),
    functions(({ linkOf }) => ({
      linkOf: (merchant, walletId) =>
        cleared.has(flag(merchant.id, walletId)) ? undefined : linkOf(merchant, walletId),
    })),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'A newer request for the same wallet cancels the older pending one',
    mutant(
      'wallet-link.newer-cancels-for-good',
      'blind26-old-request-cancels-the-newer-one',
      'a request cancels what else is pending for its wallet before its `linkRef` is looked up: when the request for an older link is sent again, it is answered with that link, and the newer one that waits for its decision is cancelled',
      repeatedRequestCancels(),
    ),
  ),
  against(
    'GET | /v1/wallets/{walletId}/balance | none | 200 `{ availableMinor, heldMinor, currency }`; 403 unless the link is APPROVED',
    mutant(
      'wallet.balance-when-approved',
      'blind26-access-is-a-flag-of-the-wallet',
      'whether the merchant may see a wallet is one flag, which an approval sets and an unlinking clears: of two approved links to a wallet the unlinking of one closes its balance, though the other is still APPROVED',
      accessPerWallet(),
    ),
  ),
];
