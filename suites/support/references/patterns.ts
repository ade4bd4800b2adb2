import { type Created, type Exchange, expect, part } from '../../../lib/interface/index.ts';

/**
 * Texts that lead from a reference, or to it, where references are compared as patterns: `_` stands for any character in SQL, `.` in regular
 * expressions. Both are permitted in references of checkouts, where they are themselves.
 */
export const patterns: readonly { readonly what: string; of(reference: string): string }[] = [
  { what: 'an underscore for its last character', of: (reference) => `${reference.slice(0, -1)}_` },
  { what: 'a dot for its last character', of: (reference) => `${reference.slice(0, -1)}.` },
  { what: 'underscores for its other signs', of: (reference) => reference.replace(/[.:-]/g, '_') },
  { what: 'dots for its other signs', of: (reference) => reference.replace(/[_:-]/g, '.') },
];

/** Those that differ from the reference itself: not each has signs. */
export function patternsOf(reference: string): { readonly what: string; readonly text: string }[] {
  return patterns.map(({ what, of }) => ({ what, text: of(reference) })).filter(({ text }) => text !== reference);
}

/** References of checkouts: "letters, digits, `.`, `_`, `:`, `-`", at most 100 of them. */
const ofCheckouts = /^[A-Za-z0-9._:-]{1,100}$/;

/**
 * What another kind certainly takes as a reference: neither the characters nor the lengths are shown of them, so that a text may have a sign, a
 * capital, a beginning or a length that no reference there has.
 */
const ofOthers = /^[a-z0-9][a-z0-9-]{7,35}$/;

/** Whether a checkout may have this reference. */
export function mayNameCheckout(text: string): boolean {
  return ofCheckouts.test(text);
}

/**
 * Expects that GET finds nothing by this text: "unknown references on GET calls give a 404 error". Where it may be none of this kind's
 * references by its form, it may also be refused as malformed.
 */
export function expectUnknown(answer: Exchange, kind: Created['kind'], text: string, words: string): void {
  if (kind === 'checkout' ? mayNameCheckout(text) : ofOthers.test(text)) expect(answer, words).toHaveStatus(404);
  else expect(part(answer, 'status'), `status with ${words}`).toBeOneOf([404, 400]);
}
