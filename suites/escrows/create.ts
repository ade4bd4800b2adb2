import { Blocked, expect, type Given, of, requirement, schemeOf, shared, summary } from '../../lib/harness/index.ts';

const made = shared('an escrow as its create call answers it', [], async ({ merchant, fresh }) => {
  const reference = fresh.reference('esc');
  return { reference, answer: await merchant.createEscrow({ reference }) };
});

/** A step: the answer that creates an escrow; that its status is 201 is looked at by a check of its own. */
const accepted = async (given: Given) => {
  const { reference, answer } = await made(given);
  if (answer.status >= 300) throw new Blocked(`an escrow should have been created; got ${summary(answer)}`);
  return { reference, answer };
};

requirement('escrow.created', 'a new escrow is answered with 201', async (given) => {
  const { answer } = await made(given);

  expect(answer).toHaveStatus(201);
});

requirement('escrow.created', 'the answer names the escrow: its id, and the reference that was sent', async (given) => {
  const { reference, answer } = await accepted(given);

  expect(answer).toHaveField('id', /\S/);
  expect(answer).toHaveField('reference', reference);
});

requirement('escrow.created', 'a new escrow waits for its payment', async (given) => {
  const { answer } = await accepted(given);

  expect(answer).toHaveField('status', 'pending_payment');
});

requirement('escrow.pay-url', 'payUrl is an address that a browser can open', async (given) => {
  const { answer } = await accepted(given);

  expect(answer).toHaveField('payUrl', /^https?:\/\/\S+$/i);
  expect(schemeOf(of(answer, 'payUrl')), 'scheme of an absolute address').toBeOneOf(['http', 'https']);
});

requirement('escrow.optional-fields', 'the four required fields are enough', async ({ merchant, fresh }) => {
  const answer = await merchant.api.createEscrow({
    reference: fresh.reference('esc'),
    amount: 20_000,
    currency: 'NGN',
    seller: { walletId: '0000000001' },
  });

  expect(answer).toHaveStatus(201);
});

requirement('escrow.optional-fields', 'a fee and the wallet that gets it are accepted', async ({ merchant }) => {
  expect(await merchant.createEscrow({ feeAmount: 1_500, feeWalletId: '0000000002' })).toHaveStatus(201);
});

requirement('escrow.optional-fields', 'all other optional fields are accepted', async ({ merchant, fresh }) => {
  const answer = await merchant.createEscrow({
    buyer: { email: fresh.email() },
    autoReleaseHours: 48,
    conditions: 'The goods have arrived, and nothing is broken',
    description: 'One bicycle, used',
    returnUrl: 'https://shop.example.com/return?from=escrow',
    metadata: { order: { lines: [1, 2, 3], gift: false } },
  });

  expect(answer).toHaveStatus(201);
});

requirement(
  'escrow.sandbox-any-seller',
  'a seller wallet that nobody made is accepted',
  async ({ merchant, fresh }) => {
    expect(await merchant.createEscrow({ seller: { walletId: fresh.walletId() } })).toHaveStatus(201);
  },
);

requirement('escrow.duplicate-reference', 'the same escrow once more', async ({ merchant }) => {
  const { reference } = await merchant.escrow({ amount: 50_000 });

  const refusal = await merchant.createEscrow({ reference, amount: 50_000 });

  expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
});

requirement('escrow.duplicate-reference', 'an escrow of another amount for another seller', async ({ merchant }) => {
  const { reference } = await merchant.escrow({ amount: 50_000 });

  const refusal = await merchant.createEscrow({ reference, amount: 60_000, seller: { walletId: '0000000002' } });

  expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
});
