/** Fields of another type. */
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Wallet balance (`GET /v1/wallets/{walletId}/balance`): `availableMinor` (integer), `heldMinor` (integer), `currency` (string).',
    mutant(
      'wallet.balance-when-approved',
      'blind8-nothing-held-is-null',
      'the sum of no rows is null: heldMinor of a wallet that held money, and holds none any more, is null in place of 0',
      shows('getWalletBalance', (body, { asked }) => {
        const ended = [...asked.environment.escrows.values()].some(
          ({ sellerWalletId, paidAt }) => sellerWalletId === asked.params.walletId && paidAt !== null,
        );
        return body.heldMinor === 0 && ended ? { ...body, heldMinor: null } : body;
      }),
    ),
  ),
];
