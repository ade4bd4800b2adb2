import {
  type Body,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Duration,
  expect,
} from '../../../lib/interface/index.ts';
import { DAY } from '../../support/attempts.ts';
import { reached, tries } from '../support.ts';

// "If set, only the wallet account with that e-mail can pay": who has paid another escrow may not pay this one for it.
// And an account may pay an escrow that names it, and one that names nobody: the states of its other escrows change nothing.

const NAMED = 'ada.obi@example.com';
const STRANGER = 'bola.obi@example.com';
const named = { buyer: { email: NAMED } };

interface Earlier {
  readonly what: string;
  readonly fields: Body;
  /** The escrow for another buyer is created before the other one is paid. */
  readonly madeBefore?: true;
  /** The other escrow has been released before the last one is created. */
  readonly released?: true;
}

const earlier: readonly Earlier[] = [
  { what: 'that named nobody', fields: {} },
  { what: 'that named the payer', fields: { buyer: { email: STRANGER } } },
  { what: 'that named the payer, while this one waited', fields: { buyer: { email: STRANGER } }, madeBefore: true },
  { what: 'that named nobody, and has been released', fields: {}, released: true },
];

checks(
  'escrow.buyer-email-restricts',
  earlier,
  ({ what }) => `who has paid another escrow of the merchant ${what}, cannot pay one that names somebody else`,
  async (context, { fields, madeBefore, released }) => {
    const { merchant, buyer, time } = context;
    const waiting = madeBefore && (await merchant.escrow(named));
    const other = await merchant.escrow(fields);
    await buyer.paysEscrow(merchant, other, STRANGER);
    await reached(merchant, other, 'funded');
    if (released) {
      await merchant.api.releaseEscrow(other.reference);
      await reached(merchant, other, 'released');
    }
    const escrow = waiting || (await merchant.escrow(named));
    await tries(context, buyer.paysEscrow(merchant, escrow, STRANGER));
    await time.wait(5, 'the escrow stays unpaid');

    expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');
  },
  { needs: ['escrow-buyer-email'] },
);

interface Fate {
  readonly what: string;
  readonly needs?: readonly Capability[];
  readonly waits?: Duration;
  /** An escrow that names the buyer comes to this. */
  leads(context: CheckContext, named: Body, email: string): Promise<unknown>;
}

const paid = async ({ merchant, buyer }: CheckContext, named: Body, email: string): Promise<Created> =>
  await buyer.funds(merchant, await merchant.escrow(named), email);

const fates: readonly Fate[] = [
  { what: 'is unpaid', leads: ({ merchant }, named) => merchant.escrow(named) },
  { what: 'is funded', leads: paid },
  {
    what: 'is disputed',
    needs: ['escrow-dispute'],
    async leads(context, named, email) {
      const { merchant, buyer } = context;
      const escrow = await paid(context, named, email);
      await buyer.disputes(merchant, escrow);
      await reached(merchant, escrow, 'disputed');
    },
  },
  {
    what: 'was disputed and refunded',
    needs: ['escrow-dispute'],
    async leads(context, named, email) {
      const { merchant, buyer } = context;
      const escrow = await paid(context, named, email);
      await buyer.disputes(merchant, escrow);
      await merchant.api.refundEscrow(escrow.reference, {});
      await reached(merchant, escrow, 'refunded');
    },
  },
  {
    what: 'was released',
    async leads(context, named, email) {
      const escrow = await paid(context, named, email);
      await context.merchant.api.releaseEscrow(escrow.reference);
      await reached(context.merchant, escrow, 'released');
    },
  },
  {
    what: 'was cancelled',
    async leads({ merchant }, named) {
      const escrow = await merchant.escrow(named);
      await merchant.api.cancelEscrow(escrow.reference);
      await reached(merchant, escrow, 'cancelled');
    },
  },
  {
    what: 'expired',
    waits: '25h',
    async leads({ merchant, time }, named) {
      const escrow = await merchant.escrow(named);
      await time.wait(DAY, 'an unpaid escrow expires');
      await reached(merchant, escrow, 'expired', 600);
    },
  },
];

for (const [id, isNamed, whom] of [
  ['escrow.buyer-email-restricts', true, 'names it too'],
  ['escrow.anybody-may-pay', false, 'names nobody'],
] as const) {
  checks(
    id,
    fates,
    ({ what }) => `an account whose escrow of the merchant ${what} pays another that ${whom}`,
    async (context, { leads }) => {
      const { merchant, buyer, data } = context;
      // An account of its own, that pays little: how much money one has is not shown.
      const email = data.email();
      const own = { amount: 10_000, buyer: { email } };
      await leads(context, own, email);
      const escrow = await merchant.escrow(isNamed ? own : { amount: 10_000 });
      await tries(context, buyer.paysEscrow(merchant, escrow, email));

      expect(await merchant.confirms(escrow, 'funded')).toHaveField('status', 'funded');
    },
    ({ needs = [], waits }) => ({ needs: ['escrow-buyer-email', ...needs], ...(waits !== undefined && { waits }) }),
  );
}
