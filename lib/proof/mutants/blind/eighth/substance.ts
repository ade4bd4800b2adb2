/** Answers that tell more than they should. */
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind8-approved-link-unmasks-the-account',
      'to a merchant with an approved link to the wallet the account check shows the whole name of its holder',
      shows('getAccount', (body, { asked }) => {
        const { service, merchant, environment, params } = asked;
        const { walletId = '' } = params;
        const linked = service.rules.functions.linkOf(merchant, walletId) !== undefined;
        return linked ? { ...body, walletName: service.wallet(environment, walletId)?.holderName } : body;
      }),
    ),
  ),
];
