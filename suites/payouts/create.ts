import { expect, requirement, shared } from '../../lib/harness/index.ts';

const made = shared('a payout as its create call answers it', [], async ({ merchant, fresh }) => {
  const reference = fresh.reference('pay');
  return { reference, answer: await merchant.createPayout({ reference, amount: 12_345 }) };
});

requirement('payout.created', 'a payout to a bank of the list', async (given) => {
  const { answer } = await made(given);

  expect(answer).toHaveStatus(201);
});

requirement('payout.created', 'the answer names the payout: its id, and the reference that was sent', async (given) => {
  const { answer, reference } = await made(given);

  expect(answer).toHaveField('id', /./);
  expect(answer).toHaveField('reference', reference);
});

requirement('payout.created', 'the answer has one of the three states', async (given) => {
  const { answer } = await made(given);

  expect(answer).toFit('payoutCreated', 'status');
});

requirement('payout.duplicate-reference', 'a second payout with another amount', async ({ merchant }) => {
  const { reference } = await merchant.payout({ amount: 10_000 });

  expect(await merchant.createPayout({ reference, amount: 20_000 })).toBeRefusedWith(409, 'duplicate_reference');
});

requirement('payout.duplicate-reference', 'the same payout once more', async ({ merchant }) => {
  const { exchange } = await merchant.payout();

  const refusal = await merchant.api.createPayout({}, { rawBody: exchange.sent.body ?? '' });

  expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
});
