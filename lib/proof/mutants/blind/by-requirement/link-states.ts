/** A sandbox decision that depends on the merchant's other links. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'PENDING | owner declines (sandbox: reject call) | REJECTED. POST | /v1/sandbox/wallet-links/{linkId}/reject | rejects without a PIN.',
    mutant(
      'wallet-link.rejected',
      'kind-nothing-to-decline-once-linked',
      'the merchant is linked or not: while it has an approved link to the wallet, the reject call of a newer pending link is refused with 409, and that stays PENDING',
      before('act', (asked, next) => {
        const { record, merchant, service } = asked;
        if (isAt(asked, 'rejectWalletLink') && record?.kind === 'walletLink' && record.status === 'PENDING')
          if (service.rules.functions.linkOf(merchant, record.walletId) !== undefined)
            throw new Refusal(service.rules.decisions.wrongState, 'not possible: the wallet is linked');
        return next();
      }),
    ),
  ),
];
