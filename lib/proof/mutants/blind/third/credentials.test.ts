import { credentials, probes, told } from '../probe.support.ts';
import { found } from './credentials.ts';

probes(found, {
  'blind3-first-of-two-merchant-ids': async (story) => {
    const [merchant, other] = [await story.merchant(), await story.merchant()];
    const headers = credentials(merchant, { 'x-merchant-id': `${merchant.id}, ${other.id}` });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', headers));
  },
  'blind3-key-remembered-by-merchant-id': async (story) => {
    const merchant = await story.merchant();
    await merchant.get('/v1/balance');
    const headers = credentials(merchant, { authorization: 'Bearer svc_test_sk_guessed' });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', headers));
  },
  'blind3-sandbox-key-at-live-wallet-has-no-link': async (story) => {
    await story.wallet('live', '1234567890');
    const headers = credentials(await story.merchant());
    return told(await story.ask('live', 'GET', '/v1/wallets/1234567890/balance', headers));
  },
  'blind3-refused-credentials-keep-key': async (story) => {
    const [merchant, other] = [await story.merchant(), await story.merchant()];
    const payout = story.payout();
    const wrong = credentials(merchant, { 'x-merchant-id': other.id });
    await story.ask('sandbox', 'POST', '/v1/payouts', wrong, payout);
    return told(await story.ask('sandbox', 'POST', '/v1/payouts', credentials(merchant), payout));
  },
  'blind3-words-behind-the-key': async (story) => {
    const merchant = await story.merchant();
    const headers = credentials(merchant, { authorization: `Bearer ${merchant.apiKey} and more` });
    return told(await story.ask('sandbox', 'GET', '/v1/accounts/0000000001', headers));
  },
});
