import { derivation, wordsInFull as inFull, textsIn } from '../../lib/interface/index.ts';

// A holder's name and its masked forms, whatever the mask.

/** The texts of a JSON value that can be masked forms of a name. */
export const maskedForms = derivation('masked forms of a name', (json: unknown, name: string) =>
  textsIn(json).filter((text) => isMasked(text, name)),
);

/** See `wordsInFull` of the interface. */
export const wordsInFull = derivation('words of a name in full', inFull);

/**
 * Whether a text can be a masked form of a name, whatever the mask: `Q***** V*****`, `Que**** Vaz****`, `QXXXXXX V.`, `V****, Q****`
 * or nothing but signs. What is left of the name comes in its order, first name or last name first; `x` counts as a sign.
 */
function isMasked(text: string, name: string): boolean {
  if (/[0-9]/.test(text) || !/[\p{L}*•●.…#_-]/u.test(text)) return false;
  const left = text.toLowerCase().replace(/[^\p{L}]|x/gu, '');
  const words = name.toLowerCase().split(' ');
  return [words, words.toReversed()].some((order) => isWithin(left, order.join('')));
}

/** Whether the letters of `part` are found in `whole` in this order. */
function isWithin(part: string, whole: string): boolean {
  let from = 0;
  return [...part].every((letter) => {
    from = whole.indexOf(letter, from) + 1;
    return from > 0;
  });
}
