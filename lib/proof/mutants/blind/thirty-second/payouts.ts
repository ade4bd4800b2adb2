/** Payouts: when and to which account they are settled, and what is kept of them. */
import type { Merchant, Payout } from '../../../reference/rules/records.ts';
import { guard, timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY, keptAs } from '../ways.ts';

const SETTLES_AFTER = 5;
const SATURDAY = 6;

const settles =
  'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.';

function pendingOf({ records }: Merchant): number {
  return [...records.payout.values()].filter(({ status }) => status === 'pending').length;
}

/** Seconds until Monday, where it is created at a weekend. */
function untilBanksOpen({ createdAt }: Payout): number {
  const created = new Date(createdAt);
  const day = created.getUTCDay();
  if (day !== 0 && day !== SATURDAY) return SETTLES_AFTER;
  return (day === 0 ? 1 : 2) * DAY;
}

export const found: readonly BlindMutant[] = [
  against(
    settles,
    mutant(
      'payout.succeeds',
      'blind32-one-payout-after-the-other',
      'one worker settles the payouts of a merchant, each in five seconds: of twenty that are made at once the last is pending for more than a minute and a half',
      timer('payout', 'pending', { after: ({ merchant }: Payout) => SETTLES_AFTER * pendingOf(merchant) }),
    ),
  ),
  against(
    settles,
    mutant(
      'payout.succeeds',
      'blind32-payouts-wait-for-monday',
      'settlement keeps the hours of the banks, in sandbox too: a payout that is made on a Saturday or Sunday is pending until Monday',
      timer('payout', 'pending', { after: untilBanksOpen }),
    ),
  ),
  against(
    settles,
    mutant(
      'payout.succeeds',
      'blind32-numbers-of-one-digit-fail',
      'a number of ten equal digits is taken for the one that is to fail: 1111111111 fails as 0000000000 does',
      timer('payout', 'pending', {
        on: ({ merchant, recipient }: Payout) =>
          merchant.environment.name === 'sandbox' && /^(\d)\1{9}$/.test(recipient.accountNumber)
            ? 'settlement fails'
            : 'settlement succeeds',
      }),
    ),
  ),
  against(
    '`narration` (string or null)',
    mutant(
      'payout.record-as-sent',
      'blind32-narration-nought-is-none',
      'whether there is a narration is asked in a language where the text 0 is false: the narration 0 is kept as none',
      keptAs('createPayout', 'narration', (value) => (value === '0' ? null : value)),
    ),
  ),
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'environment.live-payout-above-balance',
      'blind32-balance-is-compared-in-naira',
      'the amount and the balance are compared in whole naira: in live a payout of less than a naira above the balance is accepted, where both have the same naira',
      guard('payout.balance', {
        refuses: ({ merchant, body }) =>
          Math.floor((body.integer('amount') ?? 0) / 100) > Math.floor(merchant.balance / 100),
      }),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used',
    mutant(
      'payout.duplicate-reference',
      'blind32-failed-payouts-may-be-sent-again',
      'the reference of a payout to the same account that failed more than an hour ago may be used again, as if it were a retry',
      guard('payout.duplicate-reference', {
        refuses({ merchant, body, service }) {
          const earlier = merchant.records.payout.get(body.text('reference') ?? '');
          if (earlier === undefined) return false;
          const hours = (service.clock.now() - Date.parse(earlier.createdAt)) / 3_600_000;
          const same = earlier.recipient.accountNumber === body.text('recipient.accountNumber');
          return !(earlier.status === 'failed' && same && hours > 1);
        },
      }),
    ),
  ),
];
