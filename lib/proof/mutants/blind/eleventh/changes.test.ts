import { card, probes } from '../probe.support.ts';
import { found } from './changes.ts';

probes(found, {
  'blind11-metadata-of-one-table': async (story) => {
    const merchant = await story.merchant();
    const reference = 'order-17';
    await story.made(merchant, 'checkouts', story.checkout({ reference, metadata: { cart: 1 } }));
    await story.made(merchant, 'escrows', story.escrow({ reference, metadata: { parcel: 2 } }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind11-expiry-in-the-wallets-row': async (story) => {
    const merchant = await story.merchant();
    const first = story.link({ expiresInMinutes: 5 });
    const asked = await merchant.post('/v1/wallet-links', first);
    await story.owner(merchant, String(asked.body.linkId), 'approve');
    await story.linked(merchant, { expiresInMinutes: 60 });
    const again = await merchant.post('/v1/wallet-links', first);
    return again.body.expiresAt === asked.body.expiresAt;
  },
  'blind11-read-renews-the-page-address': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    const reference = String(body.reference);
    await story.record(merchant, 'checkouts', reference);
    await story.send(body.checkoutUrl, card);
    return await story.status(merchant, 'checkouts', reference);
  },
});
