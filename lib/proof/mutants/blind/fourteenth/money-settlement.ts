/** What becomes of payments, refunds and payouts where two of them meet, or where a job runs in one environment only. */
import type { Checkout, Payout, Refund } from '../../../reference/rules/records.ts';
import { shows, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** Milliseconds in which payouts of a merchant are gathered. */
const BATCH_MS = 5_000;

/** The checkout is read when the refund is made, and written as it was then, with the refund added, when it settles. */
function addsToWhatItRead(): Change {
  const read = new WeakMap<Refund, number>();
  return all(
    also('refund', 'create', (refund) => void read.set(refund, refund.payment?.refundedAmount ?? 0)),
    also('refund', 'settlement succeeds', (refund) => {
      if (refund.payment !== null) refund.payment.refundedAmount = read.get(refund) ?? 0;
    }),
  );
}

function isInFailingBatch({ merchant, createdAt }: Payout): boolean {
  const near = (other: string) => Math.abs(Date.parse(other) - Date.parse(createdAt)) < BATCH_MS;
  return [...merchant.records.payout.values()].some(
    (other) => other.recipient.accountNumber === '0000000000' && near(other.createdAt),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'pending | settlement | success | succeeded | `refund.succeeded` sent; checkout `refundedAmount` grows. refundedAmount: Running total of refunds.',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind14-refund-adds-to-what-it-read',
      'a refund carries its checkout along from its creation to its settlement and saves it then: of two refunds that were pending at the same time only the later is in refundedAmount',
      addsToWhatItRead(),
    ),
  ),
  against(
    'Refund record (GET): `createdAt` (date-time).',
    mutant(
      'refund.created-at-true',
      'blind14-time-of-the-joined-checkout',
      'the record is read from refunds joined with checkouts, both have a column createdAt, and the second wins: a refund tells when its checkout was created',
      shows('getRefund', (body, { record }) => ({
        ...body,
        createdAt: (record?.kind === 'refund' ? record.payment?.createdAt : undefined) ?? body.createdAt,
      })),
    ),
  ),
  against(
    'About 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind14-batch-fails-as-a-whole',
      "a merchant's payouts of 5 seconds are settled in one transaction: with one to 0000000000 the others of its batch fail too",
      timer('payout', 'pending', {
        on: (payout: Payout) =>
          payout.merchant.environment.name === 'sandbox' && isInFailingBatch(payout)
            ? 'settlement fails'
            : 'settlement succeeds',
      }),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | failed | `failureReason` = `expired`.',
    mutant(
      'checkout.expires',
      'blind14-no-checkout-expires-in-live',
      'the job that expires checkouts was only ever started in sandbox: in live a checkout stays pending for good',
      timer('checkout', 'pending', {
        on: ({ merchant }: Checkout) => (merchant.environment.name === 'live' ? 'nothing' : 'not paid in time'),
      }),
    ),
  ),
];
