import { check, checks, expect, shared, unknownBank } from '../../../lib/interface/index.ts';
import { mayRefuse } from '../../support/attempts.ts';
import { longAgo } from '../../support/references/long-ago.ts';

const made = shared('a payout as its create call answers it', [], async ({ merchant, data }) => {
  const reference = data.reference('pay');
  return { reference, answer: await merchant.createPayout({ reference, amount: 12_345 }) };
});

check('payout.created', 'a payout to a bank of the list', async (context) => {
  const { answer } = await made(context);

  expect(answer).toHaveStatus(201);
});

check('payout.created', 'the answer names the payout: its id, and the reference that was sent', async (context) => {
  const { answer, reference } = await made(context);

  expect(answer).toHaveField('id', /./);
  expect(answer).toHaveField('reference', reference);
});

check('payout.created', 'the answer has one of the three states', async (context) => {
  const { answer } = await made(context);

  expect(answer).toFit('payoutCreated', 'status');
});

checks(
  'payout.created',
  [
    'Adébáyọ̀ Ọláìyá',
    'Okafor & Sons (Nig.) Ltd',
    "Chinwe O'Neil-Okafor",
    'Shop 24/7, Lagos',
    'ADAEZE OKORO',
    'Bo',
    'Müller–Ekwueme “Rice” №1',
    '王小明',
    'محمد بلو',
    'Oluwadamilola Oluwatobiloba Adeyemi-Ogunbanjo Chukwuemeka',
  ],
  (accountName) => `a payout to the holder ${accountName}`,
  async ({ merchant }, accountName) => {
    const answer = await merchant.createPayout({ recipient: { accountName } });
    // Which signs a name may have is not shown; letters and blanks are in any.
    if (!/^[A-Za-z ]{3,}$/.test(accountName)) mayRefuse(answer, `a payout to the holder ${accountName} is refused`);

    expect(answer).toHaveStatus(201);
  },
);

check('payout.duplicate-reference', 'a second payout with another amount', async ({ merchant }) => {
  const { reference } = await merchant.payout({ amount: 10_000 });

  expect(await merchant.createPayout({ reference, amount: 20_000 })).toBeRefusedWith(409, 'duplicate_reference');
});

check('payout.duplicate-reference', 'the same payout once more', async ({ merchant }) => {
  const { exchange } = await merchant.payout();

  const refusal = await merchant.api.createPayout({}, { rawBody: exchange.sent.body ?? '' });

  expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
});

checks(
  'payout.unsupported-bank',
  ['on its way', 'paid', 'failed'] as const,
  (before) => `a bank that is none, and an account and a name to which a payout is ${before}`,
  async ({ merchant }, before) => {
    const recipient = { accountNumber: before === 'failed' ? '0000000000' : '2087654321', accountName: 'Ada Lovelace' };
    const payout = await merchant.payout({ recipient });
    if (before !== 'on its way') await merchant.settles(payout, before === 'failed' ? 'failed' : 'succeeded');

    const refusal = await merchant.createPayout({ recipient: { ...recipient, bankName: unknownBank } });

    expect(refusal).toBeRefusedWith(422, 'unsupported_bank');
  },
);

longAgo(
  'payout',
  { found: 'payout.record-found', used: 'payout.duplicate-reference', accepted: 'payout.created' },
  [],
  async ({ merchant }) => {
    return (reference) => merchant.createPayout({ reference, amount: 10_000 });
  },
);
