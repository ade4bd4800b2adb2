import { type Created, expect, type Given, requirement } from '../../lib/harness/index.ts';
import { disputed, gain, paidOut, purse, reached } from './support.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

requirement('escrow.releases-by-itself', 'not after 55 minutes, but after 1 hour', async (given) => {
  const escrow = await given.buyer.funded(given.merchant, { autoReleaseHours: 1 });

  await releasesAfter(given, escrow, 1);
});

requirement(
  'escrow.auto-release-pays-seller',
  'the seller gets the 50,000 kobo',
  async (given) => {
    const { merchant, buyer, time } = given;
    const seller = await purse(given);
    const escrow = await buyer.funded(merchant, {
      amount: 50_000,
      seller: { walletId: seller.walletId },
      autoReleaseHours: 1,
    });

    await time.wait(HOUR, 'an escrow is released by itself');
    await reached(merchant, escrow, 'released', 10 * MINUTE);

    expect(await gain(given, seller, 50_000)).toBe(50_000);
  },
  { needs: ['wallets'] },
);

requirement(
  'escrow.auto-release-pays-seller',
  'with a fee, seller and fee wallet get as much as when the merchant releases',
  async (given) => {
    const { merchant, time } = given;

    const byMerchant = await paidOut(given, (escrow) => merchant.api.releaseEscrow(escrow.reference));
    const byItself = await paidOut(given, () => time.wait(HOUR, 'an escrow is released by itself'));

    expect(byItself).toEqual(byMerchant);
  },
  { needs: ['wallets'] },
);

requirement('escrow.auto-release-default', '72 hours where nothing else is said', async (given) => {
  const escrow = await given.buyer.funded(given.merchant);

  await releasesAfter(given, escrow, 72);
});

requirement('escrow.auto-release-after-720-hours', 'not five minutes sooner', async (given) => {
  const escrow = await given.buyer.funded(given.merchant, { autoReleaseHours: 720 });

  await releasesAfter(given, escrow, 720);
});

requirement('escrow.dispute-pauses-release', 'after 70 minutes it is still disputed', async (given) => {
  const escrow = await disputed(given, { autoReleaseHours: 1 });

  await given.time.wait(HOUR, 'a disputed escrow is not released');
  await given.time.wait(10 * MINUTE, 'a disputed escrow is not released');

  expect(await given.merchant.get(escrow)).toHaveField('status', 'disputed');
});

/** The check itself: five minutes before its time the escrow is funded still, then it is released. */
async function releasesAfter({ merchant, time }: Given, escrow: Created, hours: number) {
  await time.wait(hours * HOUR - 5 * MINUTE, `an escrow is released after ${hours} hours`);
  expect(await merchant.get(escrow)).toHaveField('status', 'funded');

  await time.wait(5 * MINUTE, `an escrow is released after ${hours} hours`);
  expect(await merchant.becomes(escrow, 'released', 10 * MINUTE)).toHaveField('status', 'released');
}
