import { Blocked, checks, expect, summary } from '../../../lib/interface/index.ts';
import { gain, gainNow, purse } from '../../escrows/money/money.ts';

// A replay only answers: no money moves.

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
