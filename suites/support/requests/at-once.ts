import { type Capability, type CheckContext, type Exchange, expect } from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';

// Valid requests are carried out, also if several that concern the same person, account, wallet or payment are sent at the same moment: no
// condition in the document permits a service to refuse a request because it collides with another one internally.

/** Requests that are sent at the same moment. */
interface Several {
  readonly id: Row['id'];
  readonly what: string;
  readonly needs: readonly Capability[];
  /** Prepares the requests; each function sends one. */
  prepare(context: CheckContext): Promise<readonly (() => Promise<Exchange>)[]>;
  readonly due: 200 | 201;
  /** How many responses are judged, from the first on. Default: all. */
  readonly looked?: number;
}

const times = <T>(count: number, make: (turn: number) => T): T[] =>
  Array.from({ length: count }, (_, turn) => make(turn));
const recipient = { accountNumber: '2087654321', accountName: 'Ada Obi' };

const creates: readonly Omit<Several, 'due'>[] = [
  {
    id: 'escrow.created',
    what: 'four escrows for one seller',
    needs: [],
    prepare: async ({ merchant, data }) => {
      const seller = { walletId: data.walletId() };
      return times(4, () => () => merchant.createEscrow({ seller, amount: 30_011 }));
    },
  },
  {
    id: 'escrow.created',
    what: 'two escrows of each of two merchants for one seller',
    needs: ['other-merchant'],
    prepare: async ({ merchant, other, data }) => {
      const seller = { walletId: data.walletId() };
      return [merchant, other, merchant, other].map((as) => () => as.createEscrow({ seller, amount: 30_011 }));
    },
  },
  {
    id: 'escrow.created',
    what: 'three escrows for one buyer',
    needs: [],
    prepare: async ({ merchant, data }) => {
      const buyer = { email: data.email() };
      return times(3, () => () => merchant.createEscrow({ buyer, amount: 30_011 }));
    },
  },
  {
    id: 'checkout.created',
    what: 'four checkouts of one customer',
    needs: [],
    prepare: async ({ merchant, data }) => {
      const customer = { email: data.email() };
      return times(4, () => () => merchant.createCheckout({ customer, amount: 7_003 }));
    },
  },
  {
    // "Unique per merchant" (Checkout): a reference that one merchant is about to use is as free for another as one that is used.
    id: 'checkout.reference-unique-per-merchant',
    what: 'four references, each by two merchants',
    needs: ['other-merchant'],
    prepare: async ({ merchant, other, data }) =>
      times(4, () => data.reference('chk')).flatMap((reference) =>
        [merchant, other].map((as) => () => as.createCheckout({ reference, amount: 7_003 })),
      ),
  },
  {
    id: 'payout.created',
    what: 'four payouts to one account',
    needs: [],
    prepare: async ({ merchant }) => times(4, () => () => merchant.createPayout({ recipient, amount: 12_007 })),
  },
  {
    id: 'payout.created',
    what: 'two payouts of each of two merchants to one account',
    needs: ['other-merchant'],
    prepare: async ({ merchant, other }) =>
      [merchant, other, merchant, other].map((as) => () => as.createPayout({ recipient, amount: 12_007 })),
  },
  {
    id: 'refund.created',
    what: 'refunds of three checkouts of one customer',
    needs: ['buyer'],
    prepare: async ({ merchant, buyer, data }) => {
      const fields = { customer: { email: data.email() }, amount: 9_001 };
      const paid = [];
      for (const _one of [1, 2, 3]) paid.push(await buyer.paid(merchant, fields));
      return paid.map(
        ({ reference: paymentReference }) =>
          () =>
            merchant.createRefund({ paymentReference, amount: 101 }),
      );
    },
  },
];

const escrowActions: readonly Omit<Several, 'due'>[] = (['release', 'refund', 'cancel'] as const).map((action) => ({
  id: `escrow.${action === 'cancel' ? 'cancelled' : action === 'release' ? 'released' : 'refunded'}`,
  what: `${action} of three escrows of one seller`,
  needs: action === 'cancel' ? [] : ['escrow-buyer'],
  async prepare({ merchant, buyer, data }) {
    const seller = { walletId: data.walletId() };
    const made = [];
    for (const amount of [30_011, 30_011, 40_013]) {
      const fields = { seller, amount };
      made.push(action === 'cancel' ? await merchant.escrow(fields) : await buyer.funded(merchant, fields));
    }
    return made.map(({ reference }) => () => {
      if (action === 'refund') return merchant.api.refundEscrow(reference, {});
      return action === 'release' ? merchant.api.releaseEscrow(reference) : merchant.api.cancelEscrow(reference);
    });
  },
}));

/** Create requests of all four kinds, for one merchant. */
const mixedKinds = ['checkout', 'payout', 'escrow', 'refund'] as const;
const mixed = mixedKinds.map(
  (first): Omit<Several, 'due'> => ({
    id: `${first}.created`,
    // The creation of each kind is another requirement.
    looked: 1,
    what: `a ${first} and one of each other kind`,
    needs: ['buyer'],
    async prepare({ merchant, buyer }) {
      const { reference: paymentReference } = await buyer.paid(merchant, { amount: 9_001 });
      const asks = {
        checkout: () => merchant.createCheckout(),
        payout: () => merchant.createPayout({ recipient }),
        escrow: () => merchant.createEscrow(),
        refund: () => merchant.createRefund({ paymentReference, amount: 1_001 }),
      };
      const others = mixedKinds.filter((kind) => kind !== first);
      return [asks[first], ...others.map((kind) => asks[kind])];
    },
  }),
);

const all: readonly Several[] = [
  ...creates.map((row): Several => ({ ...row, due: 201 })),
  ...mixed.map((row): Several => ({ ...row, due: 201 })),
  ...escrowActions.map((row): Several => ({ ...row, due: 200 })),
];

/** Checks for several chapters: see `table`. */
export const atOnce: readonly Row[] = all.map(({ id, what, needs, prepare, due, looked }) => ({
  id,
  title: `${what}, asked for at one moment: ${looked === undefined ? 'each' : 'it'} is answered with ${due}`,
  needs,
  async check(context) {
    const begin = await prepare(context);
    const answers = await Promise.all(begin.map((each) => each()));

    for (const answer of answers.slice(0, looked)) expect(answer).toHaveStatus(due);
  },
}));
