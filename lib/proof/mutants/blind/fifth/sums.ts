/** Sums that take in what belongs elsewhere, or lose one of two additions. */
import type { Environment, Escrow } from '../../../reference/rules/records.ts';
import { guard, move } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';
import { otherMerchants } from '../ways-of-access.ts';

const JOB_RUN_MS = 60_000;
const paidInRun = new WeakMap<Environment, Map<string, number>>();
const overwritten = new WeakSet<Escrow>();

export const found: readonly BlindMutant[] = [
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid` … Unique per merchant.',
    mutant(
      'refund.up-to-amount-paid',
      'blind5-earlier-refunds-by-payment-reference',
      "earlier refunds are added up by paymentReference alone: those of another merchant's checkout of that reference count",
      guard('refund.exceeds-paid', {
        refuses(asked) {
          const { body, payment } = asked;
          if (payment === undefined) return false;
          const elsewhere = otherMerchants(asked).map(
            ({ records }) => records.checkout.get(payment.reference)?.refunding ?? 0,
          );
          const earlier = elsewhere.reduce((sum, each) => sum + each, payment.refunding);
          return (body.integer('amount') ?? 0) + earlier > payment.amount;
        },
      }),
    ),
  ),
  against(
    'Escrow release pays the seller the amount less `feeAmount`. … | funded | no buyer report within autoReleaseHours | | released | automatic release',
    mutant(
      'escrow.each-pays-its-own',
      'blind5-one-release-of-a-run-is-overwritten',
      'the job of automatic releases reads a wallet once: of two that are due for one seller within a minute one is paid',
      all(
        also('escrow', 'no report in time', (escrow, now) => {
          const { environment } = escrow.merchant;
          const paid = paidInRun.get(environment) ?? new Map<string, number>();
          paidInRun.set(environment, paid);
          const at = Date.parse(now);
          if (at - (paid.get(escrow.sellerWalletId) ?? 0) < JOB_RUN_MS) overwritten.add(escrow);
          else paid.set(escrow.sellerWalletId, at);
        }),
        move('released', 'amount less fee', {
          what: (escrow) => (overwritten.has(escrow) ? 0 : escrow.amount - (escrow.feeAmount ?? 0)),
        }),
      ),
    ),
  ),
];
