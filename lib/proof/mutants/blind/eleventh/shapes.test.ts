import { credentials, probes } from '../probe.support.ts';
import { found } from './shapes.ts';

probes(found, {
  'blind11-error-page-for-browsers': async (story) => {
    const merchant = await story.merchant();
    const headers = credentials(merchant, { accept: 'text/html,application/json;q=0.9,*/*;q=0.8' });
    const { status, code } = await story.ask('sandbox', 'POST', '/v1/checkouts', headers, {});
    return [status, code ?? null];
  },
  'blind11-true-as-the-language-writes-it': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const ask = () => merchant.post('/v1/checkouts', checkout, { 'idempotency-key': 'one' });
    await ask();
    return (await ask()).headers['idempotent-replayed'];
  },
  'blind11-unknown-status-listed-as-500': async (story) => {
    const hook = await story.hook((response) => response.writeHead(520).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.map(({ status }) => status));
  },
});
