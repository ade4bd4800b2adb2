import { probes } from '../probe.support.ts';
import { found } from './links.ts';

probes(found, {
  'blind23-mask-begins-at-the-fourth-letter': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '5550001112', 'Ada Obi');
    return (await merchant.get('/v1/accounts/5550001112')).text.includes('Ada Obi');
  },
  'blind23-every-link-request-keeps-the-count-alive': async (story) => {
    const merchant = await story.merchant();
    const answers: number[] = [];
    for (let asked = 0; asked < 7; asked += 1) {
      answers.push((await merchant.post('/v1/wallet-links', story.link())).status);
      await story.advance(3_000);
    }
    return answers;
  },
  'blind23-link-read-when-over-expires-in-silence': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    // At 20 s past a full minute, so that the link ends 40 s before one.
    await story.advance(60 - ((story.bench.clock.now() / 1_000) % 60) + 20);
    const link = await story.linked(merchant);
    await story.advance(305);
    const { status } = (await merchant.get(`/v1/wallet-links/${link}`)).body;
    await story.advance(3_600);
    return [status, hook.events()];
  },
  'blind23-link-refs-are-compared-in-one-case': async (story) => {
    const merchant = await story.merchant();
    await story.linked(merchant, { linkRef: 'seller-A' });
    const { status, body } = await merchant.post('/v1/wallet-links', story.link({ linkRef: 'Seller-a' }));
    return [status, body.linkRef];
  },
});
