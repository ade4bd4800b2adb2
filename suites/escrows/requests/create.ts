import {
  Blocked,
  type CheckContext,
  check,
  created,
  expect,
  of,
  schemeOf,
  shared,
  summary,
} from '../../../lib/interface/index.ts';
import { unlessOneForAll } from '../../support/alike/groups.ts';
import { longAgo } from '../../support/references/long-ago.ts';
import { expectUnknown } from '../../support/references/patterns.ts';
import { feeTaker } from '../money/money.ts';

const made = shared('an escrow as its create call answers it', [], async ({ merchant, data }) => {
  const reference = data.reference('esc');
  return { reference, answer: await merchant.createEscrow({ reference }) };
});

/** A step: the answer that creates an escrow; another check verifies that its status is 201. */
const accepted = async (context: CheckContext) => {
  const { reference, answer } = await made(context);
  if (answer.status >= 300) throw new Blocked(`an escrow should have been created; got ${summary(answer)}`);
  return { reference, answer };
};

check('escrow.created', 'a new escrow is answered with 201', async (context) => {
  const { answer } = await made(context);

  expect(answer).toHaveStatus(201);
});

check('escrow.created', 'the answer names the escrow: its id, and the reference that was sent', async (context) => {
  const { reference, answer } = await accepted(context);

  expect(answer).toHaveField('id', /\S/);
  expect(answer).toHaveField('reference', reference);
});

check('escrow.created', 'a new escrow waits for its payment', async (context) => {
  const { answer } = await accepted(context);

  expect(answer).toHaveField('status', 'pending_payment');
});

check('escrow.pay-url', 'payUrl is an address that a browser can open', async (context) => {
  const { answer } = await accepted(context);

  expect(answer).toHaveField('payUrl', /^https?:\/\/\S+$/i);
  expect(schemeOf(of(answer, 'payUrl')), 'scheme of an absolute address').toBeOneOf(['http', 'https']);
});

check(
  'escrow.pay-url',
  'escrows of two merchants with one reference have addresses of their own',
  async ({ merchant, other, data }) => {
    const reference = data.reference('esc');
    const mine = await merchant.createEscrow({ reference });
    const theirs = await unlessOneForAll(other.createEscrow({ reference }));

    created('escrow', theirs);
    expect(of(theirs, 'payUrl')).not.toBe(created('escrow', mine).url);
  },
  { needs: ['other-merchant'] },
);

check('escrow.optional-fields', 'the four required fields are enough', async ({ merchant, data }) => {
  const answer = await merchant.api.createEscrow({
    reference: data.reference('esc'),
    amount: 20_000,
    currency: 'NGN',
    seller: { walletId: '0000000001' },
  });

  expect(answer).toHaveStatus(201);
});

check('escrow.optional-fee', 'a fee and the wallet that gets it are accepted', async (context) => {
  const { answer } = await feeTaker(context);

  expect(answer).toHaveStatus(201);
});

check(
  'escrow.optional-fields',
  'all other optional fields are accepted',
  async ({ merchant, data, environment }) => {
    const answer = await merchant.createEscrow({
      // "Live escrows need real wallet accounts for seller and buyer."
      ...(environment === 'sandbox' && { buyer: { email: data.email() } }),
      autoReleaseHours: 48,
      conditions: 'The goods have arrived, and nothing is broken',
      description: 'One bicycle, used',
      returnUrl: 'https://shop.example.com/return?from=escrow',
      metadata: { order: { lines: [1, 2, 3], gift: false } },
    });

    expect(answer).toHaveStatus(201);
  },
  { alsoInLive: true },
);

check(
  'escrow.optional-fields',
  'texts that tell addresses and a telephone number are accepted',
  async ({ merchant }) => {
    const answer = await merchant.createEscrow({
      conditions: 'As told at www.shop.example/terms: whole, or call +234 801 234 5678',
      description: 'One bicycle, see https://shop.example/bicycles?nr=17 or ask ada@lamps.example.com',
    });

    expect(answer).toHaveStatus(201);
  },
);

check('escrow.sandbox-any-seller', 'a seller wallet that nobody made is accepted', async ({ merchant, data }) => {
  expect(await merchant.createEscrow({ seller: { walletId: data.walletId() } })).toHaveStatus(201);
});

check(
  'escrow.sandbox-any-seller',
  'a seller wallet that nobody made is accepted once more, also from another merchant',
  async ({ merchant, other, data }) => {
    const seller = { walletId: data.walletId() };
    await merchant.escrow({ seller });

    expect(await merchant.createEscrow({ seller })).toHaveStatus(201);
    expect(await other.createEscrow({ seller })).toHaveStatus(201);
  },
  { needs: ['other-merchant'] },
);

check(
  'escrow.duplicate-reference',
  'the same escrow once more',
  async ({ merchant }) => {
    const { reference } = await merchant.escrow({ amount: 50_000 });

    const refusal = await merchant.createEscrow({ reference, amount: 50_000 });

    expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
  },
  { alsoInLive: true },
);

check(
  'escrow.reference-case',
  'the same letters in the other case, once the first is paid',
  async (context) => {
    const { merchant, buyer, data } = context;
    const reference = data.reference('esc-Case');
    await buyer.funded(merchant, { reference: reference.toLowerCase() });
    const upper = reference.toUpperCase();

    expectUnknown(await merchant.api.getEscrow(upper), 'escrow', upper, 'capitals');
    // Which characters a reference may contain is not shown, so capitals may be refused for that reason.
    expect(await merchant.createEscrow({ reference: upper })).not.toBeRefusedWith(409, 'duplicate_reference');
  },
  { alsoInLive: true },
);

check('escrow.duplicate-reference', 'an escrow of another amount for another seller', async ({ merchant }) => {
  const { reference } = await merchant.escrow({ amount: 50_000 });

  const refusal = await merchant.createEscrow({ reference, amount: 60_000, seller: { walletId: '0000000002' } });

  expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
});

longAgo(
  'escrow',
  { found: 'escrow.record-found', used: 'escrow.duplicate-reference', accepted: 'escrow.created' },
  [],
  async ({ merchant }) => {
    return (reference) => merchant.createEscrow({ reference, amount: 10_000 });
  },
);
