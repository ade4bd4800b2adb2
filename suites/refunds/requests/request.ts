import { check, checks, expect, of, shared } from '../../../lib/interface/index.ts';
import { wholeOrRefused } from '../../support/requests/long-texts.ts';
import {
  belowIntegers,
  breaking,
  checkRefusals,
  lacking,
  otherThanInteger,
  otherThanText,
  wrongs,
} from '../../support/requests/refusals.ts';

const rows = [
  ...breaking(
    'refund.required-fields',
    lacking('reference', 'paymentReference'),
    wrongs('amount', { nothing: undefined }),
  ),
  ...breaking(
    'refund.field-types',
    otherThanText('reference', 'refund-A-17'),
    otherThanText('reason', 'Came back'),
    otherThanText('paymentReference', 'order-A-17'),
  ),
  ...breaking('refund.amount-integer', otherThanInteger('amount', 100)),
  ...breaking(
    'refund.amount-too-small',
    wrongs('amount', { '0': 0, '-1': -1, '-5,000': -5_000, ...belowIntegers(500) }),
  ),
  ...breaking(
    'refund.reason-too-long',
    wrongs('reason', { '256 letters': 'r'.repeat(256), '256 letters beyond ASCII': 'ọ'.repeat(256) }),
  ),
];

/**
 * Paid with an amount from which every row can take refunds of single kobo; in sandbox a refund has succeeded, and one
 * has failed.
 */
const paid = shared('a paid checkout that wrong refunds are asked of', ['buyer'], async (context) => {
  const { merchant, buyer, environment } = context;
  const payment = await buyer.paid(merchant, { amount: 1_500_000_000 });
  if (environment === 'live') return { merchant, payment };
  await merchant.refundSettles(payment, { amount: 1_000_003 });
  await merchant.settles(await merchant.refund(payment, { amount: 7_001, reason: 'sandbox_fail' }), 'failed');
  return { merchant, payment };
});

checkRefusals({
  kind: 'refund',
  needs: ['buyer'],
  rows,
  createsNothing: 'refund.refused-creates-nothing',
  alsoInLive: true,
  requests: async (context) => {
    const { merchant, payment } = await paid(context);
    const [reference, paymentReference] = [context.data.reference('rfd'), payment.reference];
    return (fields) => {
      // Inside a list or object the reference is the right one: only its container is wrong.
      const own = 'paymentReference' in fields ? rightIn(fields.paymentReference, paymentReference) : paymentReference;
      return merchant.createRefund({ reference, amount: 1, ...fields, paymentReference: own });
    };
  },
});

checks(
  'refund.body-object',
  [
    { what: 'a list of one refund', wrap: (body: string) => `[${body}]` },
    { what: 'a list of two refunds', wrap: (body: string, another: string) => `[${body},${another}]` },
    { what: 'an empty list', wrap: () => '[]' },
    { what: 'a refund as text', wrap: (body: string) => JSON.stringify(body) },
    { what: 'a number', wrap: () => '1000' },
    { what: 'null', wrap: () => 'null' },
  ],
  ({ what }) => `${what} is refused`,
  async (context, { wrap }) => {
    const { merchant, payment } = await paid(context);
    const body = () =>
      JSON.stringify({ reference: context.data.reference('rfd'), paymentReference: payment.reference, amount: 1 });

    const refusal = await merchant.api.createRefund({}, { rawBody: wrap(body(), body()) });

    expect(refusal).toBeRefusedWith(400, 'invalid_request');
  },
  ({ what }) => ({ alsoInLive: what === 'a list of one refund' }),
);

check('refund.amount-smallest', 'an amount of 1 is accepted', async (context) => {
  const { merchant, payment } = await paid(context);

  expect(await merchant.createRefund({ paymentReference: payment.reference, amount: 1 })).toHaveStatus(201);
});

const reasons = [
  { what: '255 letters', reason: 'r'.repeat(255) },
  // Characters, not bytes: each of these letters takes three bytes in UTF-8.
  { what: '255 letters beyond ASCII', reason: 'ọ'.repeat(255) },
].map((row) => ({
  ...row,
  made: shared(`a refund with a reason of ${row.what}`, ['buyer'], async (context) => {
    const { merchant, payment } = await paid(context);
    const reference = context.data.reference('rfd');
    const fields = { reference, paymentReference: payment.reference, amount: 1, reason: row.reason };
    return { answer: await merchant.createRefund(fields), record: await merchant.api.getRefund(reference) };
  }),
}));

checks(
  'refund.reason-longest',
  reasons,
  ({ what }) => `a reason of ${what} is accepted, and comes back whole`,
  async (context, { made, reason }) => {
    const { answer, record } = await made(context);

    expect(answer).toHaveStatus(201);
    expect(record).toHaveField('reason', reason);
  },
);

function rightIn(wrong: unknown, right: string): unknown {
  if (Array.isArray(wrong)) return [right];
  return typeof wrong === 'object' && wrong !== null ? { value: right, reference: right, id: right } : wrong;
}

wholeOrRefused('refund.reason-longest', 'refund.reason-too-long', 'a reason', 255, ['buyer'], async (context) => {
  const { merchant, payment } = await paid(context);
  return async (reason) => {
    const reference = context.data.reference('rfd');
    const answer = await merchant.createRefund({ reference, paymentReference: payment.reference, amount: 1, reason });
    return { answer, kept: of(await merchant.api.getRefund(reference), 'reason') };
  };
});
