import { pause } from '../../steps.ts';
import { probes, told } from '../probe.support.ts';
import { found } from './parties-keys.ts';

const key = (text: string) => ({ 'idempotency-key': text });

probes(found, {
  'blind16-key-of-a-payout-blind-to-the-recipient': async (story) => {
    const merchant = await story.merchant();
    const body = story.payout();
    await merchant.post('/v1/payouts', body, key('one'));
    const recipient = { ...body.recipient, accountNumber: '0123456780' };
    return told(await merchant.post('/v1/payouts', { ...body, recipient }, key('one')));
  },
  'blind16-key-and-merchant-share-a-column': async (story) => {
    const merchant = await story.merchant();
    const long = 'k'.repeat(254);
    const first = await merchant.post('/v1/payouts', story.payout(), key(`${long}1`));
    return [told(first), told(await merchant.post('/v1/payouts', story.payout(), key(`${long}2`)))];
  },
  'blind16-key-lock-given-up-after-five-seconds': async (story) => {
    const merchant = await story.merchant();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 6_500 });
    const body = story.payout();
    const first = merchant.post('/v1/payouts', body, key('one'));
    await pause(5_500);
    const second = merchant.post('/v1/payouts', body, key('one'));
    return [told(await first), told(await second)];
  },
  'blind16-key-of-a-refused-request-stays-locked': async (story) => {
    const merchant = await story.merchant('live');
    const body = story.payout();
    const first = await merchant.post('/v1/payouts', body, key('one'));
    return [told(first), told(await merchant.post('/v1/payouts', body, key('one')))];
  },
  'blind16-key-looked-up-after-the-link': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.patch(merchant, { requireLinkedWallets: true });
    const body = story.escrow();
    const first = await merchant.post('/v1/escrows', body, key('one'));
    await story.owner(merchant, link, 'unlink');
    return [told(first), told(await merchant.post('/v1/escrows', body, key('one')))];
  },
});
