/** Wallet links and the account check. */
import type { WalletLink } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { event, functions, guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers, before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY, HOUR } from '../ways.ts';

function requestsOfItsName({ body, environment, service }: Case): number {
  const since = service.clock.now() - HOUR * 1_000;
  const links = [...environment.merchants.values()].flatMap((merchant) => [...merchant.links.values()]);
  return links.filter(
    (link) =>
      link.walletId === body.text('walletId') &&
      link.requesterName === body.text('requesterName') &&
      Date.parse(link.createdAt) > since,
  ).length;
}

/** The name as the first link of the day before has it. */
function cachedName(link: WalletLink): string {
  const { merchant, walletId } = link;
  const since = Date.parse(link.createdAt) - DAY * 1_000;
  const links = [...merchant.environment.merchants.values()].flatMap((each) => [...each.links.values()]);
  const alike = links.filter((each) => each.walletId === walletId && Date.parse(each.createdAt) > since);
  return alike.reduce((first, each) => (each.createdAt < first.createdAt ? each : first), link).holderName;
}

export const found: readonly BlindMutant[] = [
  against(
    'Wallet link create: at most 5 requests per wallet per hour.',
    mutant(
      'wallet-link.sixth-refused',
      'blind24-link-requests-are-counted-by-requester',
      'the requests of an hour are counted by the wallet and the requesterName: under another name the same wallet can be asked again and again',
      guard('link.too-many-requests', { refuses: (asked) => requestsOfItsName(asked) >= 5 }),
    ),
  ),
  against(
    'walletName | string | Masked holder name on create; registered holder name in the `wallet.link.approved` event.',
    mutant(
      'wallet-link.registered-name',
      'blind24-names-of-holders-are-cached-for-a-day',
      'the name of a holder is asked of the register once and cached for a day: a link that is requested after the holder was renamed is approved under the old name',
      event('wallet.link.approved', (carried, record) => ({
        ...carried,
        walletName: cachedName(record as unknown as WalletLink),
      })),
    ),
  ),
  against(
    'A newer request for the same wallet cancels the older pending one; PENDING | owner approves | APPROVED.',
    mutant(
      'wallet-link.approved',
      'blind24-newer-request-cancels-those-for-other-wallets',
      'the statement that cancels the older request lacks the wallet: with each request all pending links of the merchant end, and their owners cannot approve them any more',
      before('act', ({ endpoint, merchant, service }, next) => {
        if (endpoint.name !== 'createWalletLink') return next();
        for (const link of merchant.links.values()) if (link.status === 'PENDING') service.fire(link, 'newer request');
        return next();
      }),
    ),
  ),
  against(
    '200 with the same body when linkRef already exists.',
    mutant(
      'wallet-link.known-ref',
      'blind24-known-link-is-answered-with-a-new-end',
      'the body of a known linkRef is made from the request, with an expiresAt that counts from now',
      answers('createWalletLink', (reply, { body, service }) => {
        if (reply.status !== 200) return reply;
        const ends = service.clock.now() + (body.integer('expiresInMinutes') ?? 60) * 60_000;
        return {
          ...reply,
          text: JSON.stringify({ ...JSON.parse(reply.text), expiresAt: new Date(ends).toISOString() }),
        };
      }),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind24-mask-knows-small-letters-only',
      'the mask replaces the small letters within a word: a name that is registered in capitals is shown in full',
      functions(() => ({ maskName: (name) => name.replace(/\B\p{Ll}/gu, '*') })),
    ),
  ),
];
