/** Ends that are none, and what comes after them. */
import type { Environment } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { notByCall } from '../../apart.ts';
import { addedTransition, functions, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, DAY, HOUR, inTime, onFire, whenRefused } from '../ways.ts';
import { namesake, serviceNoted, tell, tells } from './escrow.support.ts';

const paidAfterExpiry = addedTransition('escrow', {
  from: 'expired',
  on: 'pay after all',
  to: 'funded',
  sends: 'escrow.funded',
});

export const found: readonly BlindMutant[] = [
  against(
    'pending_payment | POST cancel | unpaid | cancelled. Same key and same body: the original response is replayed',
    mutant(
      'escrow.cancelled-is-final',
      'kind-replayed-create-revives-the-cancelled',
      'a replay of the create writes the row of the original response back: a cancelled escrow is pending_payment again',
      answers('createEscrow', (reply, asked) => {
        const escrow = isReplay(reply) ? asked.merchant.records.escrow.get(referenceIn(reply.text)) : undefined;
        if (escrow?.status === 'cancelled') escrow.status = 'pending_payment';
        return reply;
      }),
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | | expired. 409 | duplicate_reference | Reference already used',
    mutant(
      'escrow.expired-is-final',
      'kind-duplicate-revives-the-expired',
      'who orders again under the reference of an expired escrow is refused with 409, and the expired one is open for payment again',
      whenRefused('createEscrow', (asked, { code }) => {
        const first = namesake(asked);
        if (code === 'duplicate_reference' && first?.status === 'expired') first.status = 'pending_payment';
      }),
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | | expired | `escrow.cancelled` (the event covers cancelled or not paid in time)',
    mutant(
      'escrow.expired-is-final',
      'kind-expired-is-filed-as-cancelled',
      'three days after its expiry an escrow goes to the archive, which is filled from the events: it is cancelled there',
      inTime('escrow', { from: 'expired', to: 'cancelled', sends: null }, 3 * DAY),
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | | expired. buyer.email | If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.expired-cannot-be-paid',
      'kind-named-buyer-pays-what-has-expired',
      "a named buyer's payment is checked for who pays, and not for the time as well: an expired escrow with buyer.email can be paid",
      paidAfterExpiry,
      onFire((fire) => (record, on, details) => {
        const named = record.kind === 'escrow' && record.status === 'expired' && record.buyerEmail !== null;
        return fire(record, named && on === 'pay' ? 'pay after all' : on, details);
      }),
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | | expired. Escrow expiry | 24 hours unpaid',
    mutant(
      'escrow.expired-cannot-be-paid',
      'kind-payment-in-an-hour-of-grace',
      'a payment may have been begun before the expiry: in the hour after it an expired escrow can be paid',
      paidAfterExpiry,
      onFire((fire, service) => (record, on, details) => {
        const soon = record.kind === 'escrow' && record.status === 'expired' && ageOf(record, service) < DAY + HOUR;
        return fire(record, soon && on === 'pay' ? 'pay after all' : on, details);
      }),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released. pending_payment | 24 hours pass unpaid | | expired',
    mutant(
      'escrow.outlasts-time',
      'kind-funded-for-a-week-expires',
      'escrows that nothing has happened to for a week are swept away: a funded one with more than 168 autoReleaseHours becomes expired',
      inTime(
        'escrow',
        { from: 'funded', to: 'expired', sends: 'escrow.cancelled' },
        7 * DAY,
        ({ autoReleaseHours }) => autoReleaseHours > 168,
      ),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released. pending_payment | 24 hours pass unpaid | | expired',
    mutant(
      'escrow.outlasts-time',
      'kind-unpaid-released-before-it-expires',
      'the job of the automatic release is made with the escrow and does not look at its state: an unpaid one with fewer than 24 autoReleaseHours is released after them',
      inTime(
        'escrow',
        { from: 'pending_payment', to: 'released', sends: 'escrow.released' },
        ({ autoReleaseHours }) => autoReleaseHours * HOUR,
        ({ autoReleaseHours }) => autoReleaseHours < 24,
      ),
    ),
  ),
  against(
    'funded | POST release, or buyer releases | conditions met | released. With `amount` the remainder goes to the seller.',
    mutant(
      'escrow.buyer-release-only-when-funded',
      'kind-buyer-releases-what-was-refunded-in-part',
      'an escrow that was refunded in part has something left to the buyer, who can release it: it becomes released, and the seller is paid the share',
      notByCall('releaseEscrow', {}),
      addedTransition('escrow', { from: 'refunded', on: 'release the rest', to: 'released', sends: 'escrow.released' }),
      partlyRefunded('release', 'release the rest'),
    ),
  ),
  against(
    'funded | buyer files a refund request | | disputed. funded or disputed | POST refund | | refunded',
    mutant(
      'escrow.dispute-only-when-funded',
      'kind-buyer-disputes-a-partial-refund',
      'who got a part of the money back can ask for more: an escrow that was refunded in part becomes disputed',
      addedTransition('escrow', { from: 'refunded', on: 'ask for more', to: 'disputed', sends: 'escrow.disputed' }),
      partlyRefunded('dispute', 'ask for more'),
    ),
  ),
  against(
    'escrow.released | Money went to the seller. id | string | Unique per event',
    mutant(
      'escrow.end-told-once',
      'kind-releases-told-again-the-day-after',
      'a report of each day sends the events of its releases anew, with ids of their own: a day after its release an escrow is told of as released once more',
      tells('escrow.released'),
      onFire((fire, service) => (record, on, details) => {
        const done = fire(record, on, details);
        if (done && record.kind === 'escrow' && on === 'release') {
          const { clock } = service;
          clock.schedule(clock.now() + DAY * 1_000, () => tell(service, record, 'escrow.released'));
        }
        return done;
      }),
    ),
  ),
  against(
    'pending_payment | POST cancel | unpaid | cancelled. pending_payment | 24 hours pass unpaid | | expired',
    mutant(
      'escrow.stays-until-its-turn',
      'kind-newer-escrow-cancels-the-older',
      "as with wallet links a newer one takes the older one's place: an escrow for the same buyer, seller and amount cancels the unpaid one before it",
      before('act', (asked, next) => {
        const { body, merchant, service } = asked;
        const email = body.text('buyer.email');
        if (isAt(asked, 'createEscrow') && email !== null)
          for (const older of merchant.records.escrow.values())
            if (older.buyerEmail === email && older.amount === body.integer('amount'))
              if (older.sellerWalletId === body.text('seller.walletId')) service.fire(older, 'cancel');
        return next();
      }),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released. If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.auto-release-from-payment',
      'kind-hours-from-the-first-try-to-pay',
      'the hours begin when somebody first tries to pay: where another account was refused before the buyer paid, the release comes earlier by the time between the two',
      hoursFromTheFirstTry(),
    ),
  ),
];

function referenceIn(text: string): string {
  return String((JSON.parse(text) as { reference?: unknown }).reference);
}

function partlyRefunded(trigger: string, instead: string): Change {
  return onFire((fire) => (record, on, details) => {
    const partly =
      record.kind === 'escrow' &&
      record.status === 'refunded' &&
      (record.refundedAmount ?? record.amount) < record.amount;
    return fire(record, partly && on === trigger ? instead : on, details);
  });
}

function hoursFromTheFirstTry(): Change {
  const services = new WeakMap<Environment, Service>();
  const tries = new WeakMap<object, number>();
  return all(
    serviceNoted(services),
    functions(({ mayPay }) => ({
      mayPay(escrow, email) {
        const now = services.get(escrow.merchant.environment)?.clock.now();
        if (now !== undefined && !tries.has(escrow)) tries.set(escrow, now);
        return mayPay(escrow, email);
      },
    })),
    timer('escrow', 'funded', {
      after: (escrow: { paidAt?: string | null; autoReleaseHours?: number }) => {
        const paidAt = Date.parse(escrow.paidAt ?? '');
        return (escrow.autoReleaseHours ?? 0) * HOUR - (paidAt - (tries.get(escrow) ?? paidAt)) / 1_000;
      },
    }),
  );
}
