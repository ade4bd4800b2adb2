import { expect, requirement } from '../../lib/harness/index.ts';

const refused = [
  ['refund.required-fields', 'no reference', { reference: undefined }],
  ['refund.required-fields', 'no paymentReference', { paymentReference: undefined }],
  ['refund.required-fields', 'no amount', { amount: undefined }],
  ['refund.field-types', 'a reference that is a number', { reference: 20_261_120 }],
  ['refund.field-types', 'a paymentReference that is a number', { paymentReference: 20_261_120 }],
  ['refund.field-types', 'a reason that is a number', { reason: 42 }],
  ['refund.amount-integer', 'a fraction of a kobo', { amount: 100.5 }],
  ['refund.amount-integer', 'an amount of digits in a string', { amount: '100' }],
  ['refund.amount-integer', 'an amount of null', { amount: null }],
  ['refund.amount-too-small', 'an amount of 0', { amount: 0 }],
  ['refund.amount-too-small', 'an amount of -1', { amount: -1 }],
  ['refund.reason-too-long', 'a reason of 256 characters', { reason: 'r'.repeat(256) }],
] as const;

for (const [id, what, fields] of refused) {
  requirement(id, `${what} is refused`, async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: 5_000 });

    const refusal = await merchant.createRefund({ paymentReference: payment.reference, ...fields });

    expect(refusal).toBeRefusedWith(400, 'invalid_request');
  });
}

const accepted = [
  ['refund.amount-smallest', 'an amount of 1', { amount: 1 }],
  ['refund.reason-longest', 'a reason of 255 letters', { reason: 'r'.repeat(255) }],
  // Characters, not bytes: each of these letters takes three bytes in UTF-8.
  ['refund.reason-longest', 'a reason of 255 letters beyond ASCII', { reason: 'ọ'.repeat(255) }],
] as const;

for (const [id, what, fields] of accepted) {
  requirement(id, `${what} is accepted`, async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: 5_000 });

    const answer = await merchant.createRefund({ paymentReference: payment.reference, ...fields });

    expect(answer).toHaveStatus(201);
  });
}
