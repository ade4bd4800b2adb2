import { check, checks, created, expect, of, shared } from '../../lib/interface/index.ts';
import { lookedForBefore } from '../support/references/looked-for.ts';
import { expectTaken, inOneLine, wordings } from '../support/requests/wordings.ts';
import { payoutLives } from './states/lives.ts';

const recorded = shared('a payout and its record', [], async ({ merchant }) => {
  const payout = await merchant.payout({ amount: 12_345, narration: 'Sales of week 47, "market"' });
  return { payout, record: await merchant.get(payout) };
});

check('payout.record-found', 'GET by reference finds the payout', async (context) => {
  const { record, payout } = await recorded(context);

  expect(record).toHaveStatus(200);
  expect(record).toHaveField('reference', payout.reference);
  expect(record).toHaveField('id', payout.id);
});

check('payout.record-found', 'the record has one of the three states', async (context) => {
  const { record } = await recorded(context);

  expect(record).toFit('payoutRecord', 'status');
});

check('payout.record-as-sent', 'the record has the amount in kobo', async (context) => {
  const { record } = await recorded(context);

  expect(record).toHaveField('amount', 12_345);
  expect(record).toHaveField('currency', 'NGN');
});

check('payout.record-as-sent', 'the record has the narration as it was sent', async (context) => {
  const { record } = await recorded(context);

  expect(record).toHaveField('narration', 'Sales of week 47, "market"');
});

check('payout.record-recipient', 'the record has a recipient', async (context) => {
  const { record } = await recorded(context);

  expect(record).toFit('payoutRecord', 'recipient');
});

checks(
  'payout.record-recipient',
  ['succeeded', 'failed'] as const,
  (end) => `the record of a payout that ${end} has a recipient`,
  async (context, end) => {
    expect((await payoutLives[end].live(context)).ended).toFit('payoutRecord', 'recipient');
  },
);

checks(
  'payout.record-as-sent',
  wordings,
  (narration) => `the narration ${inOneLine(narration)} comes back`,
  async ({ merchant }, narration) => {
    const answer = await merchant.createPayout({ narration });

    expectTaken(answer, narration);
    expect(of(await merchant.get(created('payout', answer)), 'narration')).toBe(narration);
  },
  { drawn: 0.3 },
);

check('payout.record-nulls', 'without a narration the record has null', async ({ merchant }) => {
  const record = await merchant.get(await merchant.payout());

  expect(record).toHaveField('narration', null);
});

check('payout.record-nulls', 'a payout just made has a failureReason, text or null', async (context) => {
  const { record } = await recorded(context);

  expect(record).toFit('payoutRecord', 'failureReason');
});

check('payout.record-nulls', 'a failed payout has a failureReason, text or null', async ({ merchant }) => {
  const failing = await merchant.payout({ recipient: { accountNumber: '0000000000' } });
  const failed = await merchant.settles(failing, 'failed');

  expect(failed.exchange).toFit('payoutRecord', 'failureReason');
});

check('payout.record-created-at', 'the record has a createdAt', async (context) => {
  const { record } = await recorded(context);

  expect(record).toFit('payoutRecord', 'createdAt');
});

check('payout.unknown-reference', 'GET by a reference never used finds nothing', async ({ merchant, data }) => {
  const answer = await merchant.get({ kind: 'payout', reference: data.reference('pay') });

  expect(answer).toHaveStatus(404);
  expect(answer).toHaveErrorShape();
});

check('payout.other-merchant-sees-nothing', "GET of another merchant's payout", async ({ merchant, other }) => {
  expect(await other.get(await merchant.payout())).toHaveStatus(404);
});

lookedForBefore('payout.record-found', 'payout', [], ({ merchant }, reference) => merchant.payout({ reference }));
