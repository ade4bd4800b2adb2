import { Blocked, check, checks, expect, summary } from '../../../lib/interface/index.ts';
import { gain, gainNow, purse } from '../../escrows/money/money.ts';
import { original, repeatableCheckout, repeatableEscrow } from '../support.ts';

// A replay answers, and does nothing else: no event, no new time, no money.

const HOUR = 3_600;

for (const kind of ['checkout', 'escrow'] as const) {
  check(
    'idempotency.replay-restarts-no-time',
    `an unpaid ${kind} whose create is sent again after 20 hours has ended after 24`,
    async (context) => {
      const { merchant, time } = context;
      const send = kind === 'checkout' ? repeatableCheckout(context) : repeatableEscrow(context);
      const unpaid = await original(kind, send);
      await time.wait(20 * HOUR, `an unpaid ${kind} grows old`);
      await send();
      await time.wait(4 * HOUR, `an unpaid ${kind} expires`);

      // A target may look for what has expired only every few minutes.
      const state = kind === 'checkout' ? 'failed' : 'expired';
      expect(await merchant.becomes(unpaid, state, 600)).toHaveField('status', state);
    },
  );
}

check(
  'idempotency.replay-restarts-no-time',
  'an escrow whose create is sent again half an hour after it was paid is released after an hour',
  async (context) => {
    const { merchant, buyer, time } = context;
    const send = repeatableEscrow(context, { autoReleaseHours: 1 });
    const escrow = await buyer.funds(merchant, await original('escrow', send));
    await time.wait(HOUR / 2, 'half of the time for a report passes');
    await send();
    await time.wait(HOUR / 2, 'an escrow is released by itself');

    expect(await merchant.becomes(escrow, 'released', 600)).toHaveField('status', 'released');
  },
  { needs: ['escrow-buyer'] },
);

checks(
  'idempotency.escrow-paid-once',
  [
    { name: 'release', body: undefined, share: 50_000 },
    { name: 'refund', body: { amount: 20_000 }, share: 30_000 },
  ],
  ({ name, share }) => `a ${name} sent three times pays the seller ${share} kobo`,
  async (context, { name, body, share }) => {
    const { merchant, buyer, time, data } = context;
    const seller = await purse(context);
    const { reference } = await buyer.funded(merchant, { amount: 50_000, seller: { walletId: seller.walletId } });
    const idempotencyKey = data.reference('key');
    const path = `/v1/escrows/${reference}/${name}`;
    const send = () => merchant.api.request({ method: 'POST', path, idempotencyKey, body });
    const first = await send();
    if (first.status !== 200) throw new Blocked(`the escrow should have taken ${name}: ${summary(first)}`);
    await send();
    await send();

    const gained = await gain(context, seller, share);
    await time.wait(10, 'a second payment, which must not be, is made');
    expect(gained.value === share ? await gainNow(context, seller) : gained, 'what the seller has gained').toBe(share);
  },
);
