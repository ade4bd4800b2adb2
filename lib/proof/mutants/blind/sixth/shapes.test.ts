import { credentials, probes } from '../probe.support.ts';
import { found } from './shapes.ts';

probes(found, {
  'blind6-expires-at-as-the-database-writes-it': async (story) => {
    const merchant = await story.merchant();
    const body = story.link();
    const first = await merchant.post('/v1/wallet-links', body);
    const known = await merchant.post('/v1/wallet-links', body);
    return [known.status, known.body.linkId === first.body.linkId, known.body.expiresAt === first.body.expiresAt];
  },
  'blind6-wrong-method-answered-by-the-framework': async (story) => {
    const merchant = await story.merchant();
    const { status, code, headers } = await story.ask('sandbox', 'DELETE', '/v1/balance', credentials(merchant));
    return [status, code ?? null, headers['content-type']];
  },
});
