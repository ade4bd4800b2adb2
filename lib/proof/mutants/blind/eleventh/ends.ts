/** Ends that are undone by a look at what is alike. */
import type { Payout } from '../../../reference/rules/records.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, inTime, onFire } from '../ways.ts';

const DATE_CHARACTERS = '2026-01-31'.length;

function dayOf({ createdAt }: Payout): string {
  return createdAt.slice(0, DATE_CHARACTERS);
}

/** Seconds until a minute after the next midnight (UTC). */
function untilTheNight({ createdAt }: Payout): number {
  return DAY - ((Date.parse(createdAt) / 1_000) % DAY) + 60;
}

function looksLikeAnEarlierOne(payout: Payout): boolean {
  for (const earlier of payout.merchant.records.payout.values()) {
    if (earlier === payout) return false;
    const alike = earlier.amount === payout.amount && dayOf(earlier) === dayOf(payout);
    const { accountNumber } = earlier.recipient;
    if (alike && earlier.status === 'succeeded' && accountNumber === payout.recipient.accountNumber) return true;
  }
  return false;
}

export const found: readonly BlindMutant[] = [
  against(
    "pending | settlement | success | succeeded | `payout.succeeded` sent. payout.succeeded: A payout reached the seller's account.",
    mutant(
      'payout.succeeded-is-final',
      'blind11-alike-payouts-returned-at-night',
      'the nightly reconciliation takes payouts of one day to one account and of one amount for one payout: the second becomes failed after midnight, payout.failed is sent, and its amount is back in the balance',
      all(
        inTime(
          'payout',
          { from: 'succeeded', to: 'failed', sends: 'payout.failed' },
          untilTheNight,
          looksLikeAnEarlierOne,
        ),
        also('payout', 'in time succeeded failed', (payout) => {
          payout.failureReason = 'duplicate';
        }),
      ),
    ),
  ),
  against(
    'PENDING | owner declines (sandbox: reject call) | REJECTED. APPROVED | DELETE by merchant, or unlinked by owner | REVOKED.',
    mutant(
      'wallet-link.approved-stays',
      'blind11-declined-renewal-revokes',
      'a decline is kept for the merchant and the wallet: when a newer request is rejected, the link to that wallet that was approved before becomes REVOKED',
      onFire((fire) => (record, on, details) => {
        const done = fire(record, on, details);
        if (done && record.kind === 'walletLink' && on === 'reject')
          for (const link of record.merchant.links.values())
            if (link.walletId === record.walletId) fire(link, 'unlink');
        return done;
      }),
    ),
  ),
];
