import { credentials, probes, told } from '../probe.support.ts';
import { found } from './substance.ts';

probes(found, {
  'blind-sandbox-wallet-exists-in-live': async (story) => {
    const merchant = await story.merchant('live');
    return told(await merchant.get('/v1/accounts/0000000001'));
  },
  'blind-single-name-not-masked': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '1234567890', 'Ngozi');
    return (await merchant.get('/v1/accounts/1234567890')).body.walletName;
  },
  'blind-key-in-other-case': async (story) => {
    const merchant = await story.merchant();
    const other = `svc_test_sk_${merchant.apiKey.slice(12).toLowerCase()}`;
    return told(
      await story.ask('sandbox', 'GET', '/v1/banks', credentials(merchant, { authorization: `Bearer ${other}` })),
    );
  },
  'blind-late-payment-without-event': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(84_000);
    await story.settle(merchant, checkout, 'succeeded');
    await story.advance(0);
    return [hook.events(), await story.status(merchant, 'checkouts', checkout)];
  },
  'blind-expires-at-in-local-time': async (story) => {
    const { body } = await (await story.merchant()).post('/v1/wallet-links', story.link());
    const now = await story.advance(0);
    return Math.round((Date.parse(String(body.expiresAt)) - now) / 60_000);
  },
});
