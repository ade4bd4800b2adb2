import { probes, times, told } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './refusals.ts';

probes(found, {
  'blind13-limited-request-keeps-its-lock': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/banks'));
    const [order, key] = [story.checkout(), { 'idempotency-key': 'order 1' }];
    const refused = await merchant.post('/v1/checkouts', order, key);
    await story.advance(61);
    return [told(refused), told(await merchant.post('/v1/checkouts', order, key))];
  },
  'blind13-refused-cancel-resumes-the-release': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.deed(merchant, escrow, 'dispute');
    await merchant.post(`/v1/escrows/${escrow}/cancel`);
    await story.advance(2 * HOUR);
    return await story.status(merchant, 'escrows', escrow);
  },
});
