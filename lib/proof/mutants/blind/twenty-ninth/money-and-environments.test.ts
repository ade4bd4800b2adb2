import { credentials, probes, told } from '../probe.support.ts';
import { found } from './money-and-environments.ts';

probes(found, {
  'blind29-balance-of-32-bits': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 2_000_000_000 });
    await story.paid(merchant, { amount: 2_000_000_000 });
    return await story.balance(merchant);
  },
  'blind29-balance-kept-from-falling-below-zero': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout());
    await story.paid(merchant, { amount: 50_000 });
    await story.advance(60);
    return await story.balance(merchant);
  },
  'blind29-merchant-id-of-here-with-the-key-of-there': async (story) => {
    const [live, sandbox] = [await story.merchant('live'), await story.merchant()];
    return told(
      await story.ask('live', 'GET', '/v1/balance', credentials(live, { authorization: `Bearer ${sandbox.apiKey}` })),
    );
  },
  'blind29-sellers-of-both-environments': async (story) => {
    const live = await story.merchant('live');
    return told(await live.post('/v1/escrows', story.escrow()));
  },
});
