import type { EnvironmentName } from '../../../reference/rules/records.ts';
import type { Caller } from '../../../reference/testing.ts';
import { probes, type Story } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './event-links.ts';

/** The last event after this was done with an approved link. */
async function told(story: Story, where: EnvironmentName, does: (by: Caller, link: string) => Promise<unknown>) {
  const hook = await story.hook();
  const merchant = await story.merchant(where, hook);
  await story.wallet(where, '7000000001');
  const link = await story.approved(merchant, { walletId: '7000000001' });
  await story.advance(0);
  await does(merchant, link);
  await story.advance(0);
  const { event, walletName, reference, linkId } = hook.received.at(-1)?.body ?? {};
  return [event, walletName, reference === linkId];
}

probes(found, {
  'blind15-link-refs-without-case': async (story) => {
    const merchant = await story.merchant();
    await story.linked(merchant, { linkRef: 'seller-B' });
    const other = story.link({ linkRef: 'SELLER-b', walletId: '0000000002' });
    const { status, body } = await merchant.post('/v1/wallet-links', other);
    return [status, body.walletId];
  },
  'blind15-links-without-consent-swept': async (story) => {
    const merchant = await story.merchant();
    const sent = story.link();
    const { linkId } = (await merchant.post('/v1/wallet-links', sent)).body;
    await story.owner(merchant, String(linkId), 'reject');
    await story.advance(DAY + 60);
    const again = await merchant.post('/v1/wallet-links', sent);
    return [again.status, again.body.linkId === linkId];
  },
  'blind15-owner-unlinks-by-the-ref': (story) =>
    told(story, 'sandbox', (merchant, link) => story.owner(merchant, link, 'unlink')),
  'blind15-approved-name-masked-in-live': (story) => told(story, 'live', async () => {}),
});
