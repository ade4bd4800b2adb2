import { probes } from '../probe.support.ts';
import { found } from './shapes.ts';

probes(found, {
  'blind7-approved-link-has-no-expiry': async (story) => {
    const merchant = await story.merchant();
    const body = story.link();
    const first = await merchant.post('/v1/wallet-links', body);
    await story.owner(merchant, String(first.body.linkId), 'approve');
    const known = await merchant.post('/v1/wallet-links', body);
    return [known.status, known.body.expiresAt === first.body.expiresAt];
  },
  'blind7-bad-percent-answered-by-the-framework': async (story) => {
    const merchant = await story.merchant();
    const { status, body } = await merchant.get('/v1/checkouts/100%');
    return [status >= 400 && status < 500, typeof body.error];
  },
});
