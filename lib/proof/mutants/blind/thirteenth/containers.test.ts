import { Readable } from 'node:stream';
import { getGlobalDispatcher } from 'undici';
import { credentials, probes } from '../probe.support.ts';
import { found } from './containers.ts';

probes(found, {
  'blind13-description-found-at-any-depth': async (story) => {
    const merchant = await story.merchant();
    const metadata = { items: [{ sku: 'C-1', description: 'An oak chair' }] };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    const record = await story.record(merchant, 'checkouts', reference);
    return [record.description, record.metadata];
  },
  'blind13-no-length-no-body': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    const answer = await getGlobalDispatcher().request({
      origin: story.bench.service.sandboxUrl,
      path: `/v1/escrows/${escrow}/refund`,
      method: 'POST',
      headers: { ...credentials(merchant), 'content-type': 'application/json' },
      body: Readable.from([Buffer.from('{"amount":'), Buffer.from('20000}')]),
    });
    await answer.body.dump();
    await story.advance(0);
    return [answer.statusCode, hook.received.map(({ body }) => [body.event, body.amountMinor])];
  },
});
