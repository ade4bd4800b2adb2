/** Sums that are read from a copy, and written over a copy. */
import type { Escrow, Merchant } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import { type Change, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const CACHED_MS = 600_000;

/** A checkout that was read when it had ended is answered from a cache: nothing is thought to change it any more. */
function cachedOnceEnded(): Change {
  const caches = new WeakMap<Merchant, Map<string, { reply: Reply; until: number }>>();
  return answers('getCheckout', (reply, { merchant, params, service }) => {
    if (reply.status !== 200) return reply;
    const { reference = '' } = params;
    const cache = caches.get(merchant) ?? new Map<string, { reply: Reply; until: number }>();
    caches.set(merchant, cache);
    const now = service.clock.now();
    const cached = cache.get(reference);
    if (cached && cached.until > now) return cached.reply;
    if (merchant.records.checkout.get(reference)?.status !== 'pending')
      cache.set(reference, { reply, until: now + CACHED_MS });
    return reply;
  });
}

function feeToTheSeller({ feeAmount, feeWalletId, sellerWalletId }: Escrow): number {
  return feeWalletId === sellerWalletId ? (feeAmount ?? 0) : 0;
}

export const found: readonly BlindMutant[] = [
  against(
    '| refundedAmount | integer | Running total of refunds, kobo | … | pending | settlement | success | succeeded | `refund.succeeded` sent; checkout `refundedAmount` grows |',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind6-ended-checkouts-are-cached',
      'GET of a checkout that is not pending any more is cached for ten minutes: refundedAmount does not grow meanwhile',
      cachedOnceEnded(),
    ),
  ),
  against(
    '| funded | POST release, or buyer releases | conditions met | released | `escrow.released`; seller is paid less the fee; fee goes to feeWalletId |',
    mutant(
      'escrow.release-pays-fee',
      'blind6-fee-overwritten-in-one-wallet',
      'a release reads both wallets before it writes them: where the seller and the fee have one wallet, the fee is lost',
      (rules) => ({
        ...rules,
        moves: [
          ...rules.moves,
          { entering: 'released', what: feeToTheSeller, from: 'feeWallet.available', to: 'outside' },
        ],
      }),
    ),
  ),
];
