/** Escrows and time: an end that the table does not have, and releases that wait for something or take each other's place. */
import type { Escrow, Merchant } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, HOUR, inTime } from '../ways.ts';

const WEEK = 7 * DAY;

/** Whether the merchant acknowledged the event of the payment; a merchant without a webhook address gets no events. */
function acknowledged({ merchant, reference }: Escrow): boolean {
  const sent = merchant.deliveries.filter((each) => each.event === 'escrow.funded' && each.reference === reference);
  return sent.length === 0 || sent.some(({ state }) => state === 'delivered');
}

/** A merchant has one job of a name, and the name is the minute at which it is due. */
function namedByTheMinute(): Change {
  const jobs = new WeakMap<Merchant, Map<string, Escrow>>();
  const minute = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 16);
  const dueAt = ({ paidAt, autoReleaseHours }: Escrow) =>
    minute(Date.parse(paidAt ?? '') + autoReleaseHours * HOUR * 1_000);
  return all(
    also('escrow', 'pay', (escrow) => {
      const own = jobs.get(escrow.merchant) ?? new Map<string, Escrow>();
      jobs.set(escrow.merchant, own.set(dueAt(escrow), escrow));
    }),
    timer('escrow', 'funded', {
      on: (escrow: Escrow) =>
        jobs.get(escrow.merchant)?.get(dueAt(escrow)) === escrow ? 'no report in time' : 'nothing',
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'funded | buyer files a refund request | disputed | release is paused. funded or disputed | POST refund | refunded.',
    mutant(
      'escrow.outlasts-time',
      'blind18-dispute-ends-after-a-week',
      'a dispute that nobody has decided within 7 days is closed in favour of the buyer by a job: the escrow becomes refunded in full, though the merchant has not asked for it',
      inTime('escrow', { from: 'disputed', to: 'refunded', sends: 'escrow.refunded' }, WEEK),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | released | automatic release; `escrow.released`.',
    mutant(
      'escrow.releases-by-itself',
      'blind18-release-wants-the-funding-acknowledged',
      'the job of the automatic release passes over what the merchant has not heard of: where escrow.funded is not acknowledged when the autoReleaseHours are over, the escrow stays funded for good',
      timer('escrow', 'funded', {
        on: (escrow: Escrow) => (acknowledged(escrow) ? 'no report in time' : 'nothing'),
      }),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | released | automatic release. autoReleaseHours | integer | no | 1 to 720.',
    mutant(
      'escrow.releases-after-its-hours',
      'blind18-release-jobs-named-by-their-minute',
      'the job of an automatic release is named by its merchant and the minute at which it is due, and a later job takes the place of one of the same name: of two escrows that are due in one minute the first stays funded',
      namedByTheMinute(),
    ),
  ),
];
