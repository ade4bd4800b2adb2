import { expect, requirement } from '../../lib/harness/index.ts';
import { disputed, gain, gainInTheEnd, purse, reached, tries } from './support.ts';

requirement('escrow.disputed', 'the buyer asks for a refund', async (given) => {
  const { merchant, buyer } = given;
  const escrow = await buyer.funded(merchant);

  await tries(given, buyer.disputes(merchant, escrow));

  expect(await merchant.becomes(escrow, 'disputed', 60)).toHaveField('status', 'disputed');
});

requirement('escrow.refunded', 'the merchant refunds a funded escrow', async ({ merchant, buyer }) => {
  const escrow = await buyer.funded(merchant);

  const answer = await merchant.api.refundEscrow(escrow.reference, {});

  expect(answer).toHaveStatus(200);
  expect(await merchant.becomes(escrow, 'refunded', 60)).toHaveField('status', 'refunded');
});

requirement('escrow.refunded', 'a reason may be given', async ({ merchant, buyer }) => {
  const escrow = await buyer.funded(merchant);

  const answer = await merchant.api.refundEscrow(escrow.reference, { reason: 'Out of stock' });

  expect(answer).toHaveStatus(200);
  expect(await merchant.becomes(escrow, 'refunded', 60)).toHaveField('status', 'refunded');
});

requirement('escrow.disputed-refunded', 'the merchant refunds a disputed escrow', async (given) => {
  const { merchant } = given;
  const escrow = await disputed(given);

  const answer = await merchant.api.refundEscrow(escrow.reference, {});

  expect(answer).toHaveStatus(200);
  expect(await merchant.becomes(escrow, 'refunded', 60)).toHaveField('status', 'refunded');
});

requirement('escrow.refunded', '20,000 of 50,000 kobo go back', async ({ merchant, buyer }) => {
  const escrow = await buyer.funded(merchant, { amount: 50_000 });

  const answer = await merchant.api.refundEscrow(escrow.reference, { amount: 20_000 });

  expect(answer).toHaveStatus(200);
  expect(await merchant.becomes(escrow, 'refunded', 60)).toHaveField('status', 'refunded');
});

for (const [what, amount] of [
  ['a fraction', 20_000.5],
  ['digits in a string', '20000'],
] as const) {
  requirement('escrow.refund-amount-integer', `${what} as amount is refused`, async ({ merchant, buyer }) => {
    const escrow = await buyer.funded(merchant, { amount: 50_000 });

    const refusal = await merchant.api.refundEscrow(escrow.reference, { amount });

    expect(refusal).toBeRefusedWith(400, 'invalid_request');
    expect(await merchant.get(escrow)).toHaveField('status', 'funded');
  });
}

requirement(
  'escrow.refund-pays-remainder',
  'after a full refund the seller has as much as before',
  async (given) => {
    const { merchant, buyer } = given;
    const seller = await purse(given);
    const escrow = await buyer.funded(merchant, { amount: 50_000, seller: { walletId: seller.walletId } });

    await merchant.api.refundEscrow(escrow.reference, {});
    await reached(merchant, escrow, 'refunded');

    expect(await gainInTheEnd(given, seller)).toBe(0);
  },
  { needs: ['wallets'] },
);

requirement(
  'escrow.refund-pays-remainder',
  'when 20,000 of 50,000 kobo go back the seller gets 30,000',
  async (given) => {
    const { merchant, buyer } = given;
    const seller = await purse(given);
    const escrow = await buyer.funded(merchant, { amount: 50_000, seller: { walletId: seller.walletId } });

    await merchant.api.refundEscrow(escrow.reference, { amount: 20_000 });
    await reached(merchant, escrow, 'refunded');

    expect(await gain(given, seller, 30_000)).toBe(30_000);
  },
  { needs: ['wallets'] },
);
