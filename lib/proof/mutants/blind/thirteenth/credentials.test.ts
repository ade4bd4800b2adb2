import { credentials, probes } from '../probe.support.ts';
import { found } from './credentials.ts';

probes(found, {
  'blind13-key-compared-with-like': async (story) => {
    const merchant = await story.merchant();
    const keys = [`${merchant.apiKey.slice(0, -1)}_`, 'svc_test_sk_%'];
    const answers = keys.map((key) =>
      story.ask('sandbox', 'GET', '/v1/balance', credentials(merchant, { authorization: `Bearer ${key}` })),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  },
  'blind13-encoded-paths-are-not-guarded': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { reference: 'order-1', amount: 70_000 });
    const { status, text } = await story.ask('sandbox', 'GET', '/v1/checkouts/order%2D1', {
      'x-merchant-id': merchant.id,
    });
    return [status, text.includes('70000')];
  },
});
