import { check, checks, created, expect, inLive, of, schemeOf, shared } from '../../../lib/interface/index.ts';
import { mayRefuse } from '../../support/attempts.ts';
import { gain, purse } from '../money/money.ts';

// Escrows of live merchants: created, and refunded wrongly, as in the sandbox.

const wallets = ['live', 'wallets', 'wallet-owner'] as const;

const made = shared('a live escrow as its create call answers it', ['live'], async (context) => {
  const { merchant, data } = inLive(context);
  const reference = data.reference('esc');
  return { reference, answer: await merchant.createEscrow({ reference }) };
});

check(
  'escrow.created',
  'live: a new escrow is answered with 201, named, and waits for its payment',
  async (context) => {
    const { reference, answer } = await made(context);

    expect(answer).toHaveStatus(201);
    expect(answer).toHaveField('id', /\S/);
    expect(answer).toHaveField('reference', reference);
    expect(answer).toHaveField('status', 'pending_payment');
  },
  { needs: ['live'] },
);

check(
  'escrow.pay-url',
  'live: payUrl is an address that a browser can open',
  async (context) => {
    const { answer } = await made(context);
    created('escrow', answer);

    expect(schemeOf(of(answer, 'payUrl')), 'scheme of an absolute address').toBeOneOf(['http', 'https']);
  },
  { needs: ['live'] },
);

/** With a fee as it should be, which may be refused since it is not shown which wallets are the merchant's own; then with wrong ones. */
const withFees = shared('live escrows with a fee', wallets, async (own) => {
  const context = inLive(own);
  const { merchant } = context;
  const { walletId: feeWalletId } = await purse(context);
  const right = await merchant.createEscrow({ feeAmount: 1_500, feeWalletId });
  mayRefuse(right, 'no wallet known here is taken as feeWalletId');
  return {
    right,
    'escrow.fee-integer': await merchant.createEscrow({ feeAmount: '1500', feeWalletId }),
    'escrow.fee-wallet-types': await merchant.createEscrow({ feeAmount: 1_500, feeWalletId: [feeWalletId] }),
  };
});

check(
  'escrow.optional-fee',
  'live: a fee and the wallet that gets it are accepted',
  async (context) => {
    expect((await withFees(context)).right).toHaveStatus(201);
  },
  { needs: wallets },
);

checks(
  (id) => id,
  ['escrow.fee-integer', 'escrow.fee-wallet-types'] as const,
  (id) =>
    `live: ${id === 'escrow.fee-integer' ? 'digits in a string as feeAmount' : 'a list as feeWalletId'} is refused`,
  async (context, id) => {
    expect((await withFees(context))[id]).toBeRefusedWith(400, 'invalid_request');
  },
  { needs: wallets },
);

const AMOUNT = 40_009;
const wrong = [
  { id: 'escrow.refund-amount-integer', what: 'digits in a string as amount', body: '{"amount":"20000"}' },
  { id: 'escrow.refund-reason-text', what: 'a number as reason', body: '{"amount":20000,"reason":4711}' },
  { id: 'escrow.refund-body-object', what: 'a list with a valid body', body: '[{"amount":20000}]' },
] as const;

/** A funded live escrow, refunded wrongly and then, an hour later, rightly. */
const refunded = shared('live refunds that are malformed', [...wallets, 'escrow-buyer'], async (own) => {
  const context = inLive(own);
  const { merchant, buyer, time } = context;
  const seller = await purse(context);
  const escrow = await buyer.funded(merchant, { amount: AMOUNT, seller: { walletId: seller.walletId } });
  const seen = [];
  for (const { id, body: rawBody } of wrong) {
    const answer = await merchant.api.refundEscrow(escrow.reference, {}, { rawBody });
    seen.push({ id, answer, record: await merchant.get(escrow) });
  }
  const goesOn = async () => {
    await time.wait(3_600, 'nothing comes of malformed refunds');
    const later = await merchant.get(escrow);
    const answer = await merchant.api.refundEscrow(escrow.reference, { amount: 10_001 });
    return { later, answer, gained: await gain(context, seller, AMOUNT - 10_001) };
  };
  return { seen, end: await goesOn().catch((error: Error) => error) };
});

checks(
  ({ id }) => id,
  wrong,
  ({ what }) => `live: ${what} is refused, and the escrow stays funded`,
  async (context, { id }) => {
    for (const { answer, record } of (await refunded(context)).seen.filter((each) => each.id === id)) {
      expect(answer).toBeRefusedWith(400, 'invalid_request');
      expect(record).toHaveField('status', 'funded');
    }
  },
  { needs: wallets },
);

check(
  'escrow.malformed-refund-does-nothing',
  'live: an hour later the escrow is funded still, and a right refund moves what is due',
  async (context) => {
    const { end } = await refunded(context);
    if (end instanceof Error) throw end;

    expect(end.later).toHaveField('status', 'funded');
    expect(end.answer).toHaveStatus(200);
    expect(end.gained, 'kobo that the seller has gained').toBe(AMOUNT - 10_001);
  },
  { needs: wallets },
);

check(
  'escrow.each-pays-its-own',
  'live: of two escrows of one seller one is released, the other refunded in part',
  async (own) => {
    const context = inLive(own);
    const { merchant, buyer } = context;
    const seller = await purse(context);
    const fund = (amount: number) => buyer.funded(merchant, { amount, seller: { walletId: seller.walletId } });
    const [one, other] = [await fund(20_011), await fund(30_013)];
    await merchant.api.releaseEscrow(one.reference);
    expect(await gain(context, seller, 20_011), 'kobo that the seller has gained').toBe(20_011);
    await merchant.api.refundEscrow(other.reference, { amount: 10_007 });

    expect(await gain(context, seller, 40_017, 20_011), 'kobo that the seller has gained').toBe(40_017);
  },
  { needs: wallets },
);
