/** Events that are taken for told, or tell what stood in an address. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { addedTransition, event, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const UNTOLD = 'settlement succeeds untold';

/** What waits to be sent is unique by reference and outcome, of whatever kind the resource is. */
function toldAlready(merchant: Merchant, reference: string): boolean {
  return merchant.records.checkout.get(reference)?.status === 'succeeded';
}

function untold(kind: 'refund' | 'payout'): Change {
  return (rules) => {
    const plain = rules.timers.find((each) => each.kind === kind && each.in === 'pending')?.on;
    return all(
      addedTransition(kind, { from: 'pending', on: UNTOLD, to: 'succeeded', sends: null }),
      timer(kind, 'pending', {
        on: (record: { merchant: Merchant; reference: string }) => {
          const on = typeof plain === 'function' ? plain(record as never) : String(plain);
          return on === 'settlement succeeds' && toldAlready(record.merchant, record.reference) ? UNTOLD : on;
        },
      }),
    )(rules);
  };
}

const asWritten = new WeakMap<object, string>();

function referenceAsWritten(name: 'escrow.released' | 'escrow.refunded' | 'escrow.cancelled'): Change {
  return event(name, (carried, record) => ({ ...carried, reference: asWritten.get(record) ?? carried.reference }));
}

export const found: readonly BlindMutant[] = [
  against(
    "| refund.succeeded | A refund completed | … | payout.succeeded | A payout reached the seller's account |",
    mutant(
      'webhook.refund-succeeded',
      'blind6-told-once-by-reference-and-outcome',
      'what is to be sent is unique by reference and outcome: the success of a refund or payout that has the reference of a paid checkout is not sent',
      all(untold('refund'), untold('payout')),
    ),
  ),
  against(
    "| reference | string | The merchant's reference of the checkout, refund or payout | … Payload fields of the escrow events beyond those of the table above: not shown.",
    mutant(
      'webhook.payload-reference',
      'blind6-reference-as-written-in-the-path',
      'the events of release, refund and cancel have the reference as the path had it: where that was percent-encoded, so is the reference',
      all(
        around('act', (own) => async (asked, next) => {
          const { path, record } = asked;
          if (!record || !isAt(asked, ['releaseEscrow', 'refundEscrow', 'cancelEscrow'])) return own(asked, next);
          asWritten.set(record, path.split('/').at(-2) ?? record.reference);
          try {
            return await own(asked, next);
          } finally {
            asWritten.delete(record);
          }
        }),
        referenceAsWritten('escrow.released'),
        referenceAsWritten('escrow.refunded'),
        referenceAsWritten('escrow.cancelled'),
      ),
    ),
  ),
];
