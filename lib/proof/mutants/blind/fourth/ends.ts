/** Ends that a job of the service moves once more. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, HOUR, inTime } from '../ways.ts';

const TEN_MINUTES = 600;
const secondsLeft = new WeakMap<Escrow, number>();

export const found: readonly BlindMutant[] = [
  against(
    '| funded | buyer files a refund request | | disputed | release is paused; `escrow.disputed` |',
    mutant(
      'escrow.dispute-pauses-release',
      'blind4-release-job-keeps-its-list',
      'automatic releases are listed ten minutes ahead: a dispute filed after that does not pause the release',
      all(
        also('escrow', 'dispute', (escrow, now) => {
          const due = Date.parse(escrow.paidAt ?? now) / 1_000 + escrow.autoReleaseHours * HOUR;
          secondsLeft.set(escrow, due - Date.parse(now) / 1_000);
        }),
        inTime(
          'escrow',
          { from: 'disputed', to: 'released', sends: 'escrow.released' },
          (escrow) => secondsLeft.get(escrow) ?? 0,
          (escrow) => (secondsLeft.get(escrow) ?? DAY) <= TEN_MINUTES,
        ),
      ),
    ),
  ),
  against(
    '| PENDING | nobody decides within expiresInMinutes | | EXPIRED | `wallet.link.expired` |',
    mutant(
      'wallet-link.approved-stays',
      'blind4-expiry-by-wallet',
      'the update that ends a link of which nobody decided is by wallet: the approved link of that wallet ends with it',
      also('walletLink', 'nobody decides', (link) => {
        for (const other of link.merchant.links.values())
          if (other.walletId === link.walletId && other.status === 'APPROVED') other.status = 'EXPIRED';
      }),
    ),
  ),
];
