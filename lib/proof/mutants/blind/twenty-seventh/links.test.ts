import { probes, times } from '../probe.support.ts';
import { advanceTo, minutesAhead } from './dates.support.ts';
import { found } from './links.ts';

const WALLET = '5550000001';

probes(found, {
  'blind27-linked-merchants-see-the-name': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', WALLET, 'Ngozi Eze');
    const before = (await merchant.get(`/v1/accounts/${WALLET}`)).text.includes('Ngozi Eze');
    await story.approved(merchant, { walletId: WALLET });
    return [before, (await merchant.get(`/v1/accounts/${WALLET}`)).text.includes('Ngozi Eze')];
  },
  'blind27-known-ref-with-the-present-name': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', WALLET, 'Ngozi Eze');
    const link = story.link({ walletId: WALLET });
    const first = await merchant.post('/v1/wallet-links', link);
    await story.wallet('sandbox', WALLET, 'Ngozi Adaeze Okafor');
    const again = await merchant.post('/v1/wallet-links', link);
    return [again.status, again.body.walletName === first.body.walletName];
  },
  'blind27-no-unlinking-while-an-escrow-is-open': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.funded(merchant);
    const { status } = await merchant.delete(`/v1/wallet-links/${link}`);
    return [status, (await merchant.get(`/v1/wallet-links/${link}`)).body.status];
  },
  'blind27-link-requests-of-both-environments': async (story) => {
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    await story.wallet('sandbox', WALLET);
    await story.wallet('live', WALLET);
    await times(3, () => story.linked(sandbox, { walletId: WALLET }));
    const answers: unknown[] = [];
    await times(5, async () => {
      answers.push((await live.post('/v1/wallet-links', story.link({ walletId: WALLET }))).status);
    });
    return answers;
  },
  'blind27-expires-on-the-day-of-the-request': async (story) => {
    const merchant = await story.merchant();
    await advanceTo(story, '23:40:00');
    const { body } = await merchant.post('/v1/wallet-links', story.link({ expiresInMinutes: 45 }));
    return minutesAhead(story, body.expiresAt);
  },
  'blind27-spaces-of-a-name-as-one': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.wallet('sandbox', WALLET, 'Ngozi  Eze');
    await story.approved(merchant, { walletId: WALLET });
    await story.advance(1);
    return hook.received.map(({ body }) => [body.event, body.walletName]);
  },
});
