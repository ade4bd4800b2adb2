import { type CheckContext, type Created, check, expect } from '../../../lib/interface/index.ts';
import { disputed } from '../support.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

check(
  'escrow.releases-by-itself',
  'not after 55 minutes, but after 1 hour',
  async (context) => {
    const escrow = await context.buyer.funded(context.merchant, { autoReleaseHours: 1 });

    await releasesAfter(context, escrow, 1);
  },
  { alsoInLive: true },
);

check(
  'escrow.auto-release-default',
  '72 hours where nothing else is said',
  async (context) => {
    const escrow = await context.buyer.funded(context.merchant);

    await releasesAfter(context, escrow, 72);
  },
  { alsoInLive: true },
);

check(
  'escrow.auto-release-after-720-hours',
  'not five minutes sooner',
  async (context) => {
    const escrow = await context.buyer.funded(context.merchant, { autoReleaseHours: 720 });

    await releasesAfter(context, escrow, 720);
  },
  { alsoInLive: true },
);

check(
  'escrow.dispute-pauses-release',
  'after 70 minutes it is still disputed',
  async (context) => {
    const escrow = await disputed(context, { autoReleaseHours: 1 });

    await context.time.wait(HOUR, 'a disputed escrow is not released');
    await context.time.wait(10 * MINUTE, 'a disputed escrow is not released');

    expect(await context.merchant.get(escrow)).toHaveField('status', 'disputed');
  },
  { alsoInLive: true },
);

/** The check itself: five minutes before the time the escrow is still funded, afterwards it is released. */
async function releasesAfter({ merchant, time }: CheckContext, escrow: Created, hours: number) {
  await time.wait(hours * HOUR - 5 * MINUTE, `an escrow is released after ${hours} hours`);
  expect(await merchant.get(escrow)).toHaveField('status', 'funded');

  await time.wait(5 * MINUTE, `an escrow is released after ${hours} hours`);
  expect(await merchant.becomes(escrow, 'released', 10 * MINUTE)).toHaveField('status', 'released');
}
