/** Refusals that have effects, seen later alone. */
import { addedTransition, timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR, onFire, whenRefused } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    '| funded | POST release, or buyer releases | conditions met | released |',
    mutant(
      'escrow.refused-deeds-have-no-effect',
      'blind-refused-release-waits-for-payment',
      'a release that was refused as the escrow was unpaid is carried out as soon as it is funded',
      (rules) => {
        const waiting = new WeakSet<object>();
        return whenRefused('releaseEscrow', ({ record }) => {
          if (record?.status === 'pending_payment') waiting.add(record);
        })(
          onFire((fire) => (record, on, details) => {
            const done = fire(record, on, details);
            if (done && on === 'pay' && waiting.delete(record)) fire(record, 'release');
            return done;
          })(rules),
        );
      },
    ),
  ),
  against(
    'wallet.link.approved | Owner approved with PIN',
    mutant(
      'wallet-link.end-told-once',
      'blind-refused-approval-is-told',
      'approving an expired link is refused, and wallet.link.approved sent',
      addedTransition('walletLink', { from: 'EXPIRED', on: 'too late', to: 'EXPIRED', sends: 'wallet.link.approved' }),
      whenRefused('approveWalletLink', ({ record, service }) => {
        if (record?.status === 'EXPIRED') service.fire(record, 'too late');
      }),
    ),
  ),
  against(
    'GET /v1/balance returns the amount available to pay out in kobo (paid in, minus refunds and payouts)',
    mutant(
      'balance.refused-moves-nothing',
      'blind-refused-live-payout-stays-reserved',
      'a live payout that is refused for the balance while another one is pending stays reserved',
      whenRefused('createPayout', ({ merchant, body }, { code }) => {
        const pending = [...merchant.records.payout.values()].some(({ status }) => status === 'pending');
        if (code === 'insufficient_balance' && pending) merchant.balance -= body.integer('amount') ?? 0;
      }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid',
    mutant(
      'error.refused-moves-no-money',
      'blind-refused-retry-keeps-its-amount',
      'a refund that is refused as it has the reference of a failed one keeps its amount back',
      whenRefused('createRefund', ({ merchant, body, payment }, { code }) => {
        const first = merchant.records.refund.get(body.text('reference') ?? '');
        if (code === 'duplicate_reference' && first?.status === 'failed' && payment)
          payment.refunding += body.integer('amount') ?? 0;
      }),
    ),
  ),
  against(
    '| funded | no buyer report within autoReleaseHours | | released | automatic release;',
    mutant(
      'escrow.timers-run-on',
      'blind-refused-cancel-puts-off-release',
      'cancel of a funded escrow is refused, and its hours begin anew',
      (rules) => {
        const putOff = new WeakMap<object, number>();
        return whenRefused('cancelEscrow', ({ record, service }) => {
          if (record?.kind !== 'escrow' || record.status !== 'funded') return;
          const due = service.clock.now() + record.autoReleaseHours * HOUR * 1_000;
          putOff.set(record, due);
          service.clock.schedule(due, () => {
            if (putOff.get(record) === due) service.fire(record, 'no report in time');
          });
        })(
          timer('escrow', 'funded', {
            on: ((escrow: object) => (putOff.has(escrow) ? 'nothing' : 'no report in time')) as never,
          })(rules),
        );
      },
    ),
  ),
];
