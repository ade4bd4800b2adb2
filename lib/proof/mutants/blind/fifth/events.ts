/** An event that is not sent in one history. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    '| APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED | `wallet.link.revoked` |',
    mutant(
      'webhook.link-revoked',
      'blind5-late-revocation-untold',
      'an approved link that is unlinked after its expiresAt becomes REVOKED, and wallet.link.revoked is not sent',
      onFire((fire, { clock }) => (record, on, details) => {
        const late =
          record.kind === 'walletLink' &&
          record.status === 'APPROVED' &&
          on === 'unlink' &&
          Date.parse(record.expiresAt) < clock.now();
        if (!late) return fire(record, on, details);
        record.status = 'REVOKED';
        return true;
      }),
    ),
  ),
];
