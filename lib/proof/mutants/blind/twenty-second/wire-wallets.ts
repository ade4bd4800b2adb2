/** Wallets and their links: an owner who is hidden, and a table that both environments have. */
import { guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** By the latest link of the merchant to the wallet. */
function declinedOwnersHidden(): Change {
  return (rules) => {
    const plain = rules.guards.find(({ id }) => id === 'account.unknown');
    return guard('account.unknown', {
      refuses(asked) {
        const links = [...asked.merchant.links.values()].filter(({ walletId }) => walletId === asked.params.walletId);
        return links.at(-1)?.status === 'REJECTED' || (plain?.refuses(asked) ?? false);
      },
    })(rules);
  };
}

function newerCancelsInBothEnvironments(): Change {
  return before('act', (asked, next) => {
    if (isAt(asked, 'createWalletLink')) {
      const { environment, service } = asked;
      const others = Object.values(service.environments).filter((each) => each !== environment);
      for (const { merchants } of others)
        for (const { links } of merchants.values())
          for (const link of links.values())
            if (link.walletId === asked.body.text('walletId') && link.status === 'PENDING')
              service.fire(link, 'newer request');
    }
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.known-wallet',
      'blind22-who-declined-is-hidden-from-the-merchant',
      'an owner who has declined a merchant is to be left alone by it: as long as the latest link of a merchant to a wallet is REJECTED, its account check of that wallet is answered as if there were none',
      declinedOwnersHidden(),
    ),
  ),
  against(
    'Two fully separate environments exist, sandbox and live. A newer request for the same wallet cancels the older pending one.',
    mutant(
      'environment.data-is-separate',
      'blind22-newer-request-cancels-across-environments',
      'the statement that cancels older requests has the wallet id and the status in its condition, and the table of links is that of both environments: a link request in live ends the pending links to the wallet of that id in sandbox, and one in sandbox those in live',
      newerCancelsInBothEnvironments(),
    ),
  ),
];
