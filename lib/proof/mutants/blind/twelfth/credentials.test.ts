import { credentials, probes, told } from '../probe.support.ts';
import { found } from './credentials.ts';

probes(found, {
  'blind12-merchant-id-by-its-beginning': async (story) => {
    const merchant = await story.merchant();
    const wrong = credentials(merchant, { 'x-merchant-id': merchant.id.slice(0, -3) });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', wrong));
  },
  'blind12-good-key-remembered-without-its-merchant': async (story) => {
    const [merchant, other] = [await story.merchant(), await story.merchant()];
    await story.balance(merchant);
    const wrong = credentials(merchant, { 'x-merchant-id': other.id });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', wrong));
  },
});
