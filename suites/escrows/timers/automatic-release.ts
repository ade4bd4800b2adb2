import { type Body, type CheckContext, check, checks, expect } from '../../../lib/interface/index.ts';
import { disputed } from '../support.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

check(
  'escrow.releases-by-itself',
  'not after 55 minutes, but after 1 hour',
  async (context) => {
    await releasesAfter(context, 1, { autoReleaseHours: 1 });
  },
  { alsoInLive: true },
);

// An acknowledgement ends a delivery, and is no condition of any transition.
checks(
  'escrow.releases-by-itself',
  [
    { what: 'escrow.funded with 500', event: 'escrow.funded', answer: 500, live: true },
    { what: 'every event by cutting the connection', event: undefined, answer: 'cut', live: false },
  ] as const,
  ({ what }) => `after 1 hour, while the receiver answers ${what}`,
  async ({ merchant, buyer, time }, { event, answer }) => {
    const escrow = await merchant.escrow({ autoReleaseHours: 1 });
    merchant.webhooks.answer(event === undefined ? {} : { event, reference: escrow.reference }, answer);
    await buyer.funds(merchant, escrow);
    await merchant.webhooks.given('escrow.funded', escrow.reference);

    await time.wait(HOUR, 'an escrow is released after 1 hour');
    expect(await merchant.becomes(escrow, 'released', 10 * MINUTE)).toHaveField('status', 'released');
  },
  ({ live }) => ({ needs: ['webhooks'], alsoInLive: live }),
);

check(
  'escrow.auto-release-default',
  '72 hours where nothing else is said',
  async (context) => {
    await releasesAfter(context, 72, {});
  },
  { alsoInLive: true },
);

check(
  'escrow.auto-release-after-720-hours',
  'not five minutes sooner',
  async (context) => {
    await releasesAfter(context, 720, { autoReleaseHours: 720 });
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

/** The check itself: once paid, and five minutes before the time, the escrow is funded; afterwards it is released. */
async function releasesAfter({ merchant, buyer, time }: CheckContext, hours: number, fields: Body) {
  const escrow = await merchant.escrow(fields);
  await buyer.paysEscrow(merchant, escrow);
  expect(await merchant.confirms(escrow, 'funded')).toHaveField('status', 'funded');

  await time.wait(hours * HOUR - 5 * MINUTE, `an escrow is released after ${hours} hours`);
  expect(await merchant.get(escrow)).toHaveField('status', 'funded');

  await time.wait(5 * MINUTE, `an escrow is released after ${hours} hours`);
  expect(await merchant.becomes(escrow, 'released', 10 * MINUTE)).toHaveField('status', 'released');
}
