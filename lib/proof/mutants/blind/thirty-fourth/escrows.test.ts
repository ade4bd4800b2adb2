import { probes, times, told } from '../probe.support.ts';
import { found } from './escrows.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

probes(found, {
  'blind34-releases-of-the-first-page': async (story) => {
    const merchant = await story.merchant();
    await times(20, () => story.funded(merchant, { autoReleaseHours: 720 }));
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(2 * HOUR);
    return story.status(merchant, 'escrows', escrow);
  },
  'blind34-no-releases-on-bank-holidays': async (story) => {
    const merchant = await story.merchant();
    const now = story.bench.clock.now();
    const year = new Date(now).getUTCFullYear();
    const [first, second] = [Date.UTC(year, 11, 25, 10), Date.UTC(year + 1, 11, 25, 10)];
    await story.advance(((first > now ? first : second) - now) / 1_000);
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(3 * HOUR);
    return story.status(merchant, 'escrows', escrow);
  },
  'blind34-part-is-kept-as-a-share': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant, { amount: 50_000_000 });
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 12_345_678 });
    await story.advance(1);
    return hook.received.find(({ body }) => body.event === 'escrow.refunded')?.body.amountMinor;
  },
  'blind34-underscores-stand-for-anything': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'escrows', { ...story.escrow(), reference: 'order-12' });
    return told(await merchant.post('/v1/escrows', story.escrow({ reference: 'order_12' })));
  },
  'blind34-unknown-sellers-are-cached': async (story) => {
    const merchant = await story.merchant('live');
    const seller = { walletId: '1000000001' };
    await merchant.post('/v1/escrows', story.escrow({ seller }));
    await story.wallet('live', seller.walletId);
    return told(await merchant.post('/v1/escrows', story.escrow({ seller })));
  },
  'blind34-long-disputes-are-archived': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    await story.advance(70 * DAY);
    return told(await merchant.post(`/v1/escrows/${escrow}/refund`, {}));
  },
  'blind34-references-of-actions-are-not-decoded': async (story) => {
    const merchant = await story.merchant();
    await story.funded(merchant, { reference: 'lagos:1001' });
    return told(await merchant.post('/v1/escrows/lagos%3A1001/release'));
  },
});
