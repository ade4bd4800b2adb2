/** Escrows and time: what another escrow, a setting or the calendar does to a release or an expiry. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { addedTransition, event, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, HOUR } from '../ways.ts';

const SECOND_MS = 1_000;
const SATURDAY = 6;
const LINKED_HOURS = 24;

function others(escrow: Escrow): Escrow[] {
  return [...escrow.merchant.records.escrow.values()].filter((each) => each !== escrow);
}

/** Due on a Saturday, it waits for the beginning of Sunday. */
function secondsWithoutSaturday({ autoReleaseHours, paidAt }: Escrow): number {
  const seconds = autoReleaseHours * HOUR;
  const due = Date.parse(paidAt ?? '') + seconds * SECOND_MS;
  if (new Date(due).getUTCDay() !== SATURDAY) return seconds;
  const sunday = (Math.floor(due / (DAY * SECOND_MS)) + 1) * DAY * SECOND_MS;
  return seconds + (sunday - due) / SECOND_MS;
}

function netWhenAutomatic(): Change {
  const automatic = new WeakSet<object>();
  return all(
    also('escrow', 'no report in time', (escrow) => void automatic.add(escrow)),
    event('escrow.released', (carried, record) => {
      if (!automatic.has(record)) return carried;
      return { ...carried, amountMinor: Number(record.amount) - Number(record.feeAmount ?? 0) };
    }),
  );
}

function expiresWithAnother(escrow: Escrow): boolean {
  return others(escrow).some(
    ({ status, createdAt }) =>
      status === 'expired' && Math.abs(Date.parse(createdAt) - Date.parse(escrow.createdAt)) < SECOND_MS,
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`',
    mutant(
      'escrow.releases-after-its-hours',
      'blind33-no-automatic-release-on-a-saturday',
      'Saturday is kept for maintenance and the job of automatic releases does not run: one that is due then comes with the beginning of Sunday',
      timer('escrow', 'funded', { after: secondsWithoutSaturday }),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`',
    mutant(
      'escrow.releases-after-its-hours',
      'blind33-dispute-pauses-the-seller',
      'a dispute pauses the seller and not the escrow: another funded one of the same seller, about which nobody complained, is not released when its hours are over',
      timer('escrow', 'funded', {
        on: (escrow: Escrow) =>
          others(escrow).some(
            ({ status, sellerWalletId }) => status === 'disputed' && sellerWalletId === escrow.sellerWalletId,
          )
            ? 'paused'
            : 'no report in time',
      }),
    ),
  ),
  against(
    'autoReleaseHours | integer | no | 1 to 720. Default 72',
    mutant(
      'escrow.auto-release-default',
      'blind33-linked-sellers-are-paid-sooner',
      'where linked wallets are required sellers are trusted: an escrow without autoReleaseHours is released after 24 hours',
      before('checkFields', (asked, next) => {
        if (isAt(asked, 'createEscrow') && asked.merchant.requireLinkedWallets)
          asked.body.value.autoReleaseHours ??= LINKED_HOURS;
        return next();
      }),
    ),
  ),
  against(
    "escrow.released | Money went to the seller; amountMinor is the seller's share before the fee",
    mutant(
      'escrow.event-amounts-with-fee',
      'blind33-automatic-release-tells-the-net',
      'the job of automatic releases has an event of its own: where there is a fee its amountMinor is what the seller got after it',
      netWhenAutomatic(),
    ),
  ),
  against(
    'escrow.cancelled | Escrow cancelled or not paid in time',
    mutant(
      'webhook.escrow-cancelled-on-expiry',
      'blind33-one-expiry-event-a-second',
      'the job that expires escrows tells of the first of each second: of two of a merchant that were made in the same second the other has no event',
      all(
        addedTransition('escrow', { from: 'pending_payment', on: 'expires quietly', to: 'expired', sends: null }),
        timer('escrow', 'pending_payment', {
          on: (escrow: Escrow) => (expiresWithAnother(escrow) ? 'expires quietly' : 'not paid in time'),
        }),
      ),
    ),
  ),
];
