import { Blocked, checks, expect, raw } from '../../../lib/interface/index.ts';
import { gain, gainNow, purse } from '../../escrows/money/money.ts';
import { atOnce, mustHaveOverlapped } from '../support.ts';

// A replay only answers: no money moves.

const actions = [
  { name: 'release', body: undefined, share: 50_000 },
  { name: 'refund', body: { amount: 20_000 }, share: 30_000 },
];

/** How often it is sent at once; 1: one after another. */
const times = [
  { atOnce: 1, words: 'three times' },
  { atOnce: 2, words: 'twice at once, and twice more' },
  { atOnce: 5, words: 'five times at once, and twice more' },
];

checks(
  'idempotency.escrow-paid-once',
  times.flatMap((each) => actions.map((action) => ({ ...each, ...action }))),
  ({ name, share, words }) => `a ${name} sent ${words} pays the seller ${share} kobo`,
  async (context, { name, body, share, atOnce: count }) => {
    const { merchant, buyer, time, data } = context;
    const seller = await purse(context);
    const { reference } = await buyer.funded(merchant, { amount: 50_000, seller: { walletId: seller.walletId } });
    const idempotencyKey = data.reference('key');
    const path = `/v1/escrows/${reference}/${name}`;
    const send = (options = {}) => merchant.api.request({ ...options, method: 'POST', path, idempotencyKey, body });
    const answers = await atOnce(count, () => send(count === 1 ? {} : raw));
    if (!answers.some(({ status }) => status === 200)) throw new Blocked(`none of ${count} was carried out: ${name}`);
    if (count > 1) mustHaveOverlapped([answers]);
    await send();
    await send();

    const gained = await gain(context, seller, share);
    await time.wait(10, 'a second payment, which must not be, is made');
    expect(gained.value === share ? await gainNow(context, seller) : gained, 'what the seller has gained').toBe(share);
  },
  ({ atOnce: count }) => ({ alsoInLive: count === 1 }),
);
