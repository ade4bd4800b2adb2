import { check, checks, type Exchange, expect, of, shared } from '../../../lib/interface/index.ts';
import { patterns } from '../../support/references/patterns.ts';
import { paidInOneCase } from './other-case.ts';

// Which record a reference leads to, however it is written.

const cases = shared('checkouts whose references differ in case alone', [], async ({ merchant, data }) => {
  const reference = data.reference('chk-Case');
  const [lower, upper] = [reference.toLowerCase(), reference.toUpperCase()];
  const first = await merchant.createCheckout({ reference: lower, amount: 5_001 });
  const second = await merchant.createCheckout({ reference: upper, amount: 5_002 });
  return { first, second, found: [await merchant.api.getCheckout(lower), await merchant.api.getCheckout(upper)] };
});

check(
  'checkout.reference-case',
  'the same letters in the other case are another reference, and each leads to its own record',
  async (context) => {
    const { first, second, found } = await cases(context);

    expect(first).toHaveStatus(201);
    expect(second).toHaveStatus(201);
    expect(found.map((record) => of(record, 'amount'))).toEqual([5_001, 5_002]);
  },
  { alsoInLive: true },
);

check(
  'checkout.reference-case',
  'once one is paid, its letters in the other case are another reference, and a pending checkout',
  async (context) => {
    const { second, found } = await paidInOneCase(context);

    expect(second).toHaveStatus(201);
    expect(found.map((record) => of(record, 'amount'))).toEqual([5_003, 5_004]);
    expect(found.map((record) => of(record, 'status'))).toEqual(['succeeded', 'pending']);
  },
  { needs: ['buyer'] },
);

check(
  'checkout.unknown-reference',
  'a reference that is a paid one in the other case is answered with 404',
  async (context) => {
    const { unknown } = await paidInOneCase(context);

    expect(unknown).toHaveStatus(404);
    expect(unknown).toHaveErrorShape();
  },
  { needs: ['buyer'] },
);

const others: typeof patterns = [
  ...patterns,
  { what: 'another sign for its underscores and dots', of: (reference) => reference.replace(/[._]/g, '-') },
  { what: 'a character more', of: (reference) => `${reference}y` },
  { what: 'a character less', of: (reference) => reference.slice(0, -1) },
];

const spelled = shared('a checkout whose reference has every punctuation', [], async ({ merchant, data }) => {
  const reference = `${data.reference('a.b_c:d')}.-_:x`;
  const created = await merchant.createCheckout({ reference });
  const find = (path: string) => merchant.api.request({ method: 'GET', path: `/v1/checkouts/${path}` });
  const encoded = [...reference].map((each) => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  const unknown = new Map<string, Exchange>();
  for (const { what, of: unused } of others) unknown.set(what, await find(encodeURIComponent(unused(reference))));
  return {
    unknown,
    reference,
    created,
    plain: await find(reference),
    encoded: await find(encodeURIComponent(reference)),
    all: await find(encoded),
  };
});

checks(
  'checkout.reference-in-path',
  [
    { what: 'as it is', how: 'plain' },
    { what: 'with what may be percent-encoded', how: 'encoded' },
    { what: 'with every character percent-encoded, in lower-case digits', how: 'all' },
  ] as const,
  ({ what }) => `a reference with . _ : - in the path ${what} leads to the record`,
  async (context, { how }) => {
    const { reference, [how]: found } = await spelled(context);

    expect(found).toHaveStatus(200);
    expect(found).toHaveField('reference', reference);
  },
  ({ how }) => ({ alsoInLive: how === 'encoded' }),
);

checks(
  'checkout.unknown-reference',
  others,
  ({ what }) => `a reference that is a used one with ${what} is answered with 404`,
  async (context, { what }) => {
    const answer = (await spelled(context)).unknown.get(what);

    expect(answer).toHaveStatus(404);
    expect(answer).toHaveErrorShape();
  },
  { alsoInLive: true },
);
