/** Wallet links, wallets and the account check: which link or wallet is meant, and how long it holds. */

import * as views from '../../../reference/rules/tables/views.ts';
import { endpoint, guard, shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, inTime } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    'linkRef | string | Merchant-chosen reference; same linkRef returns the same link',
    mutant(
      'wallet-link.created',
      'blind32-link-references-in-any-case',
      'link references are compared without the case of their letters: a request with SELLER-A is answered with the link of seller-a',
      endpoint('createWalletLink', {
        already: {
          finds({ merchant, body }) {
            const named = body.text('linkRef')?.toLowerCase();
            return [...merchant.records.walletLink.values()].find(({ reference }) => reference.toLowerCase() === named);
          },
          status: 200,
          shows: views.walletLinkAsCreated,
        },
      }),
    ),
  ),
  against(
    'Wallet link create: at most 5 requests per wallet per hour.',
    mutant(
      'wallet-link.sixth-refused',
      'blind32-requests-without-an-answer-do-not-count',
      'a request about which nobody decided is given back when it expires: after five that expired a sixth is accepted within the hour',
      also('walletLink', 'nobody decides', ({ merchant, walletId }) => {
        merchant.environment.wallets.get(walletId)?.linkRequests.pop();
      }),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.known-wallet',
      'blind32-noughts-in-front-are-lost',
      'in live wallets are looked up by their id as a number: one whose id begins with 0 is said not to exist',
      guard('account.unknown', {
        refuses: ({ service, environment, params: { walletId = '' } }) =>
          service.wallet(environment, environment.name === 'live' ? String(Number(walletId)) : walletId) === undefined,
      }),
    ),
  ),
  against(
    'A newer request for the same wallet cancels the older pending one',
    mutant(
      'wallet-link.approved',
      'blind32-newer-request-for-the-same-holder',
      'what is cancelled is found by the name of the holder: a request for the second wallet of a holder ends the pending one for the first, which its owner can no longer approve',
      before('act', (asked, next) => {
        const { merchant, service, environment, body } = asked;
        const wallet = service.wallet(environment, body.text('walletId') ?? '');
        if (isAt(asked, 'createWalletLink'))
          for (const link of merchant.links.values())
            if (link.status === 'PENDING' && link.holderName === wallet?.holderName)
              service.fire(link, 'newer request');
        return next();
      }),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED | `wallet.link.revoked`',
    mutant(
      'wallet-link.approved-does-not-expire',
      'blind32-approvals-hold-for-ninety-days',
      'an approval lapses after 90 days: the link is EXPIRED and the balance of the wallet closed, though neither merchant nor owner ended it',
      inTime('walletLink', { from: 'APPROVED', to: 'EXPIRED', sends: null }, 90 * DAY),
    ),
  ),
  against(
    '`availableMinor` (integer), `heldMinor` (integer), `currency` (string)',
    mutant(
      'wallet.balance-amount',
      'blind32-wallet-balance-in-32-bits',
      'the money of a wallet is shown as a number of 32 bits: above 21 million naira it is negative',
      shows('getWalletBalance', (body) => ({ ...body, availableMinor: Number(body.availableMinor) | 0 })),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED | `wallet.link.revoked`',
    mutant(
      'wallet-link.revoked',
      'blind32-held-money-keeps-the-link',
      'a link can be ended by the merchant only while its wallet holds nothing in escrow: DELETE of an approved link to a seller with a funded escrow is refused, and the link stays APPROVED',
      before('act', (asked, next) => {
        const { record, service, environment } = asked;
        if (!isAt(asked, 'deleteWalletLink') || record?.kind !== 'walletLink') return next();
        const held = service.wallet(environment, record.walletId)?.heldMinor ?? 0;
        return held === 0
          ? next()
          : { status: 409, text: JSON.stringify({ error: { code: 'wallet_in_use', message: 'money is held in it' } }) };
      }),
    ),
  ),
];
