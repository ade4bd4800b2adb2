import {
  type Body,
  type Capability,
  type CheckContext,
  checks,
  created,
  expect,
  type Merchant,
} from '../../../lib/interface/index.ts';
import { unlessOneForAll } from '../../support/alike/groups.ts';
import { tries } from '../support.ts';

// Escrows with one reference, of two merchants or in both environments: each is paid by the buyer whom it names itself.

const NAMED = 'ada.obi@example.com';
const OTHER = 'bola.obi@example.com';

interface Row {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** Whom the other escrow names. */
  readonly fields: Body;
  /** The other escrow is created first. */
  readonly earlier?: true;
  /** Who has paid the other escrow before. */
  readonly paidBy?: string;
  whose(context: CheckContext): Merchant;
}

const ofOther = { needs: ['other-merchant'], whose: ({ other }: CheckContext) => other } as const;
const namesOther = { buyer: { email: OTHER } };

const rows: readonly Row[] = [
  { what: 'a later one of another merchant names somebody else', fields: namesOther, ...ofOther },
  { what: 'an earlier one of another merchant names somebody else', fields: namesOther, earlier: true, ...ofOther },
  {
    what: 'an earlier one of another merchant names somebody else, who has paid it',
    fields: namesOther,
    earlier: true,
    paidBy: OTHER,
    ...ofOther,
  },
  {
    what: 'a later one of another merchant names somebody else, who has paid it',
    fields: namesOther,
    paidBy: OTHER,
    ...ofOther,
  },
  { what: 'a later one of another merchant names nobody', fields: {}, ...ofOther },
  { what: 'a later one of another merchant names nobody, and is paid', fields: {}, paidBy: OTHER, ...ofOther },
  {
    what: 'a later one in live names somebody else',
    fields: namesOther,
    needs: ['live', 'wallets'],
    whose: ({ live, wallets }) => live.sellingFor(async () => (await wallets.make({ environment: 'live' })).walletId),
  },
];

/** A step: the other escrow is created, and paid where it is to be. */
async function twinOf(context: CheckContext, { whose, fields, paidBy }: Row, reference: string): Promise<void> {
  const as = whose(context);
  const twin = created('escrow', await unlessOneForAll(as.createEscrow({ reference, ...fields })));
  if (paidBy !== undefined) await context.buyer.funds(as, twin, paidBy);
}

checks(
  'escrow.buyer-email-restricts',
  rows,
  ({ what }) => `of two escrows with one reference ${what}: only ${NAMED} can pay the one for ${NAMED}`,
  async (context, { earlier, ...row }) => {
    const { merchant, buyer, time, data } = context;
    const reference = data.reference('esc');
    const twin = () => twinOf(context, row, reference);
    if (earlier) await twin();
    const named = { reference, buyer: { email: NAMED } };
    const escrow = created('escrow', await unlessOneForAll(merchant.createEscrow(named)));
    if (!earlier) {
      await time.wait(1, 'the other escrow is a later one');
      await twin();
    }
    await tries(context, buyer.paysEscrow(merchant, escrow, OTHER));
    await time.wait(5, 'the escrow stays unpaid');
    expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');

    await tries(context, buyer.paysEscrow(merchant, escrow, NAMED));
    expect(await merchant.confirms(escrow, 'funded')).toHaveField('status', 'funded');
  },
  ({ needs }) => ({ needs }),
);

checks(
  'escrow.anybody-may-pay',
  rows.filter(({ fields }) => 'buyer' in fields),
  ({ what }) => `of two escrows with one reference ${what}: anybody can pay the one that names nobody`,
  async (context, { earlier, ...row }) => {
    const { merchant, buyer, data } = context;
    const reference = data.reference('esc');
    const twin = () => twinOf(context, row, reference);
    if (earlier) await twin();
    const escrow = created('escrow', await unlessOneForAll(merchant.createEscrow({ reference })));
    if (!earlier) await twin();

    await tries(context, buyer.paysEscrow(merchant, escrow, NAMED));
    expect(await merchant.confirms(escrow, 'funded')).toHaveField('status', 'funded');
  },
  ({ needs }) => ({ needs }),
);

checks(
  'escrow.anybody-may-pay',
  [{ what: 'unpaid' }, { what: 'paid' }],
  ({ what }) => `an account that another escrow names, which is ${what}, pays one that names nobody`,
  async (context, { what }) => {
    const { merchant, buyer } = context;
    const other = await merchant.escrow({ buyer: { email: NAMED } });
    if (what === 'paid') await buyer.funds(merchant, other, NAMED);
    const escrow = await merchant.escrow();

    await tries(context, buyer.paysEscrow(merchant, escrow, NAMED));
    expect(await merchant.confirms(escrow, 'funded')).toHaveField('status', 'funded');
  },
);
