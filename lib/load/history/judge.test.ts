import { describe, expect, onTestFinished, test } from 'vitest';
import { idempotencyRequest, type PlannedRequest, raceRequest } from '../../../load/support/asks.ts';
import { checkoutBody, escrowBody } from '../../../load/support/bodies.ts';
import { amountOf, escrowIntent, paidAmount, referenceOf, refundAmount } from '../../../load/support/intents.ts';
import type { Line } from '../../../load/support/line.ts';
import type { Delivery } from '../../engine/webhooks/types.ts';
import { type Made, moneyJudge } from '../audits/money.ts';
import type { LoadKey } from '../site.ts';
import { lineOf, notPassed } from '../testing.support.ts';
import { HistoryJudge } from './judge.ts';
import { BASE_URL, deliveryOf, MERCHANT, ORIGIN, SECRET, TestHistory } from './testing.support.ts';

const told = { run: 'ld1', bankName: 'Test Bank' };
const key: LoadKey = {
  index: 0,
  live: false,
  apiKey: 'svc_test_sk_1',
  merchantId: MERCHANT,
  webhookSecret: SECRET,
};
/** Reference of the first round: three simultaneous creates of one checkout with one idempotency key. */
const reference = referenceOf(told.run, 0, 0);
const record = { id: 'cs_1', reference, checkoutUrl: 'https://pay.example.com/cs_1', status: 'pending' };
const created = JSON.stringify(record);
const refusal = (code: string, message = 'no') => JSON.stringify({ error: { code, message } });

interface Came {
  readonly requests?: readonly PlannedRequest[];
  /** Lines of k6: one for each request, unless its line is missing. */
  readonly lines: readonly Partial<Line>[];
  readonly before?: (history: TestHistory) => void;
  readonly after?: (history: TestHistory) => void;
  readonly isHere?: boolean;
  readonly liveBaseUrl?: string;
  readonly deliveries?: readonly Delivery[];
}

const threeCheckouts = [0, 1, 2].map((turn) => idempotencyRequest(told, 0, 0, turn));
const looks = (history: TestHistory) =>
  history.asks('GET', `/v1/checkouts/${reference}`, null, [200, checkoutRecord()], { at: 1_000 });

function checkoutRecord(change: object = {}) {
  const { amount, currency, customer } = checkoutBody(reference, amountOf(0, 0));
  const unpaid = { paymentMethod: null, failureReason: null, refundedAmount: 0, paidAt: null };
  const rest = { description: null, metadata: null, createdAt: new Date(ORIGIN).toISOString() };
  return { ...record, amount, currency, customer, ...unpaid, ...rest, ...change };
}

function judged({ requests = threeCheckouts, lines, before, after = looks, isHere = true, ...more }: Came) {
  const history = new TestHistory();
  onTestFinished(() => history.close());
  history.makesMerchant(0);
  before?.(history);
  history.k6Ended(isHere);
  after(history);
  const { liveBaseUrl = null, deliveries = [] } = more;
  const target = { baseUrl: BASE_URL, liveBaseUrl };
  const judge = new HistoryJudge({ run: told.run, history, capture: { deliveries }, target });
  judge.add(key, {
    requests: requests.map((request) => ({ round: 0, request })),
    lines: lines.map((line) => lineOf({ at: ORIGIN + 100, wallMs: 50, ...line })),
  });
  return judge.findings();
}

const original = { turn: 0, status: 201, body: created };
const replay = { status: 201, body: created, replayed: true };

describe('what is explained by some order', () => {
  test.for<[string, Came]>([
    [
      'one original and its replays',
      {
        lines: [
          { ...replay, turn: 0 },
          { ...original, turn: 1 },
          { ...replay, turn: 2 },
        ],
      },
    ],
    [
      'one that is refused as still in progress',
      { lines: [original, { ...replay, turn: 1 }, { turn: 2, status: 409, body: refusal('request_in_progress') }] },
    ],
    [
      'lost answers, the original among them',
      {
        lines: [
          { turn: 0, status: 0 },
          { ...replay, turn: 1 },
          { turn: 2, status: 0 },
        ],
      },
    ],
    ['lines that are missing', { lines: [{ ...replay, turn: 2 }] }],
    ['nothing came back at all', { lines: [] }],
    ['nothing came back, and nothing was asked before', { lines: [], after: () => {} }],
  ])('%s', ([, came]) => {
    const [history, ...more] = judged(came);
    expect(history).toMatchObject({ id: 'history', outcome: 'passed' });
    expect(history?.detail).toMatch(/^1 merchant; \d+ requests and webhooks judged by the model, \d+ left open$/);
    expect(more).toEqual([]);
  });

  test.for([-3_600_000, -1_500, 0, 1_500, 3_600_000])(
    'k6 on another machine, whose clock is %i ms ahead',
    (aheadMs) => {
      const requests = [0, 1].map((turn) => raceRequest(told, 0, 1, turn));
      const name = referenceOf(told.run, 0, 1);
      const { amount } = escrowIntent(0, 1);
      const before = (history: TestHistory) => {
        const json = { id: 'es_1', reference: name, status: 'pending_payment', payUrl: 'https://pay.example.com/es_1' };
        const asked = { at: 20, idempotencyKey: 'k' };
        history.asks('POST', '/v1/escrows', escrowBody(name, amount), [201, json], asked);
        const names = { merchantId: MERCHANT, reference: name };
        history.does('POST /merchants/{merchantId}/escrows/{reference}/pay', 30, { names, body: {} });
      };
      const lines = [
        { turn: 0, status: 200, body: JSON.stringify({ status: 'released' }) },
        { turn: 1, status: 409, body: refusal('escrow_released') },
      ].map((line) => ({ ...line, at: ORIGIN + 100 + aheadMs }));
      const event = { id: 'evt_1', event: 'escrow.released', reference: name, amountMinor: amount };
      const occurredAt = new Date(ORIGIN + 170).toISOString();
      const deliveries = [deliveryOf({ ...event, currency: 'NGN', occurredAt }, 180)];
      const after = (history: TestHistory) => history.asks('GET', '/v1/balance', null, [200, {}], { at: 5_000 });
      expect(notPassed(judged({ requests, lines, before, after, deliveries, isHere: false }))).toEqual([]);
    },
  );

  test('where both environments have one address it is not told which was asked, and nothing is judged', () => {
    expect(judged({ lines: [original], liveBaseUrl: BASE_URL })).toEqual([]);
  });
});

