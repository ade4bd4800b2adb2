import {
  type Capability,
  type CheckContext,
  check,
  checks,
  created,
  expect,
  field,
  of,
  part,
} from '../../../lib/interface/index.ts';
import { unlessOneForAll } from '../../support/alike/groups.ts';
import { attemptAny, DAY, expectSame } from '../../support/attempts.ts';

// Two ends at the same time, and payments shortly before the 24 hours end.

/** Fields that no later attempt may change. */
const END = ['status', 'failureReason', 'paidAt', 'refundedAmount'];

const both = ['succeeded', 'failed'] as const;
/** Which of two concurrent requests comes first is chance, and usually the same one; so each order is also tried in sequence. */
const races = [
  { what: 'paid and failing at once, first round', inTurn: null },
  { what: 'paid and failing at once, second round', inTurn: null },
  { what: 'failing as soon as it is paid', inTurn: both },
  { what: 'paid as soon as it has failed', inTurn: both.toReversed() },
] as const;

checks(
  'checkout.one-end-when-racing',
  races,
  ({ what }) => `${what}, it has one end`,
  async ({ merchant, buyer, time }, { inTurn }) => {
    const checkout = await merchant.checkout();

    const tryings = (inTurn ?? both).map((end) => () => buyer.tries(merchant, checkout, end));
    await attemptAny(tryings, inTurn === null ? 'at once' : 'in turn');
    const atOnce = await merchant.get(checkout);
    await time.wait(60, 'a checkout with two ends takes the other one');
    const later = await merchant.get(checkout);

    expect(of(atOnce, 'status')).toBeOneOf(both);
    expectSame(later, atOnce, END);
    const hasSucceeded = part(atOnce, 'json', 'status').value === 'succeeded';
    // "paidAt" is null until it is paid, and "failureReason" where nothing failed: what the losing end would have written.
    expect(later).toHaveField(hasSucceeded ? 'failureReason' : 'paidAt', null);
    const paid = merchant.webhooks.surely('payment.succeeded', checkout.reference);
    const failed = merchant.webhooks.surely('payment.failed', checkout.reference);
    const other = hasSucceeded ? failed : paid;
    expect(other, 'events of the other end').toBeEmpty();
  },
  ({ inTurn }) => ({ alsoInLive: inTurn !== null && inTurn !== both }),
);

check(
  'checkout.payable-until-expiry',
  'two minutes before the end of its 24 hours it is paid',
  async (context) => {
    const { merchant, buyer, time } = context;
    const checkout = await merchant.checkout();
    await time.wait(DAY - 120, 'a checkout is paid at the last moment');
    try {
      await buyer.tries(merchant, checkout, 'succeeded');
    } catch (error) {
      // A checkout that ended too early refuses the buyer, which is the failure to detect; if it is still pending, the payment failed for
      // another reason.
      if (field((await merchant.get(checkout)).json, 'status') === 'pending') throw error;
    }

    expect(await merchant.confirms(checkout, 'succeeded')).toHaveField('status', 'succeeded');
  },
  { alsoInLive: true },
);

type Deed = (context: CheckContext, reference: string) => Promise<unknown>;

/** What else has the reference: `begins` half a day before the checkout does, `ends` when its own 24 hours are over. */
const namesakes: readonly { what: string; needs: readonly Capability[]; begins?: Deed; ends?: Deed }[] = [
  {
    what: 'an escrow that nobody pays',
    needs: [],
    begins: async ({ merchant }, reference) => created('escrow', await merchant.createEscrow({ reference })),
    ends: ({ merchant }, reference) => merchant.becomes({ kind: 'escrow', reference }, 'expired', 600),
  },
  {
    what: "another merchant's checkout that nobody pays",
    needs: ['other-merchant'],
    begins: ({ other }, reference) => other.checkout({ reference }),
    ends: ({ other }, reference) => other.becomes({ kind: 'checkout', reference }, 'failed', 600),
  },
  {
    what: 'a live checkout that nobody pays',
    needs: ['live'],
    begins: ({ live }, reference) => live.checkout({ reference }),
    ends: ({ live }, reference) => live.becomes({ kind: 'checkout', reference }, 'failed', 600),
  },
  {
    what: 'an escrow that is cancelled',
    needs: [],
    begins: async ({ merchant }, reference) => created('escrow', await merchant.createEscrow({ reference })),
    ends: ({ merchant }, reference) => merchant.api.cancelEscrow(reference),
  },
  {
    what: 'a payout that fails',
    needs: [],
    async ends({ merchant }, reference) {
      const recipient = { accountNumber: '0000000000' };
      const answer = await unlessOneForAll(merchant.createPayout({ reference, recipient }));
      await merchant.settles(created('payout', answer), 'failed');
    },
  },
  {
    what: 'a refund that fails',
    needs: ['buyer'],
    async ends({ merchant, buyer }, reference) {
      const { reference: paymentReference } = await buyer.paid(merchant);
      const fields = { reference, paymentReference, reason: 'sandbox_fail' };
      const answer = await unlessOneForAll(merchant.createRefund(fields));
      await merchant.settles(created('refund', answer), 'failed');
    },
  },
];

checks(
  'checkout.payable-until-expiry',
  namesakes,
  ({ what }) => `${what} has its reference: once that is over the checkout is pending, and is paid`,
  async (context, { begins, ends }) => {
    const { merchant, buyer, data, time } = context;
    const reference = data.reference('chk');
    await begins?.(context, reference);
    await time.wait(DAY / 2, 'half of the time to pay is over');
    // Whether one reference may be that of two kinds is not shown.
    const checkout = created('checkout', await unlessOneForAll(merchant.createCheckout({ reference })));
    if (begins !== undefined) await time.wait(DAY / 2, 'what is older by half a day is over');
    await ends?.(context, reference);

    expect(await merchant.get(checkout)).toHaveField('status', 'pending');
    await buyer.tries(merchant, checkout, 'succeeded');
    expect(await merchant.confirms(checkout, 'succeeded')).toHaveField('status', 'succeeded');
  },
  ({ needs }) => ({ needs, waits: '25h', drawn: 1 }),
);

check(
  'checkout.paid-does-not-expire',
  'paid two minutes before, it is succeeded an hour later',
  async (context) => {
    const { merchant, buyer, time } = context;
    const checkout = await merchant.checkout();
    await time.wait(DAY - 120, 'a checkout is paid at the last moment');
    const paid = await buyer.pays(merchant, checkout);
    await time.wait(3_720, 'a checkout that was paid late does not expire');

    expectSame(await merchant.get(checkout), paid.exchange, END);
  },
  { alsoInLive: true },
);

check('checkout.expires', 'half a day after its creation it is pending', async ({ merchant, time }) => {
  const checkout = await merchant.checkout();
  await time.wait(DAY / 2, 'an unpaid checkout is still pending');

  expect(await merchant.get(checkout)).toHaveField('status', 'pending');
});
