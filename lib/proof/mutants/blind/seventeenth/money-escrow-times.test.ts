import { probes } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './money-escrow-times.ts';

probes(found, {
  'blind17-expiry-job-named-by-reference': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.made(merchant, 'escrows', story.escrow({ reference }));
    await story.advance(25 * HOUR);
    return await story.status(merchant, 'escrows', reference);
  },
  'blind17-report-looked-up-by-buyer': async (story) => {
    const merchant = await story.merchant();
    const disputed = await story.funded(merchant, { autoReleaseHours: 1 });
    const other = await story.funded(merchant, { autoReleaseHours: 1, seller: { walletId: '0000000002' } });
    await story.deed(merchant, disputed, 'dispute');
    await story.advance(2 * HOUR);
    return [await story.status(merchant, 'escrows', disputed), await story.status(merchant, 'escrows', other)];
  },
  'blind17-automatic-release-wants-the-link-still': async (story) => {
    const merchant = await story.merchant();
    await story.patch(merchant, { requireLinkedWallets: true });
    const link = await story.approved(merchant);
    const escrow = await story.funded(merchant, { autoReleaseHours: 2 });
    await merchant.delete(`/v1/wallet-links/${link}`);
    await story.advance(3 * HOUR);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind17-automatic-release-when-looked-at': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(2 * HOUR);
    const unasked = [...hook.events()];
    return [unasked, await story.status(merchant, 'escrows', escrow)];
  },
});
