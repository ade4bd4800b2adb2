/**
 * The digits of every amount in a text, without punctuation and leading zeros: `1,234,567`, `12 345,67` and `12345.67`
 * all give `1234567`, and `0.02` gives `2`. White space may group digits or separate numbers, so both readings are
 * returned.
 */
export function amountsSaid(text: string): string[] {
  return [/[.,'’_]/, /[.,'’_\s]/].flatMap((separator) => {
    const joined = text.replace(new RegExp(`(?<=\\d)${separator.source}(?=\\d)`, 'gu'), '');
    return (joined.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+(?=\d)/, ''));
  });
}
