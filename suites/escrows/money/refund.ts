import { type Body, check, checks, expect } from '../../../lib/interface/index.ts';
import { mayRefuse } from '../../support/attempts.ts';
import { ways } from '../../support/ways-to-ask.ts';
import { disputed, reached, tries } from '../support.ts';
import { gain, gainInTheEnd, purse } from './money.ts';

check(
  'escrow.disputed',
  'the buyer asks for a refund',
  async (context) => {
    const { merchant, buyer } = context;
    const escrow = await buyer.funded(merchant);

    await tries(context, buyer.disputes(merchant, escrow));

    expect(await merchant.becomes(escrow, 'disputed', 60)).toHaveField('status', 'disputed');
  },
  { alsoInLive: true },
);

check(
  'escrow.refunded',
  'the merchant refunds a funded escrow',
  async ({ merchant, buyer }) => {
    const escrow = await buyer.funded(merchant);

    const answer = await merchant.api.refundEscrow(escrow.reference, {});

    expect(answer).toHaveStatus(200);
    expect(await merchant.becomes(escrow, 'refunded', 60)).toHaveField('status', 'refunded');
  },
  { alsoInLive: true },
);

check('escrow.refunded', 'a reason may be given', async ({ merchant, buyer }) => {
  const escrow = await buyer.funded(merchant);

  const answer = await merchant.api.refundEscrow(escrow.reference, { reason: 'Out of stock' });

  expect(answer).toHaveStatus(200);
  expect(await merchant.becomes(escrow, 'refunded', 60)).toHaveField('status', 'refunded');
});

check('escrow.disputed-refunded', 'the merchant refunds a disputed escrow', async (context) => {
  const { merchant } = context;
  const escrow = await disputed(context);

  const answer = await merchant.api.refundEscrow(escrow.reference, {});

  expect(answer).toHaveStatus(200);
  expect(await merchant.becomes(escrow, 'refunded', 60)).toHaveField('status', 'refunded');
});

// The limits of an escrow's own amount are not those of its refund.
checks(
  'escrow.refunded',
  [20_000, 1, 99, 9_999, 49_999, 50_000],
  (amount) => `${amount} of 50000 kobo go back`,
  async ({ merchant, buyer }, amount) => {
    const escrow = await buyer.funded(merchant, { amount: 50_000 });

    const answer = await merchant.api.refundEscrow(escrow.reference, { amount });

    expect(answer).toHaveStatus(200);
    expect(await merchant.becomes(escrow, 'refunded', 60)).toHaveField('status', 'refunded');
  },
);

/** "Without `amount` the refund is full": whatever else its body has. */
const bodies: readonly { readonly what: string; readonly body: Body | null }[] = [
  { what: 'with an empty body', body: {} },
  { what: 'without a body', body: null },
  { what: 'with a reason alone', body: { reason: 'Out of stock' } },
];

const fulls = bodies.flatMap(({ what, body }) => [
  { id: 'escrow.refund-pays-remainder' as const, what: `of a funded escrow ${what}`, body, isDisputed: false },
  { id: 'escrow.dispute-refund-pays-remainder' as const, what: `of a disputed one ${what}`, body, isDisputed: true },
]);

checks(
  ({ id }) => id,
  fulls,
  ({ what }) => `after a full refund ${what} the seller has as much as before`,
  async (context, { body, isDisputed }) => {
    const { merchant, buyer } = context;
    const seller = await purse(context);
    const fields = { amount: 50_000, seller: { walletId: seller.walletId } };
    const escrow = isDisputed ? await disputed(context, fields) : await buyer.funded(merchant, fields);

    const answer = await merchant.api.refundEscrow(escrow.reference, body ?? {}, body === null ? { rawBody: '' } : {});
    // Whether there has to be a body is not shown.
    if (body === null) mayRefuse(answer, 'no refund without a body');
    await reached(merchant, escrow, 'refunded');

    expect(await gainInTheEnd(context, seller)).toBe(0);
  },
  { needs: ['wallets'] },
);

const AMOUNT = 40_013;

/** The body of a refund is optional: where it is not read, the refund is one of all. */
checks(
  'escrow.refund-pays-remainder',
  ways.filter(({ what }) => /Content-Type/.test(what)),
  ({ what }) => `asked ${what}: a refund of 10,007 of ${AMOUNT} kobo`,
  async (context, way) => {
    const { merchant, buyer, data } = context;
    const seller = await purse(context);
    const escrow = await buyer.funded(merchant, { amount: AMOUNT, seller: { walletId: seller.walletId } });

    const options = way.options(context, data.reference('key'));
    await merchant.api.refundEscrow(escrow.reference, { amount: 10_007 }, options);
    await reached(merchant, escrow, 'refunded');

    expect(await gain(context, seller, AMOUNT - 10_007), 'kobo that the seller has gained').toBe(AMOUNT - 10_007);
  },
  { needs: ['wallets'] },
);
