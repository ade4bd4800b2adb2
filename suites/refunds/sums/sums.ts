import { Blocked, check, checks, type Exchange, expect, field, shared } from '../../../lib/interface/index.ts';
import { amountsIn, unlessFailed } from '../support.ts';

// One checkout, refunded step by step: its record, and one kobo more than is left. No last digit is 0, so that naira have the same digits.

const PAID = 98_765_437;

const plan = [
  { what: 'a first refund', amount: 1_111_111, fails: false },
  { what: 'a second refund of the same amount', amount: 1_111_111, fails: false },
  { what: 'a third refund, which fails', amount: 50_000_003, fails: true },
  { what: 'a fourth refund of that amount, which fails', amount: 50_000_003, fails: true },
  { what: 'a fifth refund of that amount', amount: 50_000_003, fails: false },
  { what: 'a sixth refund, of one kobo', amount: 1, fails: false },
  { what: 'a seventh refund, of all that is left, which fails', amount: 46_543_211, fails: true },
  { what: 'an eighth refund, of a part of it', amount: 6_543_212, fails: false },
  { what: 'a ninth refund, of all that is left', amount: 39_999_999, fails: false },
] as const;

interface Step {
  readonly answer: Exchange;
  /** GET of the refund when it has settled, of the checkout then, and the answer to one kobo more than is left. */
  readonly settled: Exchange;
  readonly checkout: Exchange;
  readonly beyond: Exchange;
  /** The answers to amounts of earlier refunds, each of which is more than is left. */
  readonly again: readonly Exchange[];
  readonly refunded: number;
  readonly left: number; // Kobo, as `refunded`: according to the refunds' records.
}

const prepared = shared('a checkout that is refunded step by step', ['buyer'], async ({ merchant, buyer, data }) => {
  const payment = await buyer.paid(merchant, { amount: PAID });
  const paymentReference = payment.reference;
  const steps: Step[] = [];
  let [refunded, left] = [0, PAID];
  for (const { amount, fails } of plan) {
    const reference = data.reference('rfd');
    const reason = fails ? 'sandbox_fail' : undefined;
    const answer = await merchant.createRefund({ reference, paymentReference, amount, reason });
    if (answer.status !== 201) return { steps, refused: answer };
    const settled = await merchant.becomes({ kind: 'refund', reference }, fails ? 'failed' : 'succeeded');
    const status = field(settled.json, 'status');
    refunded += status === 'succeeded' ? amount : 0;
    left -= status === 'failed' ? 0 : amount;
    const checkout = await merchant.get(payment);
    const beyond = await merchant.createRefund({ paymentReference, amount: left + 1 });
    const again: Exchange[] = [];
    const earlier = plan.slice(0, steps.length + 1).map((each) => each.amount);
    for (const more of new Set(earlier.filter((each) => each > left))) {
      again.push(await merchant.createRefund({ paymentReference, amount: more }));
    }
    steps.push({ answer, settled, checkout, beyond, again, refunded, left });
    // If a refund beyond the remainder was accepted, later steps no longer apply.
    if ([beyond, ...again].some(({ status }) => status === 201)) break;
  }
  return { steps, refused: null };
});

const rows = plan.map((row, at) => ({ ...row, at }));

async function stepOf(context: Parameters<typeof prepared>[0], at: number): Promise<Step> {
  const step = (await prepared(context)).steps[at];
  if (step === undefined) throw new Blocked('an earlier refund of this checkout was not answered as it should be');
  return step;
}

check('refund.up-to-amount-paid', 'in nine steps, of which three fail, all is refunded', async (context) => {
  const { steps, refused } = await prepared(context);

  for (const { answer } of refused === null ? steps : [{ answer: refused }]) expect(answer).toHaveStatus(201);
  if (steps.length < plan.length) throw new Blocked('a refund of more than what was left was accepted on the way');
});

checks(
  ({ fails }) => (fails ? 'refund.failed-frees-amount' : 'refund.adds-to-refunded-amount'),
  rows,
  ({ what }) => `after ${what} refundedAmount is the sum of those that succeeded`,
  async (context, { at }) => {
    const { checkout, refunded } = await stepOf(context, at);

    expect(checkout).toHaveField('refundedAmount', refunded);
  },
  { drawn: 6 },
);

