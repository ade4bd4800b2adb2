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
