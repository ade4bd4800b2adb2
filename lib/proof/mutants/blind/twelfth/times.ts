/** A timer that is too long for its runtime, and one that starts again when it is looked at. */
import type { Escrow, WalletLink } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR } from '../ways.ts';

/** The longest delay of a timer in Node and in browsers; a longer one ends after a millisecond. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;
const MINUTE_MS = 60_000;

/** The link is a key in a cache, and each read of such a key sets its time to live anew. */
function readingRenews(): Change {
  const ends = new WeakMap<WalletLink, number>();
  return all(
    before('checkGuards', (asked, next) => {
      const { record, service } = asked;
      if (!isAt(asked, 'getWalletLink') || record?.kind !== 'walletLink') return next();
      const end = service.clock.now() + record.expiresInMinutes * MINUTE_MS;
      ends.set(record, end);
      service.clock.schedule(end, () => {
        if (ends.get(record) === end) service.fire(record, 'nobody decides');
      });
      return next();
    }),
    timer('walletLink', 'PENDING', {
      on: (link: WalletLink) => (ends.has(link) ? 'read meanwhile' : 'nobody decides'),
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'autoReleaseHours | 1 to 720. funded | no buyer report within autoReleaseHours | released.',
    mutant(
      'escrow.auto-release-after-720-hours',
      'blind12-delay-beyond-31-bits-ends-at-once',
      'the automatic release is a timer of the runtime, whose delay in milliseconds has 31 bits: an escrow with autoReleaseHours of 597 or more is released as soon as it is paid',
      timer('escrow', 'funded', {
        after: ({ autoReleaseHours }: Escrow) =>
          autoReleaseHours * HOUR * 1_000 > LONGEST_DELAY_MS ? 0.001 : autoReleaseHours * HOUR,
      }),
    ),
  ),
  against(
    'PENDING | nobody decides within expiresInMinutes | EXPIRED | `wallet.link.expired`.',
    mutant(
      'wallet-link.end-not-put-off',
      'blind12-reading-a-link-renews-it',
      'a pending link is a key in a cache whose time to live begins anew with each read: the link of a merchant that asks for its status now and then does not expire after expiresInMinutes',
      readingRenews(),
    ),
  ),
];
