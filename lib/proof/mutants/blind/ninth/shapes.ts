/** Fields of another type, or missing, for some values. */
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'refundedAmount: integer. Running total of refunds, kobo.',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind9-total-as-text',
      'a total over several rows comes out of the database as text: after a second refund that succeeded, refundedAmount is a string',
      shows('getCheckout', (body, { record }) => {
        if (record?.kind !== 'checkout') return body;
        const refunds = [...record.merchant.records.refund.values()];
        const rows = refunds.filter(({ payment, status }) => payment === record && status === 'succeeded');
        return rows.length > 1 ? { ...body, refundedAmount: String(body.refundedAmount) } : body;
      }),
    ),
  ),
  against(
    'Wallet balance (`GET /v1/wallets/{walletId}/balance`): `availableMinor` (integer), `heldMinor` (integer), `currency` (string).',
    mutant(
      'wallet.balance-when-approved',
      'blind9-empty-wallet-omits',
      'zero counts as empty and is left out: the balance of a wallet with nothing available has no availableMinor',
      shows('getWalletBalance', ({ availableMinor, ...others }) =>
        availableMinor === 0 ? others : { availableMinor, ...others },
      ),
    ),
  ),
];