checks(
  'refund.exceeds-paid',
  rows,
  ({ what }) => `after ${what} one kobo more than what is left is refused`,
  async (context, { at }) => {
    expect((await stepOf(context, at)).beyond).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
  { drawn: 6 },
);

checks(
  'refund.exceeds-paid',
  // Before the fifth, no less is left than an earlier one had.
  rows.slice(4),
  ({ what }) => `after ${what} no amount of an earlier one that is more than what is left is accepted, failed or not`,
  async (context, { at }) => {
    for (const answer of (await stepOf(context, at)).again) {
      expect(answer).toBeRefusedWith(422, 'refund_exceeds_paid');
    }
  },
  { drawn: 6 },
);

checks(
  'refund.exceeds-paid-says-what-is-left',
  // That nothing is left may be stated in words.
  rows.slice(0, -1),
  ({ what }) => `after ${what} the message says what is left`,
  async (context, { at }) => {
    const { beyond, left } = await stepOf(context, at);
    if (beyond.status !== 422) throw new Blocked(`the refund should have been refused; got ${beyond.status}`);

    expect(amountsIn(beyond), 'amounts in the message').toContain(String(left));
  },
  { drawn: 6 },
);

const pending = shared('refunds asked for one right after another', ['buyer'], async (context) => {
  const { merchant, buyer, data, environment } = context;
  const { reference: paymentReference } = await buyer.paid(merchant, { amount: 50_000_003 });
  const first = await merchant.createRefund({ paymentReference, amount: 10_000_001 });
  const beyondOne = await merchant.createRefund({ paymentReference, amount: 40_000_003 });
  const second = await merchant.createRefund({ paymentReference, amount: 10_000_001 });
  await merchant.createRefund({ paymentReference, reference: field(first.json, 'reference') });
  const beyondTwo = await merchant.createRefund({ paymentReference, amount: 30_000_002 });
  if (environment === 'live') await unlessFailed(merchant, [first, second]);
  const failing = { reference: data.reference('rfd'), paymentReference, amount: 30_000_001, reason: 'sandbox_fail' };
  const third = await merchant.createRefund(failing);
  const beyondAll = await merchant.createRefund({ paymentReference, amount: 1 });
  const status = field((await merchant.api.getRefund(failing.reference)).json, 'status');
  return { accepted: [first, second, third], beyondOne, beyondTwo, beyondAll, stillPending: status === 'pending' };
});

check(
  'refund.pending-counts',
  'one kobo too much right after two refunds of one amount',
  async (context) => {
    expect((await pending(context)).beyondTwo).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
  { alsoInLive: true },
);

check(
  'refund.pending-counts',
  'one kobo more while a refund of the rest, which will fail, is pending',
  async (context) => {
    const { beyondAll, stillPending } = await pending(context);

    // Pending after the answer, so also pending before it; a target may also settle at once.
    if (stillPending) expect(beyondAll).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
);

checks(
  'refund.exceeds-paid-says-what-is-left',
  // They count whether they are still pending or have succeeded.
  [
    { what: 'two refunds', beyond: 'beyondTwo', left: 30_000_001 },
    { what: 'one refund', beyond: 'beyondOne', left: 40_000_002 },
  ] as const,
  ({ what }) => `right after ${what}, which may be pending, the message says what is left`,
  async (context, { beyond, left }) => {
    const answer = (await pending(context))[beyond];
    if (answer.status !== 422) throw new Blocked(`the refund should have been refused; got ${answer.status}`);

    expect(amountsIn(answer), 'amounts in the message').toContain(String(left));
  },
  ({ beyond }) => ({ drawn: 6, alsoInLive: beyond === 'beyondTwo' }),
);

check('refund.up-to-amount-paid', 'three right after each other make up the whole', async (context) => {
  for (const answer of (await pending(context)).accepted) expect(answer).toHaveStatus(201);
});
