import {
  Blocked,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  type Merchant,
  shared,
} from '../../../lib/interface/index.ts';
import { order } from '../../support/alike/groups.ts';
import { amountsIn } from '../support.ts';

// Two merchants, each with a paid checkout of the same reference: refunds of one do not reduce what the other can refund.

const PAID = 98_765_437;
const PART = 43_210_987;
const REST = PAID - PART;

/** A step: both merchants have identical paid checkouts. */
async function bothPaid({ merchant, other, buyer, data }: CheckContext) {
  const paymentReference = data.reference('chk');
  for (const each of [merchant, other]) await buyer.paid(each, { ...order, reference: paymentReference, amount: PAID });
  const ask = (as: Merchant, amount: number, fields = {}) => as.createRefund({ paymentReference, amount, ...fields });
  const record = (as: Merchant) => as.get({ kind: 'checkout', reference: paymentReference });
  return { ask, record };
}

/** A step: waits for the settlement if the refund was accepted. */
async function over(as: Merchant, answer: Exchange, status = 'succeeded'): Promise<void> {
  const { reference } = JSON.parse(answer.sent.body ?? '{}') as { reference: string };
  if (answer.status === 201) await as.becomes({ kind: 'refund', reference }, status);
}

const told = shared('refunds of two merchants in turn', ['buyer', 'other-merchant'], async (context) => {
  const { merchant, other } = context;
  const { ask, record } = await bothPaid(context);
  const whole = await ask(merchant, PAID);
  const beyondWhole = await ask(other, PAID + 1);
  const first = await ask(other, PART);
  const beyondRest = await ask(other, REST + 1);
  await over(merchant, whole);
  const afterWhole = await ask(other, REST + 1);
  const failing = await ask(other, REST, { reason: 'sandbox_fail' });
  await over(other, failing, 'failed');
  const freed = await ask(merchant, 1);
  const afterFailed = await ask(other, REST + 1);
  const rest = await ask(other, REST);
  for (const answer of [first, rest]) await over(other, answer);
  const records = { merchant: await record(merchant), other: await record(other) };
  return { whole, beyondWhole, first, beyondRest, afterWhole, freed, afterFailed, rest, records };
});

type Told = Awaited<ReturnType<typeof told>>;
type Answer = Exclude<keyof Told, 'records'>;

checks(
  'refund.up-to-amount-paid',
  [
    { what: 'a part, while the other has refunded the whole of its own', which: 'first' },
    { what: 'then the rest', which: 'rest' },
  ] as const satisfies readonly { what: string; which: Answer }[],
  ({ what }) => `of two checkouts with one reference, of two merchants: ${what}`,
  async (context, { which }) => {
    expect((await told(context))[which]).toHaveStatus(201);
  },
  { needs: ['other-merchant'], drawn: 1 },
);

const refused = [
  { what: 'the whole and one kobo', which: 'beyondWhole', left: PAID },
  { what: 'the rest and one kobo', which: 'beyondRest', left: REST },
  { what: "the rest and one kobo, once the other's whole was refunded", which: 'afterWhole', left: REST },
  { what: 'the rest and one kobo, once its own refund failed', which: 'afterFailed', left: REST },
  { what: "one kobo of what is refunded, once the other's refund failed", which: 'freed', left: 0 },
] as const satisfies readonly { what: string; which: Answer; left: number }[];

checks(
  'refund.exceeds-paid',
  refused,
  ({ what }) => `of two checkouts with one reference, of two merchants: ${what} is refused`,
  async (context, { which }) => {
    expect((await told(context))[which]).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
  { needs: ['other-merchant'], drawn: 1 },
);

checks(
  'refund.exceeds-paid-says-what-is-left',
  // That nothing is left may be stated in words.
  refused.filter(({ left }) => left > 0),
  ({ what }) => `of two checkouts with one reference, of two merchants: ${what}, and the message says what is left`,
  async (context, { which, left }) => {
    const answer = (await told(context))[which];
    if (answer.status !== 422) throw new Blocked(`the refund should have been refused; got ${answer.status}`);

    expect(amountsIn(answer), 'amounts in the message').toContain(String(left));
  },
  { needs: ['other-merchant'], drawn: 1 },
);

checks(
  'refund.adds-to-refunded-amount',
  ['merchant', 'other'] as const,
  (whose) =>
    `of two checkouts with one reference, of two merchants: refundedAmount of ${whose === 'other' ? 'the later' : 'the earlier'} is the sum of its own refunds`,
  async (context, whose) => {
    expect((await told(context)).records[whose]).toHaveField('refundedAmount', PAID);
  },
  { needs: ['other-merchant'], drawn: 1 },
);

checks(
  'refund.up-to-amount-paid',
  [PAID],
  () => 'of two checkouts with one reference, of two merchants: both are refunded as a whole at the same moment',
  async (context, amount) => {
    const { ask } = await bothPaid(context);
    const answers = await Promise.all([context.merchant, context.other].map((each) => ask(each, amount)));

    for (const answer of answers) expect(answer).toHaveStatus(201);
  },
  { needs: ['other-merchant'], drawn: 1 },
);
