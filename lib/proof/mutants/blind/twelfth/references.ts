/** References that are sought in the wrong place, or over the wrong columns. */
import { guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf } from '../ways.ts';

/** Seconds by which the replica of the database is behind. */
const LAG = 2;

function slugOf(reference: string): string {
  return reference.replace(/[._:-]+/g, '-');
}

export const found: readonly BlindMutant[] = [
  against(
    '409 | duplicate_reference | Reference already used. Escrow reference: Unique id, e.g. the order code.',
    mutant(
      'escrow.duplicate-reference',
      'blind12-duplicates-sought-on-the-replica',
      'whether a reference is used is asked of a replica that is two seconds behind: a second escrow of the same reference is created within two seconds of the first, also when the first was answered before',
      guard('escrow.duplicate-reference', {
        refuses({ service, merchant, body }) {
          const first = merchant.records.escrow.get(body.text('reference') ?? '');
          return first !== undefined && ageOf(first, service) > LAG;
        },
      }),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used. Payout reference: Unique id of the payout.',
    mutant(
      'payout.duplicate-reference',
      'blind12-payouts-unique-with-their-account',
      'the unique index is over the merchant, the reference and the account number: a used reference is accepted for a payout to another account',
      guard('payout.duplicate-reference', {
        refuses({ merchant, body }) {
          const first = merchant.records.payout.get(body.text('reference') ?? '');
          return first?.recipient.accountNumber === body.text('recipient.accountNumber');
        },
      }),
    ),
  ),
  against(
    'Unique per merchant. Max 100 chars. Allowed characters: letters, digits, `.`, `_`, `:`, `-`.',
    mutant(
      'checkout.reference-allowed-characters',
      'blind12-references-made-into-slugs',
      'the unique index is over a slug of the reference, in which full stop, underscore, colon and hyphen are one: after a checkout order-7.1 a checkout order-7:1 is refused with 409 duplicate_reference',
      guard('checkout.duplicate-reference', {
        refuses({ merchant, body }) {
          const slug = slugOf(body.text('reference') ?? '');
          return [...merchant.records.checkout.keys()].some((each) => slugOf(each) === slug);
        },
      }),
    ),
  ),
];
