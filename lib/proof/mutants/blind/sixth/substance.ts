/** What is said of one resource, or to one merchant, and holds for another. */
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { siblings } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    '`failureReason` (string or null, set when failed)',
    mutant(
      'refund.record-nulls',
      'blind6-failure-joined-by-checkout',
      'failures of refunds are joined by their checkout: the record of a refund that succeeded has the failureReason of another one that failed',
      shows('getRefund', (body, { record }) => {
        if (record?.kind !== 'refund') return body;
        const failed = siblings(record).find(({ failureReason }) => failureReason !== null);
        return { ...body, failureReason: body.failureReason ?? failed?.failureReason ?? null };
      }),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind6-linked-account-with-its-name',
      'the account check tells the registered name to a merchant that has an approved link to the wallet',
      shows('getAccount', (body, { asked }) => {
        const { environment, merchant, params, service } = asked;
        const wallet = service.wallet(environment, params.walletId ?? '');
        const linked = service.rules.functions.linkOf(merchant, params.walletId ?? '') !== undefined;
        return wallet && linked ? { ...body, walletName: wallet.holderName } : body;
      }),
    ),
  ),
];
