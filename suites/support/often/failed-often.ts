import {
  type Capability,
  type CheckContext,
  type Created,
  created,
  type Exchange,
  expect,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { there } from '../../wallet-links/support.ts';
import type { Row } from '../alike/groups.ts';

// What has failed often is as free as what failed once: no sentence closes a payment, an account, a customer, a seller or a wallet after some
// failures.

/** Services that give up, or ask a person, usually do so after 3, 5 or 10. */
const TIMES = 11;

interface Life {
  create(fails: boolean): Promise<Exchange>;
  fail(made: Created): Promise<unknown>;
  /** The last one, which does not fail: its record in the end. */
  succeed(made: Created): Promise<Exchange>;
}

interface Failing {
  readonly kind: Created['kind'];
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly id: RequirementId;
  readonly ends: { readonly id: RequirementId; readonly status: string };
  begin(context: CheckContext): Promise<Life>;
}

const failing: readonly Failing[] = [
  {
    kind: 'refund',
    what: 'refunds of one payment',
    needs: ['buyer'],
    id: 'refund.failed-frees-amount',
    ends: { id: 'refund.settles', status: 'succeeded' },
    async begin({ merchant, buyer }) {
      const { reference } = await buyer.paid(merchant, { amount: 30_003 });
      const body = { paymentReference: reference, amount: 30_003 };
      return {
        create: (fails) => merchant.createRefund({ ...body, ...(fails && { reason: 'sandbox_fail' }) }),
        fail: (refund) => merchant.settles(refund, 'failed'),
        succeed: (refund) => merchant.becomes(refund, 'succeeded'),
      };
    },
  },
  {
    kind: 'payout',
    what: 'payouts to one holder',
    needs: [],
    id: 'payout.created',
    ends: { id: 'payout.succeeds', status: 'succeeded' },
    begin: async ({ merchant }) => ({
      create: (fails) =>
        merchant.createPayout({
          recipient: { accountName: 'Ngozi Eze', accountNumber: fails ? '0000000000' : '0123456789' },
        }),
      fail: (payout) => merchant.settles(payout, 'failed'),
      succeed: (payout) => merchant.becomes(payout, 'succeeded'),
    }),
  },
  {
    kind: 'checkout',
    what: 'payments of one customer',
    needs: ['buyer', 'payment-failure'],
    id: 'checkout.created',
    ends: { id: 'checkout.paid', status: 'succeeded' },
    async begin({ merchant, buyer, data }) {
      const customer = { email: data.email() };
      return {
        create: () => merchant.createCheckout({ customer }),
        fail: (checkout) => buyer.fails(merchant, checkout),
        async succeed(checkout) {
          await buyer.tries(merchant, checkout, 'succeeded');
          return await merchant.becomes(checkout, 'succeeded');
        },
      };
    },
  },
  {
    kind: 'escrow',
    what: 'escrows for one seller and one buyer, cancelled before they were paid,',
    needs: ['wallets', 'escrow-buyer-email'],
    id: 'escrow.created',
    ends: { id: 'escrow.funded', status: 'funded' },
    async begin({ merchant, buyer, wallets, data }) {
      const email = data.email();
      const { walletId } = await wallets.make();
      return {
        create: () => merchant.createEscrow({ seller: { walletId }, buyer: { email } }),
        fail: ({ reference }) => merchant.api.cancelEscrow(reference),
        async succeed(escrow) {
          await buyer.paysEscrow(merchant, escrow, email);
          return await merchant.becomes(escrow, 'funded');
        },
      };
    },
  },
];

/** As many that fail as are accepted, and one more. */
async function lived(context: CheckContext, { kind, begin }: Failing) {
  const { create, fail, succeed } = await begin(context);
  for (let turn = 0; turn < TIMES; turn++) {
    const answer = await create(true);
    if (answer.status !== 201) return { answer };
    await fail(created(kind, answer));
  }
  const answer = await create(false);
  return answer.status === 201 ? { answer, record: await succeed(created(kind, answer)) } : { answer };
}

/** Checks for several chapters: see `table`. */
export const failedOften: readonly Row[] = failing.flatMap((row): Row[] => {
  const { kind, what, id, ends } = row;
  const needs = [...new Set<Capability>(['own-merchant', ...row.needs])];
  const life = shared(`${what} that fail, ${TIMES} in turn`, needs, (context) => lived(context, row));
  return [
    {
      id,
      title: `${what} fail ${TIMES} times in turn: each is accepted, and another one`,
      needs,
      check: async (context) => expect((await life(context)).answer).toHaveStatus(201),
    },
    {
      id: ends.id,
      title: `${what} fail ${TIMES} times in turn: another one becomes ${ends.status}`,
      needs,
      check: async (context) =>
        expect(there((await life(context)).record, `the last ${kind}`)).toHaveField('status', ends.status),
    },
  ];
});
