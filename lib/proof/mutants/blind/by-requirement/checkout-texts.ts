/** Descriptions and metadata of checkouts: measured in one way, kept in another. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { field } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { keptAs } from '../ways.ts';

const LONGEST = 255;
const LARGEST = 4_096;

/** The rule of the table is replaced by this one. */
function measured(name: 'description' | 'metadata', fits: (value: unknown) => boolean): Change {
  return all(
    field('checkout', name, name === 'metadata' ? { maxBytes: undefined } : { maxLength: undefined }),
    before('checkFields', (asked, next) => {
      const value = asked.body.get(name);
      if (isAt(asked, 'createCheckout') && value !== undefined && !fits(value))
        throw new Refusal(asked.service.rules.refusals.invalid, `${name} is too long`);
      return next();
    }),
  );
}

function cutToBytes(text: string): string {
  return Buffer.from(text)
    .subarray(0, LONGEST)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
}

/** What is at the ends of a value, without any name. */
function leavesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

export const found: readonly BlindMutant[] = [
  against(
    'description | string | no | Max 255 chars. Checkout record: description | string or null',
    mutant(
      'checkout.description-longest',
      'kind-description-cut-to-bytes',
      'a description of 255 characters is accepted, and the column holds 255 bytes: one with accents comes back without its end',
      keptAs('createCheckout', 'description', (value) => (typeof value === 'string' ? cutToBytes(value) : value)),
    ),
  ),
  against(
    'Checkout description | max 255 chars',
    mutant(
      'checkout.description-too-long',
      'kind-description-measured-by-line',
      'the pattern for the length is matched by each line for itself: a description of two lines with 200 characters each is accepted',
      measured('description', (value) => typeof value !== 'string' || /^.{0,255}$/mu.test(value)),
    ),
  ),
  against(
    'Checkout description | max 255 chars',
    mutant(
      'checkout.description-too-long',
      'kind-description-measured-without-emoji',
      'emoji are taken out before a description is measured: 250 letters and six emoji are accepted',
      measured(
        'description',
        (value) => typeof value !== 'string' || [...value.replace(/\p{Extended_Pictographic}/gu, '')].length <= LONGEST,
      ),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB.',
    mutant(
      'checkout.metadata-too-large',
      'kind-metadata-measured-by-entry',
      'each entry of metadata may have 4 KB: a hundred entries of a hundred characters are accepted',
      measured('metadata', (value) =>
        Object.entries(value as object).every(([name, inner]) => sizeOf({ [name]: inner }) <= LARGEST),
      ),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB.',
    mutant(
      'checkout.metadata-too-large',
      'kind-metadata-measured-without-names',
      'the values of metadata are measured, and their names are not: a name of 5,000 characters is accepted',
      measured('metadata', (value) => leavesOf(value).reduce<number>((sum, leaf) => sum + sizeOf(leaf), 0) <= LARGEST),
    ),
  ),
];
