import {
  type Body,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  expect,
  of,
  shared,
} from '../../../../lib/interface/index.ts';
import { gain, gainInTheEnd, known, purseWherePossible } from '../../money/money.ts';
import { reached } from '../../support.ts';

// A refund that is refused with 400 leaves nothing behind: what is right in it (its amount beside a wrong reason, its reason beside a wrong amount)
// takes no part in what comes next, be it a full refund, one of another part, or a release.

const AMOUNT = 40_009;

const wrong: readonly Body[] = [
  { amount: 15_007, reason: 4_711 },
  { amount: '25013', reason: 'Out of stock' },
  { amount: 35_011, reason: ['Out of stock'] },
];

interface Row {
  readonly state: 'funded' | 'disputed';
  readonly next: string;
  act(context: CheckContext, escrow: Created): Promise<unknown>;
  readonly becomes: 'released' | 'refunded';
  /** In kobo. */
  readonly toSeller: number;
  readonly told: number;
}

const refunds =
  (body: Body): Row['act'] =>
  ({ merchant }, { reference }) =>
    merchant.api.refundEscrow(reference, body);
const full = { next: 'a full refund', act: refunds({}), becomes: 'refunded', toSeller: 0, told: AMOUNT } as const;

const rows: readonly Row[] = [
  { state: 'funded', ...full },
  { state: 'disputed', ...full, next: 'a full refund with a reason', act: refunds({ reason: 'Torn' }) },
  {
    state: 'funded',
    next: 'a refund of another part',
    act: refunds({ amount: 10_001 }),
    becomes: 'refunded',
    toSeller: AMOUNT - 10_001,
    told: 10_001,
  },
  {
    state: 'funded',
    next: 'a release',
    act: ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference),
    becomes: 'released',
    toSeller: AMOUNT,
    told: AMOUNT,
  },
];

const lives = rows.map((row) => {
  const { state, next, act, becomes, toSeller } = row;
  const needs: Capability[] = ['escrow-buyer', ...(state === 'disputed' ? (['escrow-dispute'] as const) : [])];
  const words = `${state}: after refunds that are wrong in one field, ${next}`;
  const life = shared(words, needs, async (context) => {
    const { merchant, buyer } = context;
    const seller = await purseWherePossible(context);
    const escrow = await buyer.funded(merchant, {
      amount: AMOUNT,
      ...(seller && { seller: { walletId: seller.walletId } }),
    });
    if (state === 'disputed') {
      await buyer.disputes(merchant, escrow);
      await reached(merchant, escrow, 'disputed');
    }
    for (const body of wrong) await merchant.api.refundEscrow(escrow.reference, body);
    await act(context, escrow);
    await reached(merchant, escrow, becomes);
    const gained = seller && (await (toSeller === 0 ? gainInTheEnd(context, seller) : gain(context, seller, toSeller)));
    return { merchant, escrow, gained };
  });
  return { ...row, needs, words, life };
});

checks(
  'escrow.malformed-refund-does-nothing',
  lives,
  ({ words, toSeller }) => `${words}, and the seller has ${toSeller} kobo`,
  async (context, { life, toSeller }) => {
    expect(known((await life(context)).gained), 'kobo that the seller has gained').toBe(toSeller);
  },
  ({ needs }) => ({ needs: [...needs, 'wallets'], drawn: 1 }),
);

checks(
  'escrow.malformed-refund-does-nothing',
  lives,
  ({ words, becomes, told }) => `${words}, and escrow.${becomes} tells of ${told} kobo`,
  async (context, { life, becomes, told }) => {
    const { merchant, escrow } = await life(context);
    const event = await merchant.webhooks.given(`escrow.${becomes}`, escrow.reference);

    expect(of(event, 'amountMinor')).toBe(told);
  },
  ({ needs }) => ({ needs: [...needs, 'webhooks'], drawn: 1 }),
);
