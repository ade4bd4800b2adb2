import { probes, signed } from '../probe.support.ts';
import { found } from './wire-hooks.ts';

probes(found, {
  'blind22-attempts-share-their-headers': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const references: string[] = [];
    for (let made = 0; made < 10; made++) references.push(await story.made(merchant, 'checkouts', story.checkout()));
    await Promise.all(references.map((reference) => story.settle(merchant, reference, 'succeeded')));
    await story.advance(0);
    return hook.received.map((received) => signed(received, merchant.secret)).sort();
  },
  'blind22-resend-feeds-what-is-read': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook());
    const link = await story.approved(merchant);
    await story.owner(merchant, link, 'unlink');
    await story.advance(0);
    const approved = (await story.deliveries(merchant)).find(({ event }) => event === 'wallet.link.approved');
    await story.resend(merchant, approved?.id);
    await story.advance(0);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
});
