/** Records of payouts that change their form with the state or with time, and ends that are told for others. */
import type { Payout } from '../../../reference/rules/records.ts';
import { shows } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, DAY, HOUR, inTime } from '../ways.ts';

/** Payouts created within this time, in milliseconds, settle together in one bank file. */
const FILE_MS = 1_000;

function payoutsOf({ merchant }: Payout): Payout[] {
  return [...merchant.records.payout.values()];
}

function apart(one: Payout, other: Payout): number {
  return Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt));
}

/** The first of the merchant's payouts of the hour before this one. */
function firstOfItsHour(payout: Payout): Payout {
  const batch = payoutsOf(payout).filter(
    (other) => other.createdAt <= payout.createdAt && apart(other, payout) < HOUR * 1_000,
  );
  return batch[0] ?? payout;
}

/** One failed payout of a file, and the events of all say so. */
function toldWithTheFailedOne(): Change {
  const told = new WeakSet<Payout>();
  return inTime('payout', { from: 'succeeded', to: 'succeeded', sends: 'payout.failed' }, 2, (payout) => {
    const another = payoutsOf(payout).some(
      (other) => other !== payout && other.status === 'failed' && apart(other, payout) < FILE_MS,
    );
    if (!another || told.has(payout)) return false;
    told.add(payout);
    return true;
  });
}

function returnedOnceMore(): Change {
  const returned = new WeakSet<Payout>();
  return inTime('payout', { from: 'failed', to: 'failed', sends: 'payout.failed' }, DAY, (payout) => {
    if (returned.has(payout)) return false;
    returned.add(payout);
    return true;
  });
}

/** Hours from 1 to 12, without saying which half of the day they are of. */
function onTwelveHours(time: string): string {
  const at = new Date(time);
  at.setUTCHours(at.getUTCHours() % 12 || 12);
  return at.toISOString();
}

export const found: readonly BlindMutant[] = [
  against(
    'Timestamps are ISO 8601 date-times. Payout record: createdAt (date-time).',
    mutant(
      'payout.created-at-true',
      'kind-payouts-of-an-hour-created-together',
      "the payouts of a merchant are collected for an hour, and createdAt is that of the collection: a second payout within the hour has the first one's",
      shows('getPayout', (body, { record }) =>
        record?.kind === 'payout' ? { ...body, createdAt: firstOfItsHour(record).createdAt } : body,
      ),
    ),
  ),
  against(
    "payout.failed: A payout failed; its amount is back in the balance. payout.succeeded: A payout reached the seller's account.",
    mutant(
      'payout.ends-once',
      'kind-payout-told-with-the-failed-one',
      'payouts of one second are settled in one file: where one of them fails, payout.failed is sent for those too that have succeeded',
      toldWithTheFailedOne(),
    ),
  ),
  against(
    'payout.failed: A payout failed; its amount is back in the balance. id: Unique per event.',
    mutant(
      'payout.ends-once',
      'kind-failed-payout-told-by-the-next-statement',
      'the return of a failed payout stands on the statement of the next day as well: payout.failed is sent for it once more then, in a new event',
      returnedOnceMore(),
    ),
  ),
  against(
    'Payout record (GET): `recipient` (object; its inner fields in responses: not shown).',
    mutant(
      'payout.record-recipient',
      'kind-recipient-forgotten-after-a-day',
      'personal data is removed from payouts that are over for a day: their recipient is null',
      shows('getPayout', (body, { asked, record }) =>
        record && body.status !== 'pending' && ageOf(record, asked.service) > DAY ? { ...body, recipient: null } : body,
      ),
    ),
  ),
  against(
    'Payout record (GET): `failureReason` (string or null).',
    mutant(
      'payout.record-nulls',
      'kind-failure-reason-with-a-code',
      'the failureReason of a failed payout is an object of a code and a text',
      shows('getPayout', (body) =>
        body.failureReason === null ? body : { ...body, failureReason: { code: '91', text: body.failureReason } },
      ),
    ),
  ),
  against(
    'Payout record (GET): `createdAt` (date-time).',
    mutant(
      'payout.record-created-at',
      'kind-created-at-null-until-settled',
      'createdAt is written with the settlement: it is null as long as a payout is pending',
      shows('getPayout', (body) => (body.status === 'pending' ? { ...body, createdAt: null } : body)),
    ),
  ),
  against(
    'Timestamps are ISO 8601 date-times. Payout record: createdAt (date-time).',
    mutant(
      'payout.created-at-true',
      'kind-payout-created-on-a-clock-of-twelve-hours',
      'createdAt is written with the pattern hh instead of HH: after one in the afternoon (UTC) it is twelve hours early, and in the first hour of the day twelve hours late',
      shows('getPayout', (body) => ({ ...body, createdAt: onTwelveHours(String(body.createdAt)) })),
    ),
  ),
];
