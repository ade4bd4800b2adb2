import {
  type Body,
  type CheckContext,
  type Created,
  checks,
  type Duration,
  expect,
} from '../../../lib/interface/index.ts';
import { DAY } from '../../support/attempts.ts';
import { reached, tries } from '../support.ts';

// "If set, only the wallet account with that e-mail can pay": having paid another escrow does not entitle an account to pay this one; nor does
// what became of other escrows of an account keep it from paying one that names it, or nobody.

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
  readonly waits?: Duration;
  /** An escrow that names the buyer comes to this. */
  leads(context: CheckContext): Promise<unknown>;
}

const paidByNamed = async ({ merchant, buyer }: CheckContext): Promise<Created> =>
  await buyer.funds(merchant, await merchant.escrow(named), NAMED);

const fates: readonly Fate[] = [
  { what: 'is unpaid', leads: ({ merchant }) => merchant.escrow(named) },
  { what: 'is funded', leads: paidByNamed },
  {
    what: 'is disputed',
    async leads(context) {
      const { merchant, buyer } = context;
      const escrow = await paidByNamed(context);
      await buyer.disputes(merchant, escrow);
      await reached(merchant, escrow, 'disputed');
    },
  },
  {
    what: 'was disputed and refunded',
    async leads(context) {
      const { merchant, buyer } = context;
      const escrow = await paidByNamed(context);
      await buyer.disputes(merchant, escrow);
      await merchant.api.refundEscrow(escrow.reference, {});
      await reached(merchant, escrow, 'refunded');
    },
  },
  {
    what: 'was released',
    async leads(context) {
      const escrow = await paidByNamed(context);
      await context.merchant.api.releaseEscrow(escrow.reference);
      await reached(context.merchant, escrow, 'released');
    },
  },
  {
    what: 'was cancelled',
    async leads({ merchant }) {
      const escrow = await merchant.escrow(named);
      await merchant.api.cancelEscrow(escrow.reference);
      await reached(merchant, escrow, 'cancelled');
    },
  },
  {
    what: 'expired',
    waits: '25h',
    async leads({ merchant, time }) {
      const escrow = await merchant.escrow(named);
      await time.wait(DAY, 'an unpaid escrow expires');
      await reached(merchant, escrow, 'expired', 600);
    },
  },
];

for (const [id, fields, whom] of [
  ['escrow.buyer-email-restricts', named, 'names it too'],
  ['escrow.anybody-may-pay', {}, 'names nobody'],
] as const) {
  checks(
    id,
    fates,
    ({ what }) => `an account whose escrow of the merchant ${what} pays another that ${whom}, and once more so`,
    async (context, { leads }) => {
      const { merchant, buyer } = context;
      for (let turn = 0; turn < 2; turn++) {
        await leads(context);
        const escrow = await merchant.escrow(fields);
        await tries(context, buyer.paysEscrow(merchant, escrow, NAMED));

        expect(await merchant.confirms(escrow, 'funded')).toHaveField('status', 'funded');
      }
    },
    ({ waits }) => ({ needs: ['escrow-buyer-email'], ...(waits !== undefined && { waits }) }),
  );
}
