import type { Caller } from '../../../reference/testing.ts';
import { card, probes, type Story } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './checkout-pages.ts';

const transfer = { method: 'transfer' };
const pay = { do: 'pay', email: 'buyer@example.com' };

async function checkout(story: Story) {
  const merchant = await story.merchant();
  const { body } = await merchant.post('/v1/checkouts', story.checkout());
  return { merchant, reference: String(body.reference), url: body.checkoutUrl };
}

async function escrow(story: Story, merchant: Caller) {
  const { body } = await merchant.post('/v1/escrows', story.escrow());
  return { reference: String(body.reference), url: body.payUrl };
}

probes(found, {
  'kind-card-number-with-blanks-declined': async (story) => {
    const { merchant, reference, url } = await checkout(story);
    await story.send(url, card);
    return story.status(merchant, 'checkouts', reference);
  },
  'kind-opened-page-reopens-the-expired': async (story) => {
    const { merchant, reference, url } = await checkout(story);
    await story.advance(DAY + 60);
    await story.page(url);
    await story.send(url, card);
    return story.status(merchant, 'checkouts', reference);
  },
  'kind-transfer-after-a-failed-payment': async (story) => {
    const { merchant, reference, url } = await checkout(story);
    await story.settle(merchant, reference, 'failed');
    await story.send(url, transfer);
    return story.status(merchant, 'checkouts', reference);
  },
  'kind-form-loaded-before-the-failure-pays': async (story) => {
    const { merchant, reference, url } = await checkout(story);
    await story.page(url);
    await story.settle(merchant, reference, 'failed');
    await story.send(url, card);
    return story.status(merchant, 'checkouts', reference);
  },
  'kind-second-payment-counted-as-refunded': async (story) => {
    const { merchant, reference, url } = await checkout(story);
    for (const form of [card, card]) await story.send(url, form);
    return (await story.record(merchant, 'checkouts', reference)).refundedAmount;
  },
  'kind-form-loaded-before-the-expiry-funds': async (story) => {
    const merchant = await story.merchant();
    const { reference, url } = await escrow(story, merchant);
    await story.page(url);
    await story.advance(DAY + 60);
    await story.send(url, pay);
    return story.status(merchant, 'escrows', reference);
  },
  'kind-second-page-settles-the-dispute': async (story) => {
    const merchant = await story.merchant();
    const { reference, url } = await escrow(story, merchant);
    await story.send(url, pay);
    await story.deed(merchant, reference, 'dispute');
    await story.send(url, pay);
    return story.status(merchant, 'escrows', reference);
  },
  'kind-second-escrow-taken-for-a-double-click': async (story) => {
    const merchant = await story.merchant();
    const [one, other] = [await escrow(story, merchant), await escrow(story, merchant)];
    for (const { url } of [one, other]) await story.send(url, pay);
    return story.status(merchant, 'escrows', other.reference);
  },
});
