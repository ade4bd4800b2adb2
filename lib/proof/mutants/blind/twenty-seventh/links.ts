/** Wallet links and account checks: names, and what else concerns a wallet. */
import type { Environment } from '../../../reference/rules/records.ts';
import { event, guard, shows } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** Requests for a wallet are counted under its id alone. */
function countedOverEnvironments(): Change {
  return guard('link.too-many-requests', {
    refuses({ service, body }) {
      const { linkRequests, linkWindowSeconds } = service.rules.limits;
      const since = service.clock.now() - linkWindowSeconds * 1_000;
      const recent = ({ wallets }: Environment) =>
        wallets.get(body.text('walletId') ?? '')?.linkRequests.filter((at) => at > since).length ?? 0;
      return recent(service.environments.sandbox) + recent(service.environments.live) >= linkRequests;
    },
  });
}

/** A link that an open escrow needs is not removed. */
function keptForEscrows(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'link.in-use',
        at: ['deleteWalletLink'],
        words: 'an escrow for the wallet is funded or disputed',
        refuses: ({ merchant, record }) =>
          record?.kind === 'walletLink' &&
          [...merchant.records.escrow.values()].some(
            ({ sellerWalletId, status }) =>
              sellerWalletId === record.walletId && (status === 'funded' || status === 'disputed'),
          ),
        status: 409,
        code: 'link_in_use',
        message: () => 'an escrow for this wallet is under way',
      },
    ],
  });
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind27-linked-merchants-see-the-name',
      'the account check of a merchant with an approved link to the wallet takes the name from the link, and so returns the registered one',
      shows('getAccount', (body, { asked }) => {
        const link = asked.service.rules.functions.linkOf(asked.merchant, asked.params.walletId ?? '');
        return link === undefined ? body : { ...body, walletName: link.holderName };
      }),
    ),
  ),
  against(
    '200 with the same body when linkRef already exists',
    mutant(
      'wallet-link.known-ref-later',
      'blind27-known-ref-with-the-present-name',
      'for a `linkRef` that exists the body is made anew, with the present name of the holder: after a renaming its `walletName` is another one than at first',
      answers('createWalletLink', (reply, { service, environment }) => {
        if (reply.status !== 200) return reply;
        const body = JSON.parse(reply.text) as Record<string, unknown>;
        const wallet = service.wallet(environment, String(body.walletId));
        const walletName = service.rules.functions.maskName(wallet?.holderName ?? '');
        return { ...reply, text: JSON.stringify({ ...body, walletName }) };
      }),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED | `wallet.link.revoked`',
    mutant(
      'wallet-link.revoked',
      'blind27-no-unlinking-while-an-escrow-is-open',
      'DELETE of an approved link is refused with 409 while the merchant has a funded or disputed escrow for its wallet',
      keptForEscrows(),
    ),
  ),
  against(
    'Two fully separate environments exist, sandbox and live.',
    mutant(
      'wallet-link.five-per-hour',
      'blind27-link-requests-of-both-environments',
      'the link requests of an hour are counted by wallet id, in sandbox and live together: a live wallet takes fewer than five where one of its id was asked for in sandbox',
      countedOverEnvironments(),
    ),
  ),
  against(
    'PENDING | nobody decides within expiresInMinutes | | EXPIRED | `wallet.link.expired`',
    mutant(
      'wallet-link.expires-at-agrees',
      'blind27-expires-on-the-day-of-the-request',
      '`expiresAt` is put together from the date of the request and the time of day of its end: for a link that ends after midnight it is a day early',
      also('walletLink', 'create', (link) => {
        link.expiresAt = link.createdAt.slice(0, 10) + link.expiresAt.slice(10);
      }),
    ),
  ),
  against(
    'walletName | string | Masked holder name on create; registered holder name in the `wallet.link.approved` event',
    mutant(
      'wallet-link.registered-name',
      'blind27-spaces-of-a-name-as-one',
      'the name in `wallet.link.approved` is joined from its words, so that a name that is registered with two spaces has one there',
      event('wallet.link.approved', (carried) => ({
        ...carried,
        walletName: String(carried.walletName).split(/\s+/u).join(' '),
      })),
    ),
  ),
];
