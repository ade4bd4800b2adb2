import {
  Blocked,
  type Body,
  type CheckContext,
  check,
  checks,
  created,
  expect,
  NotExercised,
  of,
  shared,
} from '../../../lib/interface/index.ts';
import { gain, gainNow, known, purseWherePossible } from '../money/money.ts';
import { toldOf } from '../states/deeds.ts';
import { reached } from '../support.ts';
import { wrongAmounts, wrongBodies, wrongReasons } from './refund-wrongs.ts';

// The body of an escrow refund may be empty; a wrong value in it must still be refused and have no effect.

const AMOUNT = 40_009;

/** A funded escrow, and every malformed refund of it, one after another. */
const malformed = shared('refunds that are malformed', ['escrow-buyer'], async (context) => {
  const { merchant, buyer, time } = context;
  const seller = await purseWherePossible(context);
  const escrow = await buyer.funded(merchant, {
    amount: AMOUNT,
    autoReleaseHours: 72,
    ...(seller && { seller: { walletId: seller.walletId } }),
  });
  const refund = async (body: Body, rawBody?: string) => ({
    answer: await merchant.api.refundEscrow(escrow.reference, body, rawBody === undefined ? {} : { rawBody }),
    record: await merchant.get(escrow),
  });
  const amounts = [];
  for (const [, amount] of wrongAmounts) amounts.push(await refund({ amount }));
  const reasons = [];
  for (const [, reason] of wrongReasons) reasons.push(await refund({ reason }));
  const bodies = [];
  for (const [, rawBody] of wrongBodies) bodies.push(await refund({}, rawBody));
  /** The record and balance an hour later, and the result of a correct refund of 10,001 kobo then. */
  const afterwards = async () => {
    await time.wait(3_600, 'nothing comes of malformed refunds');
    const record = await merchant.get(escrow);
    const before = seller && (await gainNow(context, seller));
    const told = toldOf(merchant, escrow);
    const answer = await merchant.api.refundEscrow(escrow.reference, { amount: 10_001 });
    return { record, before, told, answer, gained: seller && (await gain(context, seller, AMOUNT - 10_001)) };
  };
  const seen = await afterwards().catch((error: unknown) => {
    if (error instanceof NotExercised || error instanceof Blocked) return error;
    throw error;
  });
  return { amounts, reasons, bodies, seen };
});

async function later(context: CheckContext) {
  const { seen } = await malformed(context);
  if (seen instanceof Error) throw seen;
  return seen;
}

for (const [id, name, rows] of [
  ['escrow.refund-amount-integer', 'amounts', wrongAmounts],
  ['escrow.refund-reason-text', 'reasons', wrongReasons],
  ['escrow.refund-body-object', 'bodies', wrongBodies],
] as const) {
  checks(
    id,
    rows.map(([what], at) => ({ what, at })),
    ({ what }) => `${what} is refused, and the escrow stays funded`,
    async (context, { at }) => {
      const seen = (await malformed(context))[name][at];
      if (seen === undefined) throw new Blocked('suite fault: not tried');

      expect(seen.answer).toBeRefusedWith(400, 'invalid_request');
      expect(seen.record).toHaveField('status', 'funded');
    },
  );
}

check('escrow.malformed-refund-does-nothing', 'an hour later the escrow is funded still', async (context) => {
  const { record } = await later(context);

  expect(record).toHaveField('status', 'funded');
});

check(
  'escrow.malformed-refund-does-nothing',
  'no money has moved, and a right refund then moves what is due',
  async (context) => {
    const { before, gained, answer } = await later(context);

    expect(known(before), 'kobo that the seller has gained').toBeLessThanOrEqual(0);
    expect(answer).toHaveStatus(200);
    expect(known(gained), 'kobo that the seller has gained').toBe(AMOUNT - 10_001);
  },
  { needs: ['wallets'] },
);

check(
  'escrow.malformed-refund-does-nothing',
  'no event tells of a refund',
  async (context) => {
    const { told } = await later(context);

    expect(told?.['escrow.refunded'] ?? []).toBeEmpty();
  },
  { needs: ['webhooks'] },
);

checks(
  'escrow.refund-within-amount',
  (['funded', 'disputed'] as const).flatMap((state) =>
    [AMOUNT + 1, 2 * AMOUNT, 0, -1, -AMOUNT].map((amount) => ({ state, amount })),
  ),
  ({ state, amount }) =>
    `a refund of ${amount} out of ${AMOUNT} kobo${state === 'disputed' ? ', after a dispute,' : ''} gives the seller no more than was paid`,
  async (context, { state, amount }) => {
    const { merchant, buyer, time } = context;
    const seller = await purseWherePossible(context);
    const escrow = created(
      'escrow',
      await merchant.createEscrow({ amount: AMOUNT, ...(seller && { seller: { walletId: seller.walletId } }) }),
    );
    await buyer.funds(merchant, escrow);
    if (state === 'disputed') {
      await buyer.disputes(merchant, escrow);
      await reached(merchant, escrow, 'disputed');
    }
    const answer = await merchant.api.refundEscrow(escrow.reference, { amount });
    await time.wait(60, 'a refund of more than there is, or of nothing, comes to nothing more');

    // Whether it is refused, or which part is refunded, is not shown; but "the remainder goes to the seller" sets bounds.
    if (answer.status >= 400) expect(await merchant.get(escrow)).toHaveField('status', state);
    if (seller === null) throw new Blocked('suite fault: no wallet');
    const gained = await gainNow(context, seller);
    expect(gained, 'kobo that the seller has gained').toBeGreaterThanOrEqual(0);
    expect(gained, 'kobo that the seller has gained').toBeLessThanOrEqual(answer.status >= 400 ? 0 : AMOUNT);
    // "With `amount` the buyer receives that amount": of 0 nothing, and the seller all of it.
    if (amount === 0 && answer.status < 400) expect(await gain(context, seller, AMOUNT)).toBe(AMOUNT);
    const told = toldOf(merchant, escrow)?.['escrow.refunded'].value[0];
    if (told !== undefined) {
      expect(of(told, 'amountMinor'), 'amountMinor').toBeLessThanOrEqual(AMOUNT);
      expect(of(told, 'amountMinor'), 'amountMinor').toBeGreaterThanOrEqual(0);
    }
  },
  ({ state, amount }) => ({
    needs: state === 'disputed' ? ['wallets', 'escrow-dispute'] : ['wallets'],
    alsoInLive: state === 'funded' && amount === AMOUNT + 1,
  }),
);
