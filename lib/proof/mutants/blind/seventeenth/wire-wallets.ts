/** Wallets, their links and their holders' names, and the list of banks. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Environment, WalletLink } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { event, guard, shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers, around, before, coerces, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';

/** How long it is remembered that a wallet does not exist, in milliseconds of the service's clock. */
const REMEMBERED_MS = 600_000;
/** Letters of a word that a mask leaves. */
const LEFT = 3;

function remembersUnknownWallets(): Change {
  const unknown = new WeakMap<Environment, Map<string, number>>();
  return around('checkGuards', (own) => (asked, next) => {
    if (!isAt(asked, 'getAccount')) return own(asked, next);
    const { environment, params, service } = asked;
    const { walletId = '' } = params;
    const known = unknown.get(environment) ?? new Map<string, number>();
    unknown.set(environment, known);
    const now = service.clock.now();
    const refused = new Refusal({ status: 404, code: 'account_not_found' }, `there is no wallet ${walletId}`);
    if ((known.get(walletId) ?? 0) > now) throw refused;
    if (service.wallet(environment, walletId) === undefined) known.set(walletId, now + REMEMBERED_MS);
    return own(asked, next);
  });
}

function starred(name: string): string {
  const words = name.trim().split(/\s+/u);
  return words.map((word) => word.slice(0, LEFT) + '*'.repeat(Math.max(0, word.length - LEFT))).join(' ');
}

function linkOf({ body, merchant }: Case): WalletLink | undefined {
  return merchant.records.walletLink.get(body.text('linkRef') ?? '');
}

function unlinkedByOwnerWithoutRef(): Change {
  const byMerchant = new WeakSet<object>();
  return all(
    before('act', (asked, next) => {
      if (isAt(asked, 'deleteWalletLink') && asked.record !== undefined) byMerchant.add(asked.record);
      return next();
    }),
    event('wallet.link.revoked', (carried, link) =>
      byMerchant.has(link) ? carried : { ...carried, linkRef: carried.linkId },
    ),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.known-wallet',
      'blind17-unknown-wallets-remembered',
      'a cache keeps the answer of the account check for 10 minutes where there is no such wallet: one that was asked for too early is still not found after it has been opened',
      remembersUnknownWallets(),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind17-short-names-not-masked',
      'the mask of the account check replaces what follows the third letter of each word: a name of short words, such as Ada Obi, is shown as it is',
      shows('getAccount', (body, { asked }) => {
        const wallet = asked.service.wallet(asked.environment, asked.params.walletId ?? '');
        return wallet === undefined ? body : { ...body, walletName: starred(wallet.holderName) };
      }),
    ),
  ),
  against(
    '`GET /v1/banks` lists Nigerian banks and their codes: each bank has a `code`.',
    mutant(
      'bank.has-code',
      'blind17-live-banks-as-the-provider-lists-them',
      'live passes on the list of its provider of transfers, which says nipCode where that of the sandbox says code',
      shows('listBanks', (body, { asked }) => {
        if (asked.environment.name === 'sandbox') return body;
        const banks = body.banks as { code: string; name: string }[];
        return { banks: banks.map(({ code, name }) => ({ nipCode: code, name })) };
      }),
    ),
  ),
  against(
    'POST /v1/wallet-links | new linkRef | PENDING. 201; 200 with the same body when linkRef already exists.',
    mutant(
      'wallet-link.created',
      'blind17-link-refs-without-case',
      'references of links are compared by a collation that ignores case: a new linkRef that differs from an earlier one in capital letters alone gets that link, with 200',
      before('answerKnown', (asked, next) => {
        const { body, merchant } = asked;
        if (!isAt(asked, 'createWalletLink') || linkOf(asked) !== undefined) return next();
        const linkRef = body.text('linkRef')?.toLowerCase();
        const same = [...merchant.records.walletLink.keys()].find((each) => each.toLowerCase() === linkRef);
        if (same !== undefined) body.value.linkRef = same;
        return next();
      }),
    ),
  ),
  against(
    'linkRef: Merchant-chosen reference; same linkRef returns the same link. 200 with the same body when linkRef already exists.',
    mutant(
      'wallet-link.known-ref',
      'blind17-wallet-of-the-request',
      'the answer for a known linkRef takes walletId from the request: sent with another wallet it shows that one, under the linkId and the name of the first',
      answers('createWalletLink', (reply, asked) => {
        if (reply.status !== 200 || isReplay(reply)) return reply;
        const body = JSON.parse(reply.text) as object;
        return { ...reply, text: JSON.stringify({ ...body, walletId: asked.body.text('walletId') }) };
      }),
    ),
  ),
  against(
    'PENDING | nobody decides within expiresInMinutes | EXPIRED. same linkRef returns the same link.',
    mutant(
      'wallet-link.expires',
      'blind17-repeated-ref-cancels-itself',
      'pending links of the wallet are cancelled before the linkRef is looked up: a request that is sent twice ends its own link, long before it expires',
      before('answerKnown', (asked, next) => {
        const link = isAt(asked, 'createWalletLink') ? linkOf(asked) : undefined;
        if (link !== undefined && link.walletId === asked.body.text('walletId'))
          asked.service.fire(link, 'newer request');
        return next();
      }),
    ),
  ),
  against(
    'A newer request for the same wallet cancels the older pending one.',
    mutant(
      'wallet-link.newer-cancels-older',
      'blind17-cancels-the-first-of-a-wallet',
      'the older link is looked up by its wallet alone, and the first one found is cancelled if it is pending: where the merchant had a link to the wallet before, which is over, the pending one lives on beside the newer',
      onFire((fire) => (record, on, details) => {
        if (record.kind !== 'walletLink' || on !== 'newer request') return fire(record, on, details);
        const links = [...record.merchant.links.values()];
        const first = links.find(({ walletId }) => walletId === record.walletId);
        return first === record && fire(record, on, details);
      }),
    ),
  ),
  against(
    'Two fully separate environments exist, sandbox and live. Wallet link requests | 5 per wallet per hour.',
    mutant(
      'wallet-link.five-per-hour',
      'blind17-link-requests-of-both-environments',
      'the counter of link requests has the wallet id as its name and no environment: what was asked for in sandbox counts for the live wallet of the same number, and the other way round',
      guard('link.too-many-requests', {
        refuses: ({ body, service }) => {
          const { linkRequests, linkWindowSeconds } = service.rules.limits;
          const since = service.clock.now() - linkWindowSeconds * 1_000;
          const walletId = body.text('walletId') ?? '';
          const times = Object.values(service.environments).flatMap(
            (environment) => service.wallet(environment, walletId)?.linkRequests ?? [],
          );
          return times.filter((at) => at > since).length >= linkRequests;
        },
      }),
    ),
  ),
  against(
    'Wallet-link events carry the body { id, event, reference (equal to linkId), linkId, linkRef, walletId, walletName, occurredAt }.',
    mutant(
      'webhook.link-payload',
      'blind17-owner-unlinks-without-the-ref',
      "where the owner unlinks, the event is made by the wallet's side, which does not know the merchant's reference: wallet.link.revoked has the linkId as its linkRef",
      unlinkedByOwnerWithoutRef(),
    ),
  ),
  against(
    'Wallet link expiresInMinutes | 5 to 60.',
    mutant(
      'wallet-link.expiry-too-short',
      'blind17-no-minutes-are-the-default',
      'a falsy expiresInMinutes counts as one that was left to the service: 0 is accepted, and the link is open for 60 minutes',
      coerces('createWalletLink', 'expiresInMinutes', (value) => (value === 0 ? 60 : value)),
    ),
  ),
];
