import { derivation, type ExchangeView } from '../../lib/interface/index.ts';

/**
 * The digits of every amount in an error's message, without its punctuation: `1,234,567`, `12 345,67` and `12345.67` all give
 * `1234567`. White space may group digits or end a number, so both are looked at.
 */
export const amountsIn = derivation('amounts in a message', ({ text, json }: ExchangeView) => {
  const { error } = (json ?? {}) as { error?: { message?: unknown } };
  const message = typeof error?.message === 'string' ? error.message : text;
  return [/[.,'’_]/, /[.,'’_\s]/].flatMap((separator) => {
    const joined = message.replace(new RegExp(`(?<=\\d)${separator.source}(?=\\d)`, 'gu'), '');
    return joined.match(/\d+/g) ?? [];
  });
});
