import type { Refused } from './refused.ts';

// Texts of a request with signs that a message which quotes them has to escape, so that its body is JSON.

const texts = [
  { signs: 'a quotation mark', text: 'a"b' },
  { signs: 'a backslash', text: 'a\\b' },
  { signs: 'an end of a line', text: 'a\nb' },
  { signs: 'signs of templates', text: '%s{0}{{a}}<b>' },
] as const;

const places: readonly {
  readonly id: Refused['id'];
  readonly words: string;
  readonly send: (text: string) => Refused['send'];
}[] = [
  {
    id: 'error.shape-of-404',
    words: 'a refund of an unknown payment whose reference',
    send:
      (text) =>
      ({ merchant }) =>
        merchant.createRefund({ paymentReference: `nil${text}` }),
  },
  {
    id: 'error.shape-of-422',
    words: 'a payout to an unknown bank whose name',
    send:
      (text) =>
      ({ merchant }) =>
        merchant.createPayout({ recipient: { bankName: `Qzxv Nowhere ${text}` } }),
  },
  {
    id: 'error.shape-of-400',
    words: 'a checkout whose currency',
    send:
      (text) =>
      ({ merchant }) =>
        merchant.createCheckout({ currency: text }),
  },
];

/** Such a request may be refused for its signs alone, so the status is open. */
export const quoted: readonly Refused[] = places.flatMap(({ id, words, send }) =>
  texts.map(({ signs, text }) => ({ id, status: null, words: `${words} has ${signs}`, send: send(text) })),
);
