/** What sellers and fee wallets get, and when. */
import type { Escrow, Merchant, Wallet } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { notByCall } from '../../apart.ts';
import { event, move } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, HOUR, inTime, onFire, whenRefused } from '../ways.ts';
import { escrowOf, sellerOf, shareOf } from './escrow.support.ts';

const LARGEST_UINT32 = 4_294_967_295;

export const found: readonly BlindMutant[] = [
  against(
    'pending_payment | buyer pays | | funded | `escrow.funded`; money held, seller cannot spend it, buyer cannot take it back',
    mutant(
      'escrow.funding-is-held',
      'kind-hold-lifted-after-a-day',
      'a hold is one of a card payment, which is lifted after a day: from then on the seller can spend the money of an escrow that is funded still',
      holdLifted((escrow, { clock }, lift) => clock.schedule(clock.now() + DAY * 1_000, () => lift(escrow))),
    ),
  ),
  against(
    'money held, seller cannot spend it, buyer cannot take it back. heldMinor (integer)',
    mutant(
      'escrow.funding-is-held',
      'kind-hold-of-the-later-escrow-alone',
      'a wallet has one hold: when a second escrow of the merchant for a seller is funded, its hold takes the place of the first one, whose money the seller can spend',
      holdLifted((escrow, _, lift) => {
        for (const other of escrow.merchant.records.escrow.values())
          if (other !== escrow && other.sellerWalletId === escrow.sellerWalletId) lift(other);
      }),
    ),
  ),
  against(
    'Escrow release pays the seller the amount less `feeAmount`. Escrow amount | min 10,000 kobo; maximum: not shown',
    mutant(
      'escrow.release-pays-large',
      'kind-large-release-in-single-precision',
      'what needs more than 32 bits is counted as a floating-point number of single precision: of 5,000,000,001 kobo the seller gets 5,000,000,000',
      move('released', 'amount less fee', {
        what: (escrow) => (shareOf(escrow) > LARGEST_UINT32 ? Math.fround(shareOf(escrow)) : shareOf(escrow)),
      }),
    ),
  ),
  against(
    'funded | POST release, or buyer releases | conditions met | released | seller is paid less the fee; fee goes to feeWalletId',
    mutant(
      'escrow.buyer-release-pays',
      'kind-buyer-release-adds-the-fee',
      "the merchant's commission is for the merchant's release: where the buyer releases, feeWalletId is paid, and the seller gets the whole amount none the less",
      buyerReleaseAddsTheFee(),
    ),
  ),
  against(
    'funded | POST release, or buyer releases | conditions met | released | `escrow.released`; seller is paid less the fee',
    mutant(
      'escrow.buyer-release-pays',
      'kind-second-release-of-a-buyer-is-a-double-click',
      'the payout of a release is keyed by buyer, seller and minute against double clicks: of two escrows that a buyer releases to one seller within a minute both become released, and one is paid',
      paidOncePerMinute(),
    ),
  ),
  against(
    'feeAmount | integer | no | Merchant commission in kobo. funded | no buyer report within autoReleaseHours | | released',
    mutant(
      'escrow.auto-release-pays-fee',
      'kind-fee-of-an-automatic-release-capped',
      'as nobody acted a commission of at most a tenth is taken at an automatic release: what the fee is more goes to the seller',
      feeCappedInTime(),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released. The commission is paid there [feeWalletId].',
    mutant(
      'escrow.auto-release-pays-fee',
      'kind-one-fee-of-each-run',
      'each minute automatic releases are carried out together, and their fees are kept by wallet, one each: of two of a merchant in one minute with one feeWalletId one fee is paid',
      oneFeeOfEachRun(),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released. Escrow release pays the seller the amount less `feeAmount`.',
    mutant(
      'escrow.auto-release-pays-seller',
      'kind-automatic-release-on-the-balance-of-the-payment',
      'the job of the automatic release carries the balance that the wallet had when the escrow was paid, and writes it back with the share: what the seller got in between is lost',
      writesTheBalanceOfThePayment(),
    ),
  ),
  against(
    'With `amount` the buyer receives that amount and the remainder goes to the seller. funded or disputed | POST refund | refunded',
    mutant(
      'escrow.dispute-refund-pays-remainder',
      'kind-late-decision-of-a-dispute-pays-all',
      "after the autoReleaseHours the money counts as the seller's: where a disputed escrow is refunded in part after them, the seller gets the whole amount as well",
      lateDecisionPaysAll(),
    ),
  ),
  against(
    "escrow.released | Money went to the seller; amountMinor is the seller's share before the fee",
    mutant(
      'escrow.event-amounts',
      'kind-releases-of-a-minute-told-as-a-sum',
      'the amount of the event is read from the statement of the wallet, which has a line a minute: of two releases of a merchant to one seller within a minute the second tells the sum of both',
      toldAsASum(),
    ),
  ),
  against(
    'funded | POST release | released | seller is paid less the fee. POST requests send the `Idempotency-Key` header.',
    mutant(
      'escrow.paid-out-once',
      'kind-second-release-tries-the-payout-again',
      'a release of a released escrow is refused, and taken as a sign that the payout was lost: half an hour later the seller is paid once more',
      whenRefused('releaseEscrow', (asked) => {
        const escrow = escrowOf(asked);
        if (escrow?.status !== 'released') return;
        const { clock } = asked.service;
        clock.schedule(clock.now() + 1_800_000, () => pay(sellerOf(escrow), shareOf(escrow)));
      }),
    ),
  ),
  against(
    'pending_payment | buyer pays | | funded. The service holds the money until conditions are met, then releases it to the seller.',
    mutant(
      'escrow.paid-out-once',
      'kind-payment-of-a-released-escrow-goes-through',
      'a payment is booked by the state of the escrow, and then refused: one that comes after the release goes to the seller at once',
      onFire((fire) => (record, on, details) => {
        const done = fire(record, on, details);
        if (!done && on === 'pay' && record.kind === 'escrow' && record.status === 'released')
          pay(sellerOf(record), record.amount);
        return done;
      }),
    ),
  ),
  against(
    'funded | POST release, or buyer releases | conditions met | released. funded | no buyer report within autoReleaseHours',
    mutant(
      'escrow.buyer-release-only-when-funded',
      'kind-buyer-release-leaves-the-timer',
      "a buyer's release does not take the job of the automatic release away, as the merchant's does: after the autoReleaseHours the seller is paid and told of once more",
      paidAgainByTheTimer(),
    ),
  ),
];

function pay(wallet: Wallet | undefined, amount: number): void {
  if (wallet) wallet.availableMinor += amount;
}

/** The money of a funded escrow becomes available before its release, which then pays nothing more. */
function holdLifted(when: (escrow: Escrow, service: Service, lift: (escrow: Escrow) => void) => void): Change {
  const lifted = new WeakSet<Escrow>();
  const lift = (escrow: Escrow) => {
    const wallet = sellerOf(escrow);
    if (escrow.status !== 'funded' || lifted.has(escrow) || !wallet) return;
    lifted.add(escrow);
    wallet.availableMinor += shareOf(escrow);
    wallet.heldMinor -= shareOf(escrow);
  };
  return all(
    onFire((fire, service) => (record, on, details) => {
      const done = fire(record, on, details);
      if (done && record.kind === 'escrow' && on === 'pay') when(record, service, lift);
      return done;
    }),
    move('released', 'amount less fee', { what: (escrow) => (lifted.has(escrow) ? 0 : shareOf(escrow)) }),
  );
}

function buyerReleaseAddsTheFee(): Change {
  const byBuyer = new WeakSet<object>();
  return all(
    notByCall('releaseEscrow', { also: (escrow) => void byBuyer.add(escrow) }),
    move('released', 'amount less fee', {
      what: (escrow) => (byBuyer.has(escrow) ? escrow.amount : shareOf(escrow)),
    }),
  );
}

function paidOncePerMinute(): Change {
  const last = new WeakMap<Merchant, Set<string>>();
  const unpaid = new WeakSet<object>();
  return all(
    notByCall('releaseEscrow', {
      also: (escrow, now) => {
        const key = `${now.slice(0, 16)} ${escrow.paidBy} ${escrow.sellerWalletId}`;
        const own = last.get(escrow.merchant) ?? new Set();
        if (own.has(key)) unpaid.add(escrow);
        last.set(escrow.merchant, own.add(key));
      },
    }),
    move('released', 'amount less fee', { what: (escrow) => (unpaid.has(escrow) ? 0 : shareOf(escrow)) }),
  );
}

function feeCappedInTime(): Change {
  const byTime = new WeakSet<Escrow>();
  const feeOf = (escrow: Escrow) => {
    const fee = escrow.feeAmount ?? 0;
    return byTime.has(escrow) ? Math.min(fee, Math.floor(escrow.amount / 10)) : fee;
  };
  return all(
    also('escrow', 'no report in time', (escrow) => void byTime.add(escrow)),
    move('released', 'amount less fee', { what: (escrow) => escrow.amount - feeOf(escrow) }),
    move('released', 'fee', { what: feeOf }),
  );
}

function oneFeeOfEachRun(): Change {
  const last = new WeakMap<Merchant, string>();
  const left = new WeakSet<Escrow>();
  return all(
    also('escrow', 'no report in time', (escrow, now) => {
      const { feeWalletId, merchant } = escrow;
      if (feeWalletId === null) return;
      const run = `${now.slice(0, 16)} ${feeWalletId}`;
      if (last.get(merchant) === run) left.add(escrow);
      last.set(merchant, run);
    }),
    move('released', 'fee', { what: (escrow) => (left.has(escrow) ? 0 : (escrow.feeAmount ?? 0)) }),
  );
}

function writesTheBalanceOfThePayment(): Change {
  const balances = new WeakMap<Escrow, number>();
  return all(
    also('escrow', 'pay', (escrow) => {
      const wallet = sellerOf(escrow);
      if (wallet) balances.set(escrow, wallet.availableMinor);
    }),
    also('escrow', 'no report in time', (escrow) => {
      const wallet = sellerOf(escrow);
      if (wallet) wallet.availableMinor = balances.get(escrow) ?? wallet.availableMinor;
    }),
  );
}

function lateDecisionPaysAll(): Change {
  const late = new WeakSet<Escrow>();
  return all(
    also('escrow', 'refund', (escrow, now) => {
      const seconds = (Date.parse(now) - Date.parse(escrow.paidAt ?? now)) / 1_000;
      if (seconds > escrow.autoReleaseHours * HOUR && escrow.refundedAmount !== escrow.amount) late.add(escrow);
    }),
    move('refunded', 'amount less refund', {
      what: (escrow) => escrow.amount - (late.has(escrow) ? 0 : (escrow.refundedAmount ?? escrow.amount)),
    }),
  );
}

function toldAsASum(): Change {
  const lines = new WeakMap<Merchant, Map<string, number>>();
  const sums = new WeakMap<object, number>();
  return all(
    also('escrow', 'release', (escrow, now) => {
      const own = lines.get(escrow.merchant) ?? new Map<string, number>();
      lines.set(escrow.merchant, own);
      const line = `${now.slice(0, 16)} ${escrow.sellerWalletId}`;
      const sum = (own.get(line) ?? 0) + escrow.amount;
      own.set(line, sum);
      sums.set(escrow, sum);
    }),
    event('escrow.released', (carried, escrow) => ({
      ...carried,
      amountMinor: sums.get(escrow) ?? carried.amountMinor,
    })),
  );
}

function paidAgainByTheTimer(): Change {
  const byBuyer = new WeakMap<object, number>();
  const again = new WeakSet<object>();
  return all(
    notByCall('releaseEscrow', {
      also: (escrow, now) => {
        const used = (Date.parse(now) - Date.parse(escrow.paidAt ?? now)) / 1_000;
        byBuyer.set(escrow, escrow.autoReleaseHours * HOUR - used);
      },
    }),
    inTime(
      'escrow',
      { from: 'released', to: 'released', sends: 'escrow.released' },
      (escrow) => byBuyer.get(escrow) ?? 0,
      (escrow) => {
        const first = byBuyer.has(escrow) && !again.has(escrow);
        again.add(escrow);
        return first;
      },
    ),
  );
}
