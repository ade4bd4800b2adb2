import { describe, expect, test } from 'vitest';
import { lineOf, notPassed } from '../testing.support.ts';
import { type EscrowRace, escrowJudge, type Made, moneyJudge, type RefundRace, type WalletMove } from './money.ts';

const made = (status: number, found: number, amount = 400, state = 'succeeded'): Made => ({
  key: 0,
  reference: 'r',
  answer: lineOf({ op: 'refund', status }),
  found: { status: found, json: found === 200 ? { status: state, amount } : {} },
});
const race = (change: Partial<RefundRace> = {}): RefundRace => ({
  reference: 'c',
  paid: 1_000,
  checkout: { status: 200, json: { refundedAmount: 800 } },
  refunds: [made(201, 200), made(201, 200), made(422, 404)],
  ...change,
});

function refundsOf(one: RefundRace) {
  const judge = moneyJudge();
  judge.addRefunds(one);
  return notPassed(judge.findings());
}

describe('refunds', () => {
  test('as many as fit, and no more', () => {
    expect(refundsOf(race())).toEqual([]);
  });

  test.for<[string, Partial<RefundRace>, string[]]>([
    [
      'three that do not fit together',
      {
        refunds: [made(201, 200), made(201, 200), made(201, 200)],
        checkout: { status: 200, json: { refundedAmount: 1_200 } },
      },
      ['refunds-within-paid failed'],
    ],
    [
      'a sum that is one kobo off',
      { checkout: { status: 200, json: { refundedAmount: 801 } } },
      ['refunded-amount failed'],
    ],
    ['one that was refused exists', { refunds: [made(201, 200), made(422, 200)] }, ['refunds-as-answered failed']],
    [
      'one that was accepted is gone',
      { refunds: [made(201, 200), made(201, 200), made(201, 404)] },
      ['refunds-as-answered failed'],
    ],
    ['a 500', { refunds: [made(201, 200), made(201, 200), made(500, 404)] }, ['refunds-as-answered failed']],
    [
      'one whose GET got no answer',
      { refunds: [made(201, 200), made(201, 200), { ...made(201, 200), found: null }] },
      ['refunds-within-paid inconclusive', 'refunded-amount inconclusive', 'refunds-as-answered inconclusive'],
    ],
    [
      'a request without an answer',
      { refunds: [made(201, 200), made(201, 200), made(0, 404)] },
      ['refunds-as-answered inconclusive'],
    ],
    ['a checkout without an answer', { checkout: null }, ['refunded-amount inconclusive']],
    [
      'one that has not settled',
      { refunds: [made(201, 200), made(201, 200, 400, 'pending')] },
      ['refunded-amount inconclusive'],
    ],
  ])('%s', ([, change, expected]) => {
    expect(refundsOf(race(change))).toEqual(expected);
  });

  test('a failed refund does not count', () => {
    const refunds = [made(201, 200), made(201, 200), made(201, 200, 400, 'failed')];
    expect(refundsOf(race({ refunds }))).toEqual([]);
  });

  test('where most were refused for the rate nothing raced', () => {
    const refunds = [made(201, 200), made(429, 404), made(429, 404)];
    const checkout = { status: 200, json: { refundedAmount: 400 } };
    expect(refundsOf(race({ refunds, checkout }))).toEqual(['refunds-as-answered inconclusive']);
  });
});

test('live payouts take no more than there is', () => {
  const live = (payouts: Made[]) => {
    const judge = moneyJudge();
    judge.addLive({ key: 0, balance: 1_000, payouts });
    return notPassed(judge.findings());
  };
  expect(live([made(201, 200), made(201, 200), made(422, 404)])).toEqual([]);
  expect(live([made(201, 200), made(201, 200), made(201, 200)])).toEqual(['payouts-within-balance failed']);
});

describe('escrows', () => {
  const escrow: EscrowRace = {
    key: 0,
    reference: 'e',
    amount: 50_000,
    fee: 1_000,
    refund: null,
    answers: [lineOf({ op: 'release', status: 200 }), lineOf({ op: 'escrow refund', status: 409 })],
    record: { status: 200, json: { status: 'released' } },
    events: [{ id: '1', event: 'escrow.released' }],
  };
  const wallets = { key: 0, seller: 49_000, fee: 1_000 };
  const judged = (race: EscrowRace, moved: WalletMove) => {
    const judge = escrowJudge();
    judge.add([race], moved);
    return notPassed(judge.findings());
  };
  const refunded: EscrowRace = {
    ...escrow,
    fee: null,
    record: { status: 200, json: { status: 'refunded' } },
    events: [{ id: '1', event: 'escrow.refunded' }],
  };

  test('one side is paid', () => {
    expect(judged(escrow, wallets)).toEqual([]);
    expect(judged(refunded, { key: 0, seller: 0, fee: 0 })).toEqual([]);
    expect(judged({ ...refunded, refund: 20_000 }, { key: 0, seller: 30_000, fee: 0 })).toEqual([]);
  });

  test('an event that comes twice is one event', () => {
    const events = [...(escrow.events ?? []), ...(escrow.events ?? [])];
    expect(judged({ ...escrow, events }, wallets)).toEqual([]);
  });

  test.for<[string, EscrowRace, number, string[]]>([
    [
      'released, and the buyer got it back',
      { ...escrow, events: [{ id: '1', event: 'escrow.refunded' }] },
      49_000,
      ['escrow-one-side failed'],
    ],
    [
      'released twice',
      { ...escrow, events: ['1', '2'].map((id) => ({ id, event: 'escrow.released' })) },
      98_000,
      ['escrow-one-side failed', 'wallets failed'],
    ],
    ['the seller gets one kobo less', escrow, 48_999, ['wallets failed']],
    [
      'accepted, but still funded',
      { ...escrow, record: { status: 200, json: { status: 'funded' } } },
      0,
      ['escrow-decided failed', 'wallets failed'],
    ],
    [
      'broken down',
      { ...escrow, answers: [lineOf({ op: 'release', status: 500 })] },
      49_000,
      ['escrow-decided failed'],
    ],
    [
      'the GET of the record got no answer',
      { ...escrow, record: null },
      49_000,
      ['escrow-decided inconclusive', 'wallets inconclusive'],
    ],
    [
      'a call without an answer',
      { ...escrow, answers: [lineOf({ op: 'release', status: 0 })] },
      49_000,
      ['escrow-decided inconclusive'],
    ],
    ['no webhooks', { ...escrow, events: null }, 49_000, ['escrow-one-side inconclusive']],
  ])('%s', ([, one, seller, expected]) => {
    expect(judged(one, { key: 0, seller, fee: 1_000 }).filter((each) => !each.startsWith('fee'))).toEqual(expected);
  });

  test('refunded, and the seller paid as well', () => {
    expect(judged(refunded, { key: 0, seller: 50_000, fee: 0 })).toEqual(['wallets failed']);
  });

  test('a released escrow that may be refunded afterwards is no fault, whatever becomes of its commission', () => {
    const events = [
      { id: '1', event: 'escrow.released' },
      { id: '2', event: 'escrow.refunded' },
    ];
    const both = { ...refunded, fee: 1_000, events };
    expect(judged(both, { key: 0, seller: -1_000, fee: 1_000 })).toEqual([]);
    expect(judged(both, { key: 0, seller: 49_000, fee: 1_000 })).toEqual(['wallets failed']);
  });

  test('without wallets of its own it says so', () => {
    expect(judged(escrow, { key: 0, seller: null, fee: null })).toEqual(['wallets not exercised']);
  });
});
