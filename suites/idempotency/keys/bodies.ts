import type { Body } from '../../../lib/interface/index.ts';
import { alikeCases, type Case } from './bodies-alike.ts';

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

// The same names in each body, with a difference in a nested value, or at the end of a text or list.
const deep = {
  order: {
    code: 'A-17',
    lines: [
      { sku: 'rice', count: 2 },
      { sku: 'yam', count: 1 },
    ],
    open: false,
    coupon: null,
  },
  weight: 0.25,
  note: `${'Handle with care. '.repeat(40)}Thank you`,
};
const { order } = deep;

const otherDepths = [
  { ...deep, weight: 0.26 },
  { ...deep, weight: '0.25' },
  { ...deep, note: `${deep.note}.` },
  { ...deep, order: { ...order, code: 'A-18' } },
  { ...deep, order: { ...order, code: 'a-17' } },
  { ...deep, order: { ...order, open: true } },
  { ...deep, order: { ...order, coupon: 'none' } },
  { ...deep, order: { ...order, lines: [order.lines[0], { sku: 'yam', count: 2 }] } },
  { ...deep, order: { ...order, lines: order.lines.toReversed() } },
  { ...deep, order: { ...order, lines: order.lines.slice(0, 1) } },
].map((metadata) => ({ metadata }));

const long = 'Two pairs of shoes, size 42, in a box. '.repeat(6).slice(0, 254);

/** Requests, and other bodies for them that differ in one field: one differing field, even an optional one, makes another body. */
export const cases: readonly Case[] = [
  {
    kind: 'payout',
    words: 'another value',
    given: { narration: 'for May' },
    changes: [
      { amount: 10_001 },
      { recipient: { accountName: 'Ada Obi', accountNumber: '0123456780' } },
      { recipient: { accountName: 'Ada Obi Eze' } },
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
  { kind: 'checkout', words: 'a value deep inside metadata', given: { metadata: deep }, changes: otherDepths },
  { kind: 'escrow', words: 'a value deep inside metadata', given: { metadata: deep }, changes: otherDepths },
  {
    kind: 'checkout',
    words: 'the end of a long text',
    given: { description: `${long}a`, returnUrl: `https://shop.example.com/${'a/'.repeat(45)}1` },
    changes: [{ description: `${long}b` }, { returnUrl: `https://shop.example.com/${'a/'.repeat(45)}2` }],
  },
  {
    kind: 'escrow',
    words: 'the end of a long text',
    given: { description: `${long}a`, conditions: `${long}a` },
    changes: [{ description: `${long}b` }, { conditions: `${long}b` }],
  },
  { kind: 'refund', words: 'the end of a long text', given: { reason: `${long}a` }, changes: [{ reason: `${long}b` }] },
  {
    kind: 'payout',
    words: 'the end of a long text',
    given: { narration: `${long.slice(0, 99)}a` },
    changes: [{ narration: `${long.slice(0, 99)}b` }],
  },
  ...alikeCases,
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
