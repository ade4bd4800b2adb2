import {
  Blocked,
  type Body,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Duration,
  type Exchange,
  expect,
  summary,
} from '../../lib/interface/index.ts';
import { gain, gainInTheEnd, purse } from '../escrows/money/money.ts';
import { tries } from '../escrows/support.ts';

// "Duplicate reference: reference already used": what another create under it asked for is nothing that the first does, and is seen where
// the first acts, also in what no record shows. The first is pending still, so that all of it is to come.

interface Row {
  readonly kind: Created['kind'];
  readonly what: string;
  readonly needs?: readonly Capability[];
  readonly waits?: Duration;
  act(context: CheckContext): Promise<void>;
}

const failing = { recipient: { accountNumber: '0000000000' } };
const otherAccount = { recipient: { accountNumber: '2087654321', accountName: 'Bola Ade' } };
const sandboxFail = { reason: 'sandbox_fail' };

/** A step: another one under the reference of the first, which is refused, for that or for what else a target finds wrong in it. */
async function refusedAnother({ merchant }: CheckContext, first: Created, fields: Body): Promise<void> {
  const body = { ...fields, reference: first.reference };
  const answer = await {
    checkout: () => merchant.createCheckout(body),
    refund: () => merchant.createRefund({ paymentReference: undefined, ...body }),
    payout: () => merchant.createPayout(body),
    escrow: () => merchant.createEscrow(body),
  }[first.kind]();
  if (answer.status < 400 || answer.status >= 500)
    throw new Blocked(`the second one should have been refused: ${summary(answer)}`);
}

const payout = (what: string, first: Body, second: Body, due: 'succeeded' | 'failed'): Row => ({
  kind: 'payout',
  what: `${what}: it has ${due}`,
  async act(context) {
    const made = await context.merchant.payout(first);
    await refusedAnother(context, made, second);

    expect(await context.merchant.becomes(made, due)).toHaveField('status', due);
  },
});

const refund = (what: string, first: Body, second: Body, due: 'succeeded' | 'failed'): Row => ({
  kind: 'refund',
  what: `${what}: it has ${due}`,
  needs: ['buyer'],
  async act(context) {
    const { merchant, buyer } = context;
    const payment = await buyer.paid(merchant, { amount: 9_001 });
    const made = await merchant.refund(payment, { amount: 1_003, ...first });
    await refusedAnother(context, made, { paymentReference: payment.reference, amount: 2_003, ...second });

    expect(await merchant.becomes(made, due)).toHaveField('status', due);
    expect(await merchant.get(payment)).toHaveField('refundedAmount', due === 'succeeded' ? 1_003 : 0);
  },
});

/** An escrow of 40,009 kobo to a wallet of its own, and another under its reference; what its seller, and another one, have gained. */
const escrow = (what: string, second: (other: string) => Body, rest: Omit<Row, 'kind' | 'what' | 'act'> = {}): Row => ({
  kind: 'escrow',
  what,
  needs: ['escrow-buyer', 'wallets'],
  ...rest,
  async act(context) {
    const { merchant, buyer } = context;
    const [seller, other] = [await purse(context), await purse(context)];
    const made = await merchant.escrow({ amount: 40_009, seller: { walletId: seller.walletId } });
    await refusedAnother(context, made, second(other.walletId));
    await buyer.funds(merchant, made);
    await released(await merchant.api.releaseEscrow(made.reference));

    expect(await gain(context, seller, 40_009), 'kobo that the seller has gained').toBe(40_009);
    expect(await gainInTheEnd(context, other), 'kobo that the other wallet has gained').toBe(0);
  },
});

async function released(answer: Exchange): Promise<void> {
  if (answer.status !== 200) throw new Blocked(`the escrow should have been released: ${summary(answer)}`);
}

