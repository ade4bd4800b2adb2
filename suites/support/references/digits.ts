/** 13 digits derived from the text, the first not 0: about as unlikely to collide as the text itself. */
export function digitsOf(text: string): string {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 8_999_999_999_989;
  return String(1_000_000_000_000 + sum);
}
