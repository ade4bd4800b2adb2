/** References in histories and spellings that lie less at hand. */

import type { Case } from '../../../reference/rules/rulebook.ts';
import { guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'reference | string | yes | Unique id of the refund',
    mutant(
      'refund.reference-case',
      'blind-refund-reference-without-case-in-its-checkout',
      'a refund reference that differs in letter case alone from another of the same checkout is refused as duplicate',
      alsoDuplicate('refund.duplicate-reference', ({ merchant, body, payment }) => {
        const wanted = body.text('reference')?.toLowerCase();
        return [...merchant.records.refund.values()].some(
          (refund) => refund.payment === payment && refund.reference.toLowerCase() === wanted,
        );
      }),
    ),
  ),
  against(
    'Unique per merchant. Max 100 chars',
    mutant(
      'checkout.reference-longest',
      'blind-reference-unique-by-64-characters',
      'checkout references that have their first 64 characters in common are one reference',
      alsoDuplicate('checkout.duplicate-reference', ({ merchant, body }) => {
        const wanted = (body.text('reference') ?? '').slice(0, 64);
        return [...merchant.records.checkout.keys()].some((reference) => reference.slice(0, 64) === wanted);
      }),
    ),
  ),
  against(
    '| reference | string | yes | Unique per merchant. Max 100 chars. Allowed characters: letters, digits,',
    mutant(
      'checkout.reference-allowed-characters',
      'blind-reference-compared-as-number',
      'checkout references of digits are compared as numbers: 007 is a duplicate of 7',
      alsoDuplicate('checkout.duplicate-reference', ({ merchant, body }) => {
        const wanted = body.text('reference') ?? '';
        if (!/^\d{1,15}$/.test(wanted)) return false;
        return [...merchant.records.checkout.keys()].some(
          (reference) => /^\d{1,15}$/.test(reference) && Number(reference) === Number(wanted),
        );
      }),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used',
    mutant(
      'escrow.reference-spent-for-good',
      'blind-partly-refunded-escrow-frees-reference',
      'the reference of an escrow that was refunded in part is free again',
      guard('escrow.duplicate-reference', {
        refuses: ({ merchant, body }) => {
          const first = merchant.records.escrow.get(body.text('reference') ?? '');
          return first !== undefined && (first.refundedAmount === null || first.refundedAmount === first.amount);
        },
      }),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used',
    mutant(
      'refund.duplicate-reference',
      'blind-refund-reference-unique-in-its-checkout',
      'a refund of another checkout may have the reference of a refund again',
      guard('refund.duplicate-reference', {
        refuses: ({ merchant, body }) => {
          const first = merchant.records.refund.get(body.text('reference') ?? '');
          return first !== undefined && first.paymentReference === body.text('paymentReference');
        },
      }),
    ),
  ),
];

function alsoDuplicate(id: string, alike: (asked: Case) => boolean): Change {
  return (rules) => {
    const plain = rules.guards.find((each) => each.id === id);
    return guard(id, { refuses: (asked) => alike(asked) || plain?.refuses(asked) || false })(rules);
  };
}
