import { probes } from '../probe.support.ts';
import { found } from './wire-rates.ts';

probes(found, {
  'blind22-deliveries-count-with-the-requests': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook());
    const references: string[] = [];
    for (let made = 0; made < 10; made++) references.push(await story.made(merchant, 'checkouts', story.checkout()));
    await story.advance(120);
    for (const reference of references) await story.settle(merchant, reference, 'succeeded');
    await story.advance(0);
    const answers = await Promise.all(Array.from({ length: 120 }, () => merchant.get('/v1/balance')));
    return answers.filter(({ status }) => status === 429).length;
  },
});
