import { probes, told } from '../probe.support.ts';
import { found } from './concurrency.ts';

probes(found, {
  'blind10-links-asked-at-once-both-wait': async (story) => {
    const merchant = await story.merchant();
    const links = await Promise.all([story.linked(merchant), story.linked(merchant)]);
    const records = await Promise.all(links.map((link) => merchant.get(`/v1/wallet-links/${link}`)));
    return records.map(({ body }) => body.status).sort();
  },
  'blind10-lock-runs-out': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    const ask = () => merchant.post('/v1/payouts', payout, { 'idempotency-key': 'one' });
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 3_000 });
    const both = [ask(), ask()];
    // The one that is refused answers first: the other has begun.
    const refused = told(await Promise.race(both));
    await story.advance(31);
    const again = told(await ask());
    await Promise.all(both);
    return [refused, again];
  },
});
