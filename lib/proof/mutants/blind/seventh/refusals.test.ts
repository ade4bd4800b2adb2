import { probes, told } from '../probe.support.ts';
import { found } from './refusals.ts';

probes(found, {
  'blind7-duplicate-puts-off-expiry': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    await story.made(merchant, 'checkouts', body);
    await story.advance(12 * 3_600);
    const refused = told(await merchant.post('/v1/checkouts', body));
    await story.advance(13 * 3_600);
    return [refused, await story.status(merchant, 'checkouts', body.reference)];
  },
  'blind7-refused-seller-is-made': async (story) => {
    const merchant = await story.merchant('live');
    const seller = { walletId: '9000000009' };
    const first = told(await merchant.post('/v1/escrows', story.escrow({ seller })));
    return [first, told(await merchant.post('/v1/escrows', story.escrow({ seller })))];
  },
});