const rows: readonly Row[] = [
  payout('to an account that succeeds, then one to the account that fails', otherAccount, failing, 'succeeded'),
  payout('to the account that fails, then one to another', failing, otherAccount, 'failed'),
  refund('which succeeds, then one that fails', { reason: 'torn' }, sandboxFail, 'succeeded'),
  refund('which fails, then one that succeeds', sandboxFail, { reason: 'torn' }, 'failed'),
  {
    kind: 'refund',
    what: 'of one checkout, then one of another: the first is refunded, the other is not',
    needs: ['buyer'],
    async act(context) {
      const { merchant, buyer } = context;
      const [payment, other] = [await buyer.paid(merchant), await buyer.paid(merchant)];
      const made = await merchant.refund(payment, { amount: 1_003 });
      await refusedAnother(context, made, { paymentReference: other.reference, amount: 1_003 });
      await merchant.settles(made);

      expect(await merchant.get(payment)).toHaveField('refundedAmount', 1_003);
      expect(await merchant.get(other)).toHaveField('refundedAmount', 0);
    },
  },
  {
    kind: 'checkout',
    what: 'of 6,007, then one of 9,001: when it is paid 6,007 can be refunded, and not a kobo more',
    needs: ['buyer'],
    async act(context) {
      const { merchant, buyer } = context;
      const made = await merchant.checkout({ amount: 6_007 });
      await refusedAnother(context, made, { amount: 9_001 });
      const { reference: paymentReference } = await buyer.pays(merchant, made);

      expect(await merchant.createRefund({ paymentReference, amount: 6_008 })).toBeRefused();
      expect(await merchant.createRefund({ paymentReference, amount: 6_007 })).toHaveStatus(201);
    },
  },
  escrow('for one seller, then one for another: the first is paid', (walletId) => ({ seller: { walletId } })),
  escrow('of 40,009, then one of 60,013: the seller is paid 40,009', () => ({ amount: 60_013 })),
  escrow('without a fee, then one with a fee: the seller is paid all of it', (feeWalletId) => ({
    feeAmount: 1_501,
    feeWalletId,
  })),
  {
    kind: 'escrow',
    what: 'for anybody, then one for a named buyer: anybody pays it',
    needs: ['escrow-buyer-email'],
    async act(context) {
      const { merchant, buyer, data } = context;
      const made = await merchant.escrow();
      await refusedAnother(context, made, { buyer: { email: 'ada.obi@example.com' } });
      await tries(context, buyer.paysEscrow(merchant, made, data.email()));

      expect(await merchant.becomes(made, 'funded', 60)).toHaveField('status', 'funded');
    },
  },
  {
    kind: 'escrow',
    what: 'for a named buyer, then one for another: the other does not pay it, and the named one does',
    needs: ['escrow-buyer-email'],
    async act(context) {
      const { merchant, buyer, time } = context;
      const made = await merchant.escrow({ buyer: { email: 'ada.obi@example.com' } });
      await refusedAnother(context, made, { buyer: { email: 'bola@example.com' } });
      await tries(context, buyer.paysEscrow(merchant, made, 'bola@example.com'));
      await time.wait(5, 'the escrow stays unpaid');
      expect(await merchant.get(made)).toHaveField('status', 'pending_payment');
      await tries(context, buyer.paysEscrow(merchant, made, 'ada.obi@example.com'));

      expect(await merchant.becomes(made, 'funded', 60)).toHaveField('status', 'funded');
    },
  },
  {
    kind: 'escrow',
    what: 'of 30 hours, then one of an hour: it is held for 30 hours',
    needs: ['escrow-buyer'],
    waits: '31h',
    async act(context) {
      const { merchant, buyer, time } = context;
      const made = await merchant.escrow({ autoReleaseHours: 30 });
      await refusedAnother(context, made, { autoReleaseHours: 1 });
      await buyer.funds(merchant, made);
      await time.wait(29 * 3_600, 'an automatic release is due');
      expect(await merchant.get(made)).toHaveField('status', 'funded');
      await time.wait(3_600, 'an automatic release is due');

      expect(await merchant.becomes(made, 'released', 600)).toHaveField('status', 'released');
    },
  },
];

checks(
  'error.refused-leaves-first',
  rows,
  ({ kind, what }) => `${kind === 'escrow' ? 'an' : 'a'} ${kind} ${what}, as if the second had not been asked for`,
  (context, { act }) => act(context),
  ({ needs = [], waits }) => ({ needs, ...(waits !== undefined && { waits }), drawn: 3 }),
);
