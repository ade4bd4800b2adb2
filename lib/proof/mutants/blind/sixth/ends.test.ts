import { probes, told } from '../probe.support.ts';
import { found } from './ends.ts';

probes(found, {
  'blind6-one-approved-link-per-wallet': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const link = await story.approved(one);
    await story.approved(other);
    const { body } = await one.get(`/v1/wallet-links/${link}`);
    return [body.status, told(await one.get('/v1/wallets/0000000001/balance'))];
  },
  'blind6-settled-by-checkout': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const good = await story.made(merchant, 'refunds', story.refund(checkout));
    const failing = await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(10);
    return [await story.status(merchant, 'refunds', good), await story.status(merchant, 'refunds', failing)];
  },
});
