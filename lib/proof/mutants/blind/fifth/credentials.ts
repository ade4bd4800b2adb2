/** An answer that is given before the credentials are looked at. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { letsIn } from '../ways-of-access.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-key-refused',
      'blind5-replayed-before-the-key-is-checked',
      "kept answers are replayed before the API key is checked: an unknown key with a merchant's id gets that merchant's",
      letsIn((asked, { code }) => {
        const { header, merchant, service } = asked;
        if (code !== 'unauthorized' || header('x-merchant-id') !== merchant.id) return false;
        const kept = merchant.keys.get(header('idempotency-key') ?? '');
        return kept?.reply !== null && kept?.fingerprint === service.rules.functions.sameRequest(asked);
      }),
    ),
  ),
];
