/** Accounts and resources that are taken for another's. */
import type { Environment } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const CACHED_MS = 30_000;

/** As the usual collation of a database compares: neither case nor accents count. */
function collated(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}

/** A payout that has ended is cached by its path, without its merchant. */
function cachedByPath(): Change {
  const caches = new WeakMap<Environment, Map<string, { reply: Reply; until: number }>>();
  return answers('getPayout', (reply, { environment, merchant, params, path, service }) => {
    if (reply.status !== 200 && reply.status !== 404) return reply;
    const cache = caches.get(environment) ?? new Map<string, { reply: Reply; until: number }>();
    caches.set(environment, cache);
    const now = service.clock.now();
    const cached = cache.get(path);
    if (cached && cached.until > now) return cached.reply;
    const payout = merchant.records.payout.get(params.reference ?? '');
    if (payout && payout.status !== 'pending') cache.set(path, { reply, until: now + CACHED_MS });
    return reply;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    '| buyer.email | string | no | If set, only the wallet account with that e-mail can pay |',
    mutant(
      'escrow.buyer-email-restricts',
      'blind6-accents-of-the-buyer-do-not-count',
      "the collation of the database leaves accents out: an account may pay whose address has the buyer's letters without them",
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) => mayPay(escrow, email) || collated(escrow.buyerEmail ?? '') === collated(email ?? ''),
      })),
    ),
  ),
  against(
    'Each has its own merchants … | GET | /v1/payouts/{reference} | none | 200 payout record |',
    mutant(
      'payout.references-apart',
      'blind6-payouts-cached-by-path',
      'GET of a payout that has ended is cached for half a minute by its path alone: who asks for that reference meanwhile gets it, whoever made it',
      cachedByPath(),
    ),
  ),
];
