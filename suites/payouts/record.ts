import { expect, requirement, shared } from '../../lib/harness/index.ts';

const recorded = shared('a payout and its record', [], async ({ merchant }) => {
  const payout = await merchant.payout({ amount: 12_345, narration: 'Sales of week 47, "market"' });
  return { payout, record: await merchant.get(payout) };
});

requirement('payout.record-found', 'GET by reference finds the payout', async (given) => {
  const { record, payout } = await recorded(given);

  expect(record).toHaveStatus(200);
  expect(record).toHaveField('reference', payout.reference);
  expect(record).toHaveField('id', payout.id);
});

requirement('payout.record-found', 'the record has one of the three states', async (given) => {
  const { record } = await recorded(given);

  expect(record).toFit('payoutRecord', 'status');
});

requirement('payout.record-as-sent', 'the record has the amount in kobo', async (given) => {
  const { record } = await recorded(given);

  expect(record).toHaveField('amount', 12_345);
  expect(record).toHaveField('currency', 'NGN');
});

requirement('payout.record-as-sent', 'the record has the narration as it was sent', async (given) => {
  const { record } = await recorded(given);

  expect(record).toHaveField('narration', 'Sales of week 47, "market"');
});

requirement('payout.record-recipient', 'the record has a recipient', async (given) => {
  const { record } = await recorded(given);

  expect(record).toFit('payoutRecord', 'recipient');
});

requirement('payout.record-nulls', 'without a narration the record has null', async ({ merchant }) => {
  const record = await merchant.get(await merchant.payout());

  expect(record).toHaveField('narration', null);
});

requirement('payout.record-nulls', 'a payout just made has a failureReason, text or null', async (given) => {
  const { record } = await recorded(given);

  expect(record).toFit('payoutRecord', 'failureReason');
});

requirement('payout.record-nulls', 'a failed payout has a failureReason, text or null', async ({ merchant }) => {
  const failing = await merchant.payout({ recipient: { accountNumber: '0000000000' } });
  const failed = await merchant.settles(failing, 'failed');

  expect(failed.exchange).toFit('payoutRecord', 'failureReason');
});

requirement('payout.record-created-at', 'the record has a createdAt', async (given) => {
  const { record } = await recorded(given);

  expect(record).toFit('payoutRecord', 'createdAt');
});

requirement('payout.unknown-reference', 'GET by a reference never used finds nothing', async ({ merchant, fresh }) => {
  const answer = await merchant.get({ kind: 'payout', reference: fresh.reference('pay') });

  expect(answer).toHaveStatus(404);
  expect(answer).toHaveErrorShape();
});

requirement('payout.other-merchant-sees-nothing', "GET of another merchant's payout", async ({ merchant, other }) => {
  expect(await other.get(await merchant.payout())).toHaveStatus(404);
});
