import { type Body, type Created, expect, type Given, requirement } from '../../lib/harness/index.ts';
import { gain, gainInTheEnd, paidOut, purse, reached, tries } from './support.ts';

requirement('escrow.released', 'the merchant releases a funded escrow', async ({ merchant, buyer }) => {
  const escrow = await buyer.funded(merchant);

  const answer = await merchant.api.releaseEscrow(escrow.reference);

  expect(answer).toHaveStatus(200);
  expect(await merchant.becomes(escrow, 'released', 60)).toHaveField('status', 'released');
});

requirement('escrow.released-by-buyer', 'the buyer releases a funded escrow', async (given) => {
  const { merchant, buyer } = given;
  const escrow = await buyer.funded(merchant);

  await tries(given, buyer.releases(merchant, escrow));

  expect(await merchant.becomes(escrow, 'released', 60)).toHaveField('status', 'released');
});

requirement(
  'escrow.released-by-buyer',
  'seller and fee wallet get as much as when the merchant releases',
  async (given) => {
    const { merchant, buyer } = given;

    const byMerchant = await paidOut(given, (escrow) => merchant.api.releaseEscrow(escrow.reference));
    const byBuyer = await paidOut(given, (escrow) => buyer.releases(merchant, escrow));

    expect(byBuyer).toEqual(byMerchant);
  },
  { needs: ['wallets'] },
);

requirement('escrow.unpaid-not-released', 'a release before payment does nothing', async ({ merchant, time }) => {
  const escrow = await merchant.escrow();

  await merchant.api.releaseEscrow(escrow.reference);
  await time.wait(10, 'the escrow stays unpaid');

  expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');
});

requirement(
  'escrow.release-pays-seller',
  'the seller gets all 50,000 kobo of an escrow without a fee',
  async (given) => {
    const seller = await purse(given);

    await released(given, { amount: 50_000, seller: { walletId: seller.walletId } });

    expect(await gain(given, seller, 50_000)).toBe(50_000);
  },
  { needs: ['wallets'] },
);

requirement(
  'escrow.release-pays-seller',
  'of 50,000 kobo with a fee of 1,500 the seller gets 48,500',
  async (given) => {
    const seller = await purse(given);

    await released(given, withFee(seller.walletId, '0000000002'));

    expect(await gain(given, seller, 48_500)).toBe(48_500);
  },
  { needs: ['wallets'] },
);

requirement(
  'escrow.release-pays-fee',
  'the fee of 1,500 kobo goes to feeWalletId',
  async (given) => {
    const ours = await purse(given);

    await released(given, withFee('0000000001', ours.walletId));

    expect(await gain(given, ours, 1_500)).toBe(1_500);
  },
  { needs: ['wallets'] },
);

requirement(
  'escrow.release-pays-seller',
  'the seller gets 50,000 kobo, however often the merchant releases',
  async (given) => {
    const seller = await purse(given);
    const escrow = await released(given, { amount: 50_000, seller: { walletId: seller.walletId } });
    await gain(given, seller, 50_000);

    await given.merchant.api.releaseEscrow(escrow.reference);

    expect(await gainInTheEnd(given, seller)).toBeLessThanOrEqual(50_000);
  },
  { needs: ['wallets'] },
);

/** A step: an escrow that a buyer has paid and the merchant released. */
async function released({ merchant, buyer }: Given, body: Body): Promise<Created> {
  const escrow = await buyer.funded(merchant, body);
  await merchant.api.releaseEscrow(escrow.reference);
  await reached(merchant, escrow, 'released');
  return escrow;
}

function withFee(seller: string, feeWalletId: string) {
  return { amount: 50_000, seller: { walletId: seller }, feeAmount: 1_500, feeWalletId };
}
