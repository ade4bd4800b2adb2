import { probes, type Story, times } from '../probe.support.ts';
import { found } from './links.ts';

const DAY = 24 * 3_600;

/** Goes on to the next time of day in UTC. */
function goOnTo(story: Story, hour: number, minute: number): Promise<number> {
  const now = story.bench.clock.now();
  const today = new Date(now).setUTCHours(hour, minute, 0, 0);
  return story.advance((today > now ? today - now : today + DAY * 1_000 - now) / 1_000);
}

probes(found, {
  'blind34-hours-without-a-zero': async (story) => {
    const merchant = await story.merchant();
    await goOnTo(story, 3, 10);
    const { expiresAt } = (await merchant.post('/v1/wallet-links', story.link())).body;
    return /T\d\d:\d\d:\d\d/.test(String(expiresAt));
  },
  'blind34-end-is-a-time-of-day': async (story) => {
    const merchant = await story.merchant();
    await goOnTo(story, 22, 57);
    const link = await story.linked(merchant, { expiresInMinutes: 30 });
    await story.advance(60);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind34-long-digits-lose-their-end': async (story) => {
    const merchant = await story.merchant();
    await story.linked(merchant, { linkRef: '179000000000000121' });
    const other = story.link({ linkRef: '179000000000000122', walletId: '0000000002' });
    const { status, body } = await merchant.post('/v1/wallet-links', other);
    return [status, body.walletId];
  },
  'blind34-ended-links-are-cleared-away': async (story) => {
    const merchant = await story.merchant();
    const body = story.link();
    const { linkId } = (await merchant.post('/v1/wallet-links', body)).body;
    await story.owner(merchant, String(linkId), 'reject');
    await story.advance(40 * DAY);
    const again = await merchant.post('/v1/wallet-links', body);
    return [again.status, again.body.linkId === linkId];
  },
  'blind34-links-of-the-latest-page': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    for (const walletId of ['1000000001', '1000000002', '1000000003', '1000000004']) {
      await story.wallet('sandbox', walletId);
      await times(5, () => story.linked(merchant, { walletId }));
    }
    return (await merchant.get('/v1/wallets/0000000001/balance')).status;
  },
  'blind34-old-links-end-in-silence': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const link = await story.approved(merchant);
    await story.advance(40 * DAY);
    await merchant.delete(`/v1/wallet-links/${link}`);
    await story.advance(1);
    return hook.events();
  },
});
