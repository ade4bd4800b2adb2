import { probes, told } from '../probe.support.ts';
import { found } from './containers.ts';

probes(found, {
  'blind12-implicit-conversion-to-numbers': async (story) => {
    const merchant = await story.merchant();
    const fee = { feeAmount: [500], feeWalletId: '0000000002' };
    return [
      told(await merchant.post('/v1/escrows', story.escrow(fee))),
      told(await merchant.post('/v1/escrows', story.escrow({ autoReleaseHours: '24' }))),
    ];
  },
  'blind12-charset-hides-the-body': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 20_000 }, headers);
    await story.advance(0);
    return hook.received.map(({ body }) => [body.event, body.amountMinor]);
  },
});
