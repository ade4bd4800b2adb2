import { probes } from '../probe.support.ts';
import { found } from './ends.ts';

probes(found, {
  'blind12-unlinking-cancels-escrows-of-the-seller': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    const escrow = await story.made(merchant, 'escrows', story.escrow());
    await merchant.delete(`/v1/wallet-links/${link}`);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind12-newer-attempt-ends-the-older': async (story) => {
    const merchant = await story.merchant();
    const older = await story.made(merchant, 'checkouts', story.checkout({ description: 'Two chairs' }));
    await story.made(merchant, 'checkouts', story.checkout({ description: 'Two chairs' }));
    return await story.status(merchant, 'checkouts', older);
  },
});
