/** Records that say something else once something has happened. */
import { endpoint, shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, siblings } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    '`narration` (string or null), `failureReason` (string or null)',
    mutant(
      'payout.record-stays',
      'blind3-narration-of-failed-payout-lost',
      'the failure of a payout takes the place of its narration',
      also('payout', 'settlement fails', (payout) => {
        payout.narration = null;
      }),
    ),
  ),
  against(
    'paymentReference | string | yes | The reference of the checkout being refunded',
    mutant(
      'refund.record-stays',
      'blind3-payment-id-once-settled',
      'from the second refund of a checkout on, the record of one that succeeded has the id of the checkout as paymentReference',
      also('refund', 'settlement succeeds', (refund) => {
        if (refund.payment && siblings(refund).length > 1) refund.paymentReference = refund.payment.id;
      }),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-stays',
      'blind3-refund-noted-in-metadata',
      'a refund is noted in the metadata of its checkout, where that has any',
      also('refund', 'settlement succeeds', ({ payment, reference }) => {
        if (payment?.metadata) payment.metadata = { ...payment.metadata, lastRefund: reference };
      }),
    ),
  ),
  against(
    '| PENDING | nobody decides within expiresInMinutes | | EXPIRED |',
    mutant(
      'wallet-link.revoked-is-final',
      'blind3-revoked-link-shown-as-expired',
      'GET of a revoked link says EXPIRED once its expiresAt is over',
      shows('getWalletLink', (body, { asked }) => {
        const over = asked.service.clock.now() > Date.parse(String(body.expiresAt));
        return body.status === 'REVOKED' && over ? { ...body, status: 'EXPIRED' } : body;
      }),
    ),
  ),
  against(
    '201 `{ linkId, linkRef, status: PENDING, walletId, walletName (masked), expiresAt }`; 200 with the same body when linkRef already exists',
    mutant(
      'wallet-link.known-ref-later',
      'blind3-known-ref-of-approved-link-tells-name',
      'the answer to the linkRef of an approved link has the registered name of the holder',
      (rules) => {
        const already = rules.endpoints.find(({ name }) => name === 'createWalletLink')?.already;
        if (!already) throw new Error('known references are not looked for');
        return endpoint('createWalletLink', {
          already: {
            ...already,
            shows: (shown) => {
              const { record } = shown;
              const body = already.shows(shown) as object;
              return record?.kind === 'walletLink' && record.status === 'APPROVED'
                ? { ...body, walletName: record.holderName }
                : body;
            },
          },
        })(rules);
      },
    ),
  ),
];
