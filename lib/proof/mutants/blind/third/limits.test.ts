import { credentials, probes, times, told } from '../probe.support.ts';
import { found } from './limits.ts';

probes(found, {
  'blind3-wrong-keys-count-for-their-merchant': async (story) => {
    const merchant = await story.merchant();
    const headers = credentials(merchant, { authorization: 'Bearer svc_test_sk_guessed' });
    await times(120, () => story.ask('sandbox', 'GET', '/v1/banks', headers));
    return told(await merchant.get('/v1/banks'));
  },
  'blind3-insistent-link-requests-close-the-day': async (story) => {
    const merchant = await story.merchant();
    await times(7, () => merchant.post('/v1/wallet-links', story.link()));
    await story.advance(3_700);
    return (await merchant.post('/v1/wallet-links', story.link())).status;
  },
  'blind3-long-key-of-cancel-cut': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow());
    const key = { 'idempotency-key': 'k'.repeat(256) };
    return told(await merchant.post(`/v1/escrows/${escrow}/cancel`, undefined, key));
  },
  'blind3-half-the-rate-after-a-refusal': async (story) => {
    const merchant = await story.merchant();
    await times(121, () => merchant.get('/v1/banks'));
    await story.advance(120);
    await times(100, () => merchant.get('/v1/banks'));
    return told(await merchant.get('/v1/banks'));
  },
  'blind3-unpaid-escrow-expires-with-its-release-time': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ autoReleaseHours: 2 }));
    await story.advance(7_300);
    return await story.status(merchant, 'escrows', escrow);
  },
});
