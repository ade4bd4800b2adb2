/** Permissions that follow the person, not the wallet or the request. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { WalletLink } from '../../../reference/rules/records.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { opensAlso } from '../ways-of-access.ts';

/** Declines of a merchant's requests after which the wallet's owner is left alone. */
const DECLINES = 2;

function declined({ status }: WalletLink): boolean {
  return status === 'REJECTED';
}

export const found: readonly BlindMutant[] = [
  against(
    'GET /v1/wallets/{walletId}/balance: 403 unless the link is APPROVED.',
    mutant(
      'wallet.balance-without-link',
      'blind11-permission-for-the-holder',
      'an approval is kept for the holder, by name: the balance of another wallet of the same holder is shown, to which the merchant never asked for a link',
      opensAlso(({ environment, merchant, params, service }) => {
        const holder = service.wallet(environment, params.walletId ?? '')?.holderName;
        return [...merchant.links.values()].some(
          ({ status, walletId }) =>
            status === 'APPROVED' && service.wallet(environment, walletId)?.holderName === holder,
        );
      }),
    ),
  ),
  against(
    '(none) | POST /v1/wallet-links | new linkRef | PENDING. At most 5 requests per wallet per hour.',
    mutant(
      'wallet-link.asked-anew',
      'blind11-declined-twice-is-blocked',
      'an owner who has declined twice is not asked again: a third request of the merchant for that wallet is refused with 403',
      before('checkGuards', (asked, next) => {
        if (!isAt(asked, 'createWalletLink')) return next();
        const walletId = asked.body.text('walletId');
        const earlier = [...asked.merchant.links.values()].filter((link) => link.walletId === walletId);
        if (earlier.filter(declined).length < DECLINES) return next();
        throw new Refusal({ status: 403, code: 'requests_declined' }, 'the owner has declined your requests');
      }),
    ),
  ),
];
