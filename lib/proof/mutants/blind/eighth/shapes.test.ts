import { probes } from '../probe.support.ts';
import { found } from './shapes.ts';

probes(found, {
  'blind8-nothing-held-is-null': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const held = async () => (await merchant.get('/v1/wallets/0000000001/balance')).body.heldMinor;
    const before = await held();
    const escrow = await story.funded(merchant);
    const meanwhile = await held();
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return [before, meanwhile, await held()];
  },
});
