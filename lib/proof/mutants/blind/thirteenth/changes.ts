/** An answer that is put together from what has changed since. */
import { walletLinkAsCreated } from '../../../reference/rules/tables/views.ts';
import { endpoint } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

function nameOfThePresentHolder(): Change {
  return (rules) => {
    const already = rules.endpoints.find(({ name }) => name === 'createWalletLink')?.already;
    if (already === undefined) throw new Error('link requests do not know any linkRef');
    return endpoint('createWalletLink', {
      already: {
        ...already,
        shows(shown) {
          const { service, environment } = shown.asked;
          const body = walletLinkAsCreated(shown);
          const wallet = 'walletId' in body ? service.wallet(environment, String(body.walletId)) : undefined;
          return { ...body, walletName: service.rules.functions.maskName(wallet?.holderName ?? '') };
        },
      },
    })(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    '201 `{ linkId, linkRef, status: PENDING, walletId, walletName (masked), expiresAt }`; 200 with the same body when linkRef already exists.',
    mutant(
      'wallet-link.known-ref',
      'blind13-known-ref-names-the-present-holder',
      'a known linkRef is answered from the row of the link joined with the wallet: after the wallet was renamed the walletName is another one than in the first answer',
      nameOfThePresentHolder(),
    ),
  ),
];
