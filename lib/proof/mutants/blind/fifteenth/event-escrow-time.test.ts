import { probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './event-escrow-time.ts';

probes(found, {
  'blind15-looking-at-the-page-puts-release-off': async (story) => {
    const merchant = await story.merchant();
    const terms = story.escrow({ autoReleaseHours: 1 });
    const { payUrl } = (await merchant.post('/v1/escrows', terms)).body;
    await story.deed(merchant, terms.reference, 'pay');
    await story.advance(HOUR / 2);
    await story.page(payUrl);
    await story.advance(HOUR / 2 + 5);
    return await story.status(merchant, 'escrows', terms.reference);
  },
  'blind15-expiry-noticed-when-looked-at': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.made(merchant, 'escrows', story.escrow());
    await story.advance(DAY + 60);
    const before = hook.events();
    return [before, await story.status(merchant, 'escrows', escrow)];
  },
  'blind15-one-notice-of-a-run': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.funded(merchant, { autoReleaseHours: 1 });
    await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(0);
    await story.advance(HOUR + 5);
    return hook.events().filter((event) => event === 'escrow.released').length;
  },
  'blind15-no-automatic-release-without-the-link': async (story) => {
    const merchant = await story.merchant();
    await story.patch(merchant, { requireLinkedWallets: true });
    const link = await story.approved(merchant);
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.owner(merchant, link, 'unlink');
    await story.advance(HOUR + 5);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind15-dispute-pauses-all-of-the-seller': async (story) => {
    const merchant = await story.merchant();
    const disputed = await story.funded(merchant, { autoReleaseHours: 1 });
    const other = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.deed(merchant, disputed, 'dispute');
    await story.advance(HOUR + 5);
    return await story.status(merchant, 'escrows', other);
  },
  'blind15-open-page-blocks-cancel': async (story) => {
    const merchant = await story.merchant();
    const terms = story.escrow();
    const { payUrl } = (await merchant.post('/v1/escrows', terms)).body;
    await story.page(payUrl);
    return (await merchant.post(`/v1/escrows/${terms.reference}/cancel`)).status;
  },
});
