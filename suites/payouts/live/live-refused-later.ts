import { Blocked, check, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { withBalance } from '../../environments/support.ts';
import { refused } from '../../support/requests/refusals.ts';

// A payout refused for the balance stays refused when money comes in: nothing is queued and paid out later.

const life = shared(
  'a live payout that is refused, and money that comes later',
  ['live', 'live-buyer'],
  async (context) => {
    const { live, buyer, data, time } = context;
    const seen: { refusal: Exchange; found: Exchange[]; again: Exchange }[] = [];
    await withBalance(context, [40_000], async (_payment, available) => {
      const reference = data.reference('pay');
      const refusal = await live.createPayout({ reference, amount: available + 30_000 });
      const found = [await live.api.getPayout(reference)];
      for (const amount of [30_000, 70_000]) {
        await buyer.paid(live, { amount });
        await time.wait(60, 'a payout that was refused is made');
        found.push(await live.api.getPayout(reference));
      }
      const again = await live.createPayout({ reference, amount: 10_000 });
      seen.push({ refusal, found, again });
    });
    const [only] = seen;
    if (only === undefined) throw new Blocked('suite fault: nothing was asked');
    refused(only.refusal);
    return only;
  },
);

check(
  'payout.live-refused-creates-nothing',
  'no payout is found, nor when payments bring enough for it',
  async (context) => {
    for (const found of (await life(context)).found) expect(found).toHaveStatus(404);
  },
);

check('payout.live-refused-creates-nothing', 'its reference is free when payments have come', async (context) => {
  expect((await life(context)).again).toHaveStatus(201);
});
