import { credentials, probes, times, told } from '../probe.support.ts';
import { found } from './wire-access.ts';

probes(found, {
  'blind18-merchant-locked-after-wrong-keys': async (story) => {
    const merchant = await story.merchant();
    const wrong = credentials(merchant, { authorization: 'Bearer svc_test_sk_nobody' });
    await times(12, () => story.ask('sandbox', 'GET', '/v1/balance', wrong));
    return told(await merchant.get('/v1/balance'));
  },
  'blind18-live-gateway-knows-no-delete': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', '4455667788');
    const link = await story.approved(merchant, { walletId: '4455667788' });
    await merchant.delete(`/v1/wallet-links/${link}`);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind18-live-names-from-the-sandbox-directory': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('live', hook);
    await story.wallet('live', '4455667788', 'Ngozi Eze');
    await story.wallet('sandbox', '4455667788', 'Ada Obi');
    await story.approved(merchant, { walletId: '4455667788' });
    await story.advance(0);
    return hook.received.map(({ body }) => [body.event, body.walletName]);
  },
  'blind18-reference-in-path-validated': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.get('/v1/checkouts/order%201'));
  },
  'blind18-violated-constraint-is-500': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const answers = await Promise.all([1, 2, 3].map(() => merchant.post('/v1/checkouts', checkout)));
    return answers.map(({ status }) => status).sort();
  },
  'blind18-null-is-an-object': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/payouts', 'null'));
  },
});
