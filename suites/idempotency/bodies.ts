import type { Body } from '../../lib/interface/index.ts';

type Kind = 'checkout' | 'refund' | 'payout' | 'escrow';

export interface Case {
  readonly kind: Kind;
  readonly words: string;
  /** What the first request has beyond the fields that are required. */
  readonly given: Body;
  /** Each is sent by itself. `undefined` takes the field away. */
  readonly changes: readonly Body[];
}

const metadata = { order: { lines: [1, 2] }, gift: false };
const texts = { description: 'red shoes', metadata };
const terms = {
  ...texts,
  buyer: { email: 'ada@example.com' },
  autoReleaseHours: 24,
  conditions: 'on arrival',
  returnUrl: 'https://shop.example.com/return',
};

const otherTexts = [
  { description: 'red shoe' },
  { description: 'Red shoes' },
  { metadata: { order: { lines: [1, 3] } } },
  { metadata: { order: { lines: [2, 1] } } },
  { metadata: { gift: true } },
  { metadata: { note: 'more' } },
];

/** Requests, and other bodies of them that differ in one field: a body differs as soon as one field does, an optional one too. */
export const cases: readonly Case[] = [
  {
    kind: 'payout',
    words: 'another value',
    given: { narration: 'for May' },
    changes: [
      { amount: 10_001 },
      { recipient: { accountName: 'Ada Obi', accountNumber: '0123456780' } },
      { recipient: { accountName: 'Ada Obi-Eze' } },
      { narration: 'for June' },
    ],
  },
  {
    kind: 'checkout',
    words: 'another value',
    given: texts,
    changes: [
      { amount: 5_001 },
      { customer: { email: 'obi@example.com' } },
      { returnUrl: 'https://shop.example.com/back' },
      ...otherTexts,
    ],
  },
  {
    kind: 'escrow',
    words: 'another value',
    given: terms,
    changes: [
      { amount: 50_001 },
      { seller: { walletId: '0000000002' } },
      { buyer: { email: 'obi@example.com' } },
      { autoReleaseHours: 25 },
      { conditions: 'on inspection' },
      { returnUrl: 'https://shop.example.com/back' },
      ...otherTexts,
    ],
  },
  {
    kind: 'refund',
    words: 'another value',
    given: { reason: 'torn' },
    changes: [{ amount: 1_001 }, { reason: 'torn apart' }],
  },
  { kind: 'payout', words: 'a field less', given: { narration: 'for May' }, changes: without('narration') },
  { kind: 'checkout', words: 'a field less', given: texts, changes: without('description', 'metadata') },
  {
    kind: 'escrow',
    words: 'a field less',
    given: terms,
    changes: without('buyer', 'autoReleaseHours', 'conditions', 'returnUrl', 'description', 'metadata'),
  },
  { kind: 'refund', words: 'a field less', given: { reason: 'torn' }, changes: without('reason') },
  { kind: 'payout', words: 'a field more', given: {}, changes: [{ narration: 'for May' }] },
  { kind: 'checkout', words: 'a field more', given: {}, changes: [{ description: 'red shoes' }, { metadata }] },
  {
    kind: 'escrow',
    words: 'a field more',
    given: {},
    changes: Object.entries(terms).map(([name, value]) => ({ [name]: value })),
  },
  { kind: 'refund', words: 'a field more', given: {}, changes: [{ reason: 'torn' }] },
];

function without(...names: string[]): Body[] {
  return names.map((name) => ({ [name]: undefined }));
}
