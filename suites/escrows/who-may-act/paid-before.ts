import { type Body, checks, expect } from '../../../lib/interface/index.ts';
import { reached, tries } from '../support.ts';

// "If set, only the wallet account with that e-mail can pay": having paid another escrow does not entitle an account to pay this one.

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
