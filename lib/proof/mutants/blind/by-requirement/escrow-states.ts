/** States of an escrow without a dispute: payment, cancellation, release. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Environment } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { notByCall } from '../../apart.ts';
import { addedTransition, functions, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY, HOUR, inTime, onFire, whenRefused } from '../ways.ts';
import { secondsSince, serviceNoted } from './escrow.support.ts';

const paidAfterCancel = addedTransition('escrow', {
  from: 'cancelled',
  on: 'pay after all',
  to: 'funded',
  sends: 'escrow.funded',
});

export const found: readonly BlindMutant[] = [
  against(
    'pending_payment | buyer pays | | funded. pending_payment | 24 hours pass unpaid | | expired',
    mutant(
      'escrow.funded',
      'kind-payment-shut-before-the-expiry',
      'in the last half hour before it expires an escrow takes no payment any more: it stays pending_payment',
      onFire((fire, service) => (record, on, details) => {
        const late = record.kind === 'escrow' && on === 'pay' && ageOf(record, service) > DAY - HOUR / 2;
        return late ? false : fire(record, on, details);
      }),
    ),
  ),
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.anybody-may-pay',
      'kind-named-buyers-pay-their-own-alone',
      "an account is looked up among the merchant's named buyers first: one that another escrow names as its buyer cannot pay an escrow that names nobody",
      functions(({ mayPay }) => ({
        mayPay(escrow, email) {
          if (!mayPay(escrow, email)) return false;
          const all = [...escrow.merchant.records.escrow.values()];
          return (
            escrow.buyerEmail !== null || !all.some(({ buyerEmail }) => buyerEmail !== null && buyerEmail === email)
          );
        },
      })),
    ),
  ),
  against(
    'pending_payment | POST cancel | unpaid | cancelled. pending_payment | buyer pays | | funded',
    mutant(
      'escrow.cancelled-cannot-be-paid',
      'kind-cancelled-is-forgotten-after-an-hour',
      'that an escrow was cancelled is kept with its page for an hour, and in its record for good: a payment asks the page alone, and after an hour it is taken',
      paidAfterCancel,
      paidHoursAfterCancel(),
    ),
  ),
  against(
    'pending_payment | POST cancel | unpaid | cancelled. buyer.email | If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.cancelled-cannot-be-paid',
      'kind-named-buyer-pays-what-was-cancelled',
      "a named buyer's payment is checked for who pays, and not for the state as well: a cancelled escrow with buyer.email can be paid",
      paidAfterCancel,
      onFire((fire) => (record, on, details) => {
        const named = record.kind === 'escrow' && record.status === 'cancelled' && record.buyerEmail !== null;
        return fire(record, named && on === 'pay' ? 'pay after all' : on, details);
      }),
    ),
  ),
  against(
    'A paid escrow cannot be cancelled; it must be refunded instead.',
    mutant(
      'escrow.paid-cannot-be-cancelled',
      'kind-refused-cancel-refunds',
      'cancel of a funded escrow is refused with 409, and does what must be done instead: the escrow becomes refunded',
      whenRefused('cancelEscrow', ({ record, service }) => {
        if (record?.kind === 'escrow' && record.status === 'funded') service.fire(record, 'refund');
      }),
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | | expired. Escrow expiry | 24 hours unpaid',
    mutant(
      'escrow.paid-does-not-expire',
      'kind-expires-where-paid-in-the-second-half',
      'the job of the expiry takes a list of unpaid escrows twelve hours ahead: one that is paid more than twelve hours after its creation expires all the same after 24',
      inTime(
        'escrow',
        { from: 'funded', to: 'expired', sends: 'escrow.cancelled' },
        (escrow) => DAY - unpaidFor(escrow),
        (escrow) => unpaidFor(escrow) > 12 * HOUR,
      ),
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | | expired. If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.paid-does-not-expire',
      'kind-expires-where-another-account-tried',
      'who tries to pay in vain leaves the job of the expiry locked, so that a payment cannot take it away: where another account was refused before its buyer paid, an escrow expires after 24 hours all the same',
      expiresWhereAnotherTried(),
    ),
  ),
  against(
    'funded | POST release, or buyer releases | conditions met | released. Escrow expiry | 24 hours unpaid',
    mutant(
      'escrow.released',
      'kind-release-only-on-the-first-day',
      "the merchant's release asks whether the 24 hours are over, and not whether the escrow was unpaid in them: later a funded one is refused with 409",
      before('act', (asked, next) => {
        const { record, service } = asked;
        if (isAt(asked, 'releaseEscrow') && record?.status === 'funded' && ageOf(record, service) > DAY)
          throw new Refusal(service.rules.decisions.wrongState, 'this escrow has expired');
        return next();
      }),
    ),
  ),
  against(
    'funded | POST release, or buyer releases | conditions met | released',
    mutant(
      'escrow.released-by-buyer',
      'kind-buyer-may-release-for-a-day',
      "the buyer's sign-in at the page is good for a day from the payment: a later release by the buyer does nothing",
      notByCall('releaseEscrow', {}),
      onFire((fire, service) => (record, on, details) => {
        const late = record.kind === 'escrow' && on === 'release' && secondsSince(record.paidAt, service) > DAY;
        return late ? false : fire(record, on, details);
      }),
    ),
  ),
  against(
    'funded | POST release, or buyer releases | conditions met | released',
    mutant(
      'escrow.released-by-buyer',
      'kind-buyer-releases-the-oldest',
      'the release of a buyer is matched by buyer and seller: of two funded escrows of the same two the one that was paid first is released, whichever the buyer chose',
      notByCall('releaseEscrow', {}),
      onFire((fire) => (record, on, details) => {
        if (record.kind !== 'escrow' || on !== 'release' || record.status !== 'funded')
          return fire(record, on, details);
        const { merchant, sellerWalletId, paidBy } = record;
        const oldest = [...merchant.records.escrow.values()].find(
          (each) => each.status === 'funded' && each.sellerWalletId === sellerWalletId && each.paidBy === paidBy,
        );
        return fire(oldest ?? record, on, details);
      }),
    ),
  ),
  against(
    'funded | POST release, or buyer releases | conditions met | released',
    mutant(
      'escrow.unpaid-not-released',
      'kind-unpaid-released-when-asked-twice',
      'a second release of an unpaid escrow counts as a confirmation of the first: the first is refused, and the second releases it',
      unpaidReleasedWhenAskedTwice(),
    ),
  ),
  against(
    'funded | POST release, or buyer releases | conditions met | released. Two fully separate environments exist.',
    mutant(
      'escrow.unpaid-not-released',
      'kind-unpaid-released-in-live',
      'in live the state is asked of the bank, which knows of no payment that was not made: an unpaid escrow can be released there',
      addedTransition('escrow', {
        from: 'pending_payment',
        on: 'release unpaid',
        to: 'released',
        sends: 'escrow.released',
      }),
      onFire((fire) => (record, on, details) => {
        const unpaid = record.kind === 'escrow' && record.status === 'pending_payment' && on === 'release';
        const live = record.merchant.environment.name === 'live';
        return fire(record, unpaid && live ? 'release unpaid' : on, details);
      }),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released',
    mutant(
      'escrow.auto-release-from-payment',
      'kind-hours-from-the-full-hour-of-the-payment',
      'the payment is dated by the hour, and the autoReleaseHours count from its beginning: the release comes up to an hour early',
      timer('escrow', 'funded', {
        after: (escrow: { paidAt?: string | null; autoReleaseHours?: number }) =>
          (escrow.autoReleaseHours ?? 0) * HOUR - ((Date.parse(escrow.paidAt ?? '') / 1_000) % HOUR),
      }),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released. autoReleaseHours | 1 to 720',
    mutant(
      'escrow.releases-after-its-hours',
      'kind-sellers-are-released-together',
      'a seller is paid in one go: when one funded escrow of a merchant is released by time, the others for that seller are released with it, whatever their hours',
      releasedTogether(),
    ),
  ),
];

function unpaidFor({ createdAt, paidAt }: { createdAt: string; paidAt: string | null }): number {
  return (Date.parse(paidAt ?? createdAt) - Date.parse(createdAt)) / 1_000;
}

function expiresWhereAnotherTried(): Change {
  const tried = new WeakSet<object>();
  return all(
    functions(({ mayPay }) => ({
      mayPay(escrow, email) {
        const may = mayPay(escrow, email);
        if (!may) tried.add(escrow);
        return may;
      },
    })),
    inTime(
      'escrow',
      { from: 'funded', to: 'expired', sends: 'escrow.cancelled' },
      (escrow) => DAY - unpaidFor(escrow),
      (escrow) => tried.has(escrow),
    ),
  );
}

function paidHoursAfterCancel(): Change {
  const cancelledAt = new WeakMap<object, number>();
  return onFire((fire, { clock }) => (record, on, details) => {
    const since = cancelledAt.get(record);
    const late = since !== undefined && clock.now() - since > HOUR * 1_000;
    const done = fire(record, late && on === 'pay' ? 'pay after all' : on, details);
    if (done && record.kind === 'escrow' && on === 'cancel') cancelledAt.set(record, clock.now());
    return done;
  });
}

function unpaidReleasedWhenAskedTwice(): Change {
  const asked = new WeakSet<object>();
  return all(
    addedTransition('escrow', {
      from: 'pending_payment',
      on: 'release unpaid',
      to: 'released',
      sends: 'escrow.released',
    }),
    onFire((fire) => (record, on, details) => {
      if (record.kind !== 'escrow' || record.status !== 'pending_payment' || on !== 'release')
        return fire(record, on, details);
      if (asked.has(record)) return fire(record, 'release unpaid', details);
      asked.add(record);
      return false;
    }),
  );
}

function releasedTogether(): Change {
  const services = new WeakMap<Environment, Service>();
  return all(
    serviceNoted(services),
    also('escrow', 'no report in time', ({ merchant, sellerWalletId }) => {
      for (const other of merchant.records.escrow.values())
        if (other.status === 'funded' && other.sellerWalletId === sellerWalletId)
          services.get(merchant.environment)?.fire(other, 'no report in time');
    }),
  );
}
