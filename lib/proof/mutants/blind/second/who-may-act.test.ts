import { credentials, probes, told } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind-old-payment-refunded-by-others': async (story) => {
    const [owner, other] = [await story.merchant(), await story.merchant()];
    const checkout = await story.paid(owner);
    await story.advance(90_000);
    return told(await other.post('/v1/refunds', story.refund(checkout)));
  },
  'blind-buyer-without-tag': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada+lamps@example.com' } }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind-linked-merchant-unlinks-others': async (story) => {
    const [owner, other] = [await story.merchant(), await story.merchant()];
    const link = await story.approved(owner);
    await story.approved(other);
    await other.delete(`/v1/wallet-links/${link}`);
    return (await owner.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind-banks-with-live-key': async (story) => {
    const live = await story.merchant('live');
    return told(await story.ask('sandbox', 'GET', '/v1/banks', credentials(live)));
  },
  'blind-pending-link-backed-by-anothers': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    await story.patch(one, { requireLinkedWallets: true });
    await story.approved(other);
    await story.linked(one);
    return told(await one.post('/v1/escrows', story.escrow()));
  },
});