describe('what no order explains', () => {
  test('two effects of one key', () => {
    const second = JSON.stringify({ ...record, id: 'cs_2' });
    const [history, broken, ...more] = judged({ lines: [original, { turn: 1, status: 201, body: second }] });
    expect(history).toMatchObject({ id: 'history', outcome: 'failed' });
    expect(history?.detail).toContain(': idempotency.concurrent-one-original');
    expect(broken).toMatchObject({ id: 'idempotency.concurrent-one-original', outcome: 'failed' });
    expect(broken?.examples[0]).toMatch(/^key 0: .*answered 201 \(round 0, turn 0\); answered 201 \(round 0, turn 1\)/);
    expect(more).toEqual([]);
  });

  test('a checkout that was created is not there afterwards', () => {
    const after = (history: TestHistory) =>
      history.asks('GET', `/v1/checkouts/${reference}`, null, [404, JSON.parse(refusal('not_found'))], { at: 1_000 });
    expect(notPassed(judged({ lines: [original], after }))).toContain('history failed');
    // If the response was lost, the checkout may never have been created.
    expect(notPassed(judged({ lines: [{ turn: 0, status: 0 }], after }))).toEqual([]);
  });
});

describe('what the sums of the audits do not see', () => {
  const requests = [0, 1, 2].map((turn) => raceRequest(told, 0, 0, turn));
  const paid = paidAmount(0, 0);
  const before = (history: TestHistory) => {
    const asked = { at: 20, idempotencyKey: 'k' };
    history.asks('POST', '/v1/checkouts', checkoutBody(reference, paid), [201, record], asked);
    history.does('POST /merchants/{merchantId}/checkouts/{reference}/settle', 30, {
      names: { merchantId: MERCHANT, reference },
      body: { outcome: 'succeeded' },
    });
  };
  const accepted = (turn: number) => ({
    turn,
    status: 201,
    body: JSON.stringify({ id: `rf_${turn}`, reference: referenceOf(told.run, 0, 0, turn), status: 'pending' }),
  });
  const refused = (turn: number, left: number) => ({
    turn,
    status: 422,
    body: refusal('refund_exceeds_paid', `${left} kobo are left`),
  });
  const auditOf = (lines: readonly { readonly turn: number; readonly status: number }[]) => {
    const made = (turn: number, status: number): Made => ({
      key: 0,
      reference: referenceOf(told.run, 0, 0, turn),
      answer: lineOf({ op: 'refund', turn, status }),
      found:
        status === 201
          ? { status: 200, json: { status: 'succeeded', amount: refundAmount(0, 0) } }
          : { status: 404, json: {} },
    });
    const money = moneyJudge();
    const refundedAmount = lines.filter(({ status }) => status === 201).length * refundAmount(0, 0);
    const checkout = { status: 200, json: { refundedAmount } };
    money.addRefunds({ reference, paid, checkout, refunds: lines.map(({ turn, status }) => made(turn, status)) });
    return notPassed(money.findings());
  };
  const left = paid - 2 * refundAmount(0, 0);

  test('two of three refunds fit, and both are accepted', () => {
    const lines = [accepted(0), refused(1, left), accepted(2)];
    expect(auditOf(lines)).toEqual([]);
    expect(notPassed(judged({ requests, lines, before, after: () => {} }))).toEqual([]);
  });

  test('one of two that fit is refused', () => {
    const both = paid - refundAmount(0, 0);
    const lines = [accepted(0), refused(1, both), refused(2, both)];
    expect(auditOf(lines)).toEqual([]);
    const broken = notPassed(judged({ requests, lines, before, after: () => {} }));
    expect(broken).toEqual(['history failed', 'refund.up-to-amount-paid failed']);
    // The request whose response was lost may have been carried out as the second one.
    const lost = [accepted(0), refused(1, left), { turn: 2, status: 0 }];
    expect(notPassed(judged({ requests, lines: lost, before, after: () => {} }))).toEqual([]);
  });
});
