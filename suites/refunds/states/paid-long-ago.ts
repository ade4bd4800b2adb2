import {
  Blocked,
  type CheckContext,
  checks,
  created,
  type Exchange,
  expect,
  field,
  NotExercised,
  shared,
  timeOfDay,
} from '../../../lib/interface/index.ts';
import { monthsAhead } from '../../hosted-pages/support.ts';
import { attempt, DAY } from '../../support/attempts.ts';
import { there } from '../../wallet-links/support.ts';

// "A merchant refunds a successful checkout", and the sandbox moves no money: what the buyer typed on the page, and how it was paid, has no effect on
// a refund, however long after the payment it is asked for.

type Pays = Parameters<Parameters<CheckContext['buyer']['atPage']>[1]>[0]['pays'];
type Card = NonNullable<Parameters<Pays>[0]>;

interface Way {
  readonly what: string;
  readonly by?: 'transfer';
  /** What the buyer types besides the number; `ahead`: the month of the expiry, counted from the present one. */
  readonly card?: Card & { readonly ahead?: number };
  readonly email?: string;
}

const ways: readonly Way[] = [
  { what: 'by a card that expired the month after', card: { ahead: 1 } },
  { what: 'by a card that expired a year after', card: { ahead: 12, cvv: '9999' } },
  { what: 'by bank transfer', by: 'transfer' },
  { what: 'by a buyer whose CVV began with 0', card: { ahead: 240, cvv: '007' }, email: 'ngozi@mail.example.org' },
];

const PAID = 9_001;
const REFUNDED = 1_003;

/** When a part is refunded, in days after the payment: each month of 31 days is over, and each year. */
const moments = [
  { days: 75, words: '75 days' },
  { days: 800, words: 'more than two years' },
] as const;
type Days = (typeof moments)[number]['days'];

const needs = ['browser', 'clock'] as const;

interface Seen {
  readonly payment: Exchange;
  /** By days after the payment: the answer to the refund, its last record, that of the checkout, and the answer to one kobo too much. */
  readonly refunds: Map<Days, { answer: Exchange; record: Exchange; checkout: Exchange; beyond: Exchange }>;
}

const paidInEachWay = shared('checkouts that were paid in several ways, long after that', needs, async (context) => {
  const { merchant, buyer, time, console } = context;
  const now = (await console.now())?.at ?? timeOfDay();
  const seen = new Map<string, Seen & { reference: string }>();
  for (const { what, by, card: { ahead, ...card } = {}, email } of ways) {
    const checkout = await merchant.checkout({ amount: PAID, ...(email !== undefined && { customer: { email } }) });
    const expiry = ahead === undefined ? {} : monthsAhead(now, ahead);
    await buyer.atPage(checkout, (page) =>
      attempt(page.pays({ ...expiry, ...card }, { stays: true, ...(by !== undefined && { by }) })),
    );
    const payment = await merchant.confirms(checkout, 'succeeded');
    seen.set(what, { reference: checkout.reference, payment, refunds: new Map() });
  }
  let passed = 0;
  for (const { days } of moments) {
    await time.wait((days - passed) * DAY, 'the cards expire');
    passed = days;
    for (const { reference, refunds } of seen.values()) {
      const answer = await merchant.createRefund({ paymentReference: reference, amount: REFUNDED });
      const record = answer.status === 201 ? await merchant.becomes(created('refund', answer), 'succeeded') : answer;
      const checkout = await merchant.get({ kind: 'checkout', reference });
      const left = PAID - REFUNDED * (refunds.size + 1);
      const beyond = await merchant.createRefund({ paymentReference: reference, amount: left + 1 });
      refunds.set(days, { answer, record, checkout, beyond });
    }
  }
  return seen;
});

async function seenOf(context: CheckContext, { what }: Way, days: Days) {
  const { payment, refunds } = there((await paidInEachWay(context)).get(what), 'a payment');
  // How a bank transfer is made in sandbox is not shown; that each card pays is a requirement of its own.
  if (field(payment.json, 'status') !== 'succeeded') throw new NotExercised(`a checkout was not paid ${what} here`);
  return there(refunds.get(days), 'a refund');
}

const rows = moments.flatMap(({ days, words }) => ways.map((way) => ({ way, days, words })));
const title = ({ way, words }: (typeof rows)[number]) => `${words} after it was paid ${way.what}`;

checks(
  'refund.any-time-later',
  rows,
  (row) => `a checkout is refunded, and the refund has succeeded, ${title(row)}`,
  async (context, { way, days }) => {
    const { answer, record } = await seenOf(context, way, days);

    expect(answer).toHaveStatus(201);
    expect(record).toHaveField('status', 'succeeded');
  },
  { needs, waits: '19300h', drawn: 1 },
);

checks(
  'refund.adds-to-refunded-amount',
  rows,
  (row) => `it has grown ${title(row)}`,
  async (context, { way, days }) => {
    const { record, checkout } = await seenOf(context, way, days);
    if (field(record.json, 'status') !== 'succeeded') throw new Blocked('the refund should have succeeded');

    const before = moments.filter((moment) => moment.days <= days).length;
    expect(checkout).toHaveField('refundedAmount', REFUNDED * before);
    expect(checkout).toHaveField('status', 'succeeded');
  },
  { needs, waits: '19300h', drawn: 1 },
);

checks(
  'refund.exceeds-paid',
  rows,
  (row) => `one kobo more than earlier refunds leave is refused, ${title(row)}`,
  async (context, { way, days }) => {
    const { answer, record, beyond } = await seenOf(context, way, days);
    if (answer.status !== 201 || field(record.json, 'status') !== 'succeeded')
      throw new Blocked('the refund before it should have succeeded');

    expect(beyond).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
  { needs, waits: '19300h', drawn: 1 },
);
