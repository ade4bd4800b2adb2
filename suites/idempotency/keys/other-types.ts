import { type Body, checks, expect, of } from '../../../lib/interface/index.ts';
import { digitsOf } from '../../support/references/digits.ts';
import { original, repeatable } from '../support.ts';

// A value of another JSON type is another value, even if both look alike as text. No field permits two types, so the second request is also
// invalid: it may be refused for that or for its key, but must not be a replay.

interface Typed {
  readonly kind: 'checkout' | 'refund' | 'payout' | 'escrow';
  /** Texts and numbers that have a counterpart of another type. */
  readonly given: Body;
  /** Objects and lists, which some services compare as text, as JSON and various languages write them. */
  readonly more?: readonly Body[];
}

const recipient = { bankName: 'Access Bank', accountName: 'true', accountNumber: '1123456789' };
const email = 'ada@example.com';

const kinds: readonly Typed[] = [
  {
    kind: 'payout',
    given: { amount: 10_000, currency: 'NGN', narration: 'null' },
    more: [
      { recipient: JSON.stringify(recipient) },
      { recipient: Object.values(recipient) },
      { recipient: { ...recipient, accountNumber: 1_123_456_789 } },
      { recipient: { ...recipient, accountNumber: ['1123456789'] } },
      { recipient: { ...recipient, accountName: true } },
    ],
  },
  {
    kind: 'checkout',
    given: { amount: 5_000, currency: 'NGN', description: '17', metadata: { 0: 'a' }, customer: { email } },
    more: [{ customer: { email: [email] } }, { customer: email }, { metadata: ['a'] }],
  },
  {
    kind: 'escrow',
    given: { amount: 50_000, currency: 'NGN', autoReleaseHours: 24, conditions: 'false', description: '1.5' },
    more: [{ autoReleaseHours: 24.5 }, { metadata: 'null' }, { metadata: '{}' }, { buyer: { email: [email] } }],
  },
  { kind: 'refund', given: { amount: 1_000, reason: '0' } },
];

/** The values that a value may be confused with: its text, the JSON value of its text, and a list with only it. */
function otherTypes(value: unknown): unknown[] {
  if (typeof value !== 'string') {
    const text = JSON.stringify(value);
    return [text, ...(text === String(value) ? [] : [String(value)]), [value]];
  }
  const read = /^(null|true|false|[\d.]+)$/.test(value) ? [JSON.parse(value)] : [];
  return [...read, [value], { 0: value }];
}

checks(
  ({ kind }) => `idempotency.${kind}-key-reused` as const,
  kinds,
  ({ kind }) => `a ${kind}, sent again with a value of another JSON type in one field, is refused, whichever the field`,
  async (context, { kind, given, more = [] }) => {
    const reference = digitsOf(context.data.reference('n'));
    const own = kind === 'payout' ? { recipient: { ...recipient, bankName: await context.merchant.bankName() } } : {};
    const send = await repeatable(context, kind, { ...given, ...own, reference });
    const first = await original(kind, send);
    const before = await context.merchant.get(first);

    const fields = Object.entries({ ...given, reference });
    for (const change of [
      ...fields.flatMap(([name, value]) => otherTypes(value).map((as) => ({ [name]: as }))),
      ...more,
    ])
      expect(await send(change), `with ${JSON.stringify(change)}`).toBeRefused();
    expect(of(await context.merchant.get(first), 'amount'), 'amount of the first one').toEqual(of(before, 'amount'));
  },
  ({ kind }) => ({ ...(kind === 'refund' && { needs: ['buyer'] }), drawn: 1 }),
);
