import { card, probes } from '../probe.support.ts';
import { found } from './balance.ts';

probes(found, {
  'kind-refunded-checkout-paid-again-adds': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.settle(merchant, checkout, 'succeeded');
    const seen = [await story.balance(merchant)];
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(10);
    await story.settle(merchant, checkout, 'succeeded');
    seen.push(await story.balance(merchant));
    await story.send((await story.record(merchant, 'checkouts', checkout)).checkoutUrl, card);
    return [...seen, await story.balance(merchant)];
  },
  'kind-two-clicks-add-twice': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    const { checkoutUrl } = await story.record(merchant, 'checkouts', checkout);
    await Promise.all([1, 2].map(() => story.send(checkoutUrl, card)));
    return story.balance(merchant);
  },
  'kind-second-failed-refund-not-returned': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const seen = [];
    for (let count = 0; count < 2; count++) {
      await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
      await story.advance(10);
      seen.push(await story.balance(merchant));
    }
    return seen;
  },
  'kind-failed-refund-returned-in-naira': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 1_050, reason: 'sandbox_fail' }));
    await story.advance(10);
    return story.balance(merchant);
  },
  'kind-same-payout-subtracted-once': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 50_000 });
    const seen = [];
    for (let count = 0; count < 2; count++) {
      await story.made(merchant, 'payouts', story.payout());
      await story.advance(10);
      seen.push(await story.balance(merchant));
    }
    return seen;
  },
  'kind-checkout-pending-for-an-hour-adds': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(4_000);
    return story.balance(merchant);
  },
  'kind-payment-credited-by-its-reference': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const { reference } = story.checkout();
    await story.made(other, 'checkouts', story.checkout({ reference }));
    await story.paid(one, { reference });
    return [await story.balance(one), await story.balance(other)];
  },
});
