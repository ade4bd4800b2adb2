/**
 * Characters that affect how a text is displayed: control characters, line separators, marks that change the direction of the text after
 * them, and unpaired surrogates.
 */
const DISPLAY_CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Makes an untrusted text safe to display: nothing in it affects a terminal, a page or an XML parser. New lines and tabs stay. */
export function printable(text: string, instead: (character: string) => string = () => '\u{fffd}'): string {
  return text.replace(DISPLAY_CONTROLS, (character) =>
    character === '\n' || character === '\t' ? character : instead(character),
  );
}

/** As `printable`, in one line. */
export function inOneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ')).trim();
}
