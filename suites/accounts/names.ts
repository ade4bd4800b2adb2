import { derivation, wordsInFull as inFull, textsIn } from '../../lib/interface/index.ts';

// A holder's name and its masked forms, for any kind of mask.

/** The texts of a JSON value that may be masked forms of a name. */
export const maskedForms = derivation('masked forms of a name', (json: unknown, name: string) =>
  textsIn(json).filter((text) => isMasked(text, name)),
);

/** See `wordsInFull` of the interface. */
export const wordsInFull = derivation('words of a name in full', inFull);

/**
 * Whether a text may be a masked form of a name: `Q***** V*****`, `Que**** Vaz****`, `QXXXXXX V.`, `V****, Q****` or only signs. The
 * remaining letters have to be in the order of the name, first or last name first; `x` counts as a sign.
 */
function isMasked(text: string, name: string): boolean {
  if (/[0-9]/.test(text) || !/[\p{L}*•●.…#_-]/u.test(text)) return false;
  const left = text.toLowerCase().replace(/[^\p{L}]|x/gu, '');
  const words = name.toLowerCase().split(' ');
  return [words, words.toReversed()].some((order) => isWithin(left, order.join('')));
}

/** Whether the letters of `part` occur in `whole` in this order. */
function isWithin(part: string, whole: string): boolean {
  let from = 0;
  return [...part].every((letter) => {
    from = whole.indexOf(letter, from) + 1;
    return from > 0;
  });
}
