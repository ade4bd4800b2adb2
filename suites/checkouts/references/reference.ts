import { Blocked, check, checks, expect, observation, summary } from '../../../lib/interface/index.ts';
import { inEveryState, paidInOneCase } from './other-case.ts';

checks(
  'checkout.reference-longest',
  [
    { what: '100 characters', filled: (own: string) => own.padEnd(100, 'x') },
    // Each of these characters takes three when percent-encoded in a path.
    { what: '100 characters, most of them colons', filled: (own: string) => own.padEnd(100, ':') },
    { what: '100 characters, most of them signs', filled: (own: string) => own.padEnd(99, '.:-_').concat('7') },
    { what: '100 characters, most of them capitals', filled: (own: string) => own.padEnd(100, 'WX') },
  ],
  ({ what }) => `${what} are accepted and lead to the record`,
  async ({ merchant, data }, { filled }) => {
    const reference = filled(data.reference('chk'));

    expect(await merchant.createCheckout({ reference })).toHaveStatus(201);
    expect(await merchant.api.getCheckout(reference)).toHaveField('reference', reference);
  },
  ({ what }) => ({ alsoInLive: what === '100 characters' }),
);

checks(
  'checkout.reference-too-long',
  [
    { what: '101 characters', filled: (own: string) => own.padEnd(101, 'x') },
    { what: '101 characters, most of them signs', filled: (own: string) => own.padEnd(100, '.:-_').concat('7') },
    { what: '256 characters', filled: (own: string) => own.padEnd(256, 'x') },
    { what: '5,000 characters', filled: (own: string) => own.padEnd(5_000, 'aB9') },
  ],
  ({ what }) => `${what} are refused`,
  async ({ merchant, data }, { filled }) => {
    const reference = filled(data.reference('chk'));

    expect(await merchant.createCheckout({ reference })).toBeRefusedWith(400, 'invalid_request');
  },
);

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

check(
  'checkout.reference-allowed-characters',
  'every letter and digit is accepted and leads to the record',
  async ({ merchant, data }) => {
    const reference = data.reference('r') + alphabet;

    expect(await merchant.createCheckout({ reference })).toHaveStatus(201);
    expect(await merchant.api.getCheckout(reference)).toHaveField('reference', reference);
  },
  { alsoInLive: true },
);

for (const character of ['.', '_', ':', '-']) {
  check(
    'checkout.reference-allowed-characters',
    `a reference that begins and ends with ${character} is accepted and leads to the record`,
    async ({ merchant, data }) => {
      const reference = `${character}${data.reference('chk')}${character}`;

      expect(await merchant.createCheckout({ reference })).toHaveStatus(201);
      expect(await merchant.api.getCheckout(reference)).toHaveField('reference', reference);
    },
  );
}

check(
  'checkout.reference-allowed-characters',
  'the letters of a checkout that is paid, in the other case, are accepted and lead to the record',
  async (context) => {
    const { second, found } = await paidInOneCase(context);

    expect(second).toHaveStatus(201);
    expect(found[1]).toHaveField('amount', 5_004);
  },
  { needs: ['buyer'] },
);

checks(
  'checkout.reference-allowed-characters',
  [
    { state: 'refunded', needs: ['buyer'] },
    { state: 'failed', needs: ['payment-failure'] },
    { state: 'expired', needs: [] },
    { state: 'pending', needs: [] },
  ] as const,
  ({ state }) => `the letters of a checkout that is ${state}, in the other case, are accepted and lead to the record`,
  async (context, { state }) => {
    const seen = (await inEveryState(context)).get(state);
    if (seen === undefined) throw new Blocked('suite fault: there is no such checkout');

    expect(seen.answer).toHaveStatus(201);
    expect(seen.record).toHaveField('amount', 5_004);
    expect(seen.first).not.toHaveField('amount', 5_004);
  },
  ({ needs }) => ({ needs, waits: '25h', drawn: 1 }),
);

const names: Readonly<Record<string, string>> = {
  ' ': 'a space',
  '/': 'a slash',
  '%': 'a percent sign',
  '#': 'a number sign',
  '\\': 'a backslash',
  '\t': 'a tab',
  '\n': 'a line feed',
  '\u0000': 'a null character',
  '\u007f': 'a delete character',
};

/** Every printable ASCII character that is not allowed, and some control characters; the most common first. */
const forbidden = [...` /#@+%[,!"$&'()*;<=>?\\]^\`{|}~\t\n\u0000\u007f`];

checks(
  'checkout.reference-forbidden-characters',
  [
    ...forbidden.map((character) => ({ what: names[character] ?? character, before: 'A', after: `${character}17` })),
    ...[' ', '\n', '/', '%'].flatMap((character) => [
      { what: `${names[character]} at the end`, before: 'A', after: `17${character}` },
      { what: `${names[character]} at the beginning`, before: character, after: '17' },
    ]),
  ],
  ({ what }) => `${what} is refused`,
  async ({ merchant, data }, { before, after }) => {
    const reference = `${before}${data.reference('chk')}${after}`;

    expect(await merchant.createCheckout({ reference })).toBeRefusedWith(400, 'invalid_request');
  },
  { drawn: 0.7 },
);

observation('checkout.reference-other-letters', async ({ merchant, data }) => {
  const accented = await merchant.createCheckout({ reference: `${data.reference('chk')}é` });
  const dotted = await merchant.createCheckout({ reference: `${data.reference('chk')}ẹ` });
  return `é: ${summary(accented)}; ẹ: ${summary(dotted)}`;
});

observation('checkout.dot-references', async ({ merchant }) => {
  const seen: string[] = [];
  for (const reference of ['.', '..']) {
    const answer = await merchant.createCheckout({ reference });
    const found = await merchant.api.getCheckout(reference);
    seen.push(`${reference} create: ${summary(answer)}, GET: ${summary(found)}`);
  }
  return seen.join('; ');
});
