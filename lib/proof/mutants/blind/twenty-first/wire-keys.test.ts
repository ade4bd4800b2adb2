import { probes, told } from '../probe.support.ts';
import { found } from './wire-keys.ts';

const key = { 'idempotency-key': 'one' };

probes(found, {
  'blind21-locks-of-keys-and-references-in-one-store': async (story) => {
    const merchant = await story.merchant();
    const escrow = story.escrow();
    await merchant.post('/v1/escrows', escrow, { 'idempotency-key': escrow.reference });
    await story.deed(merchant, escrow.reference, 'pay');
    return told(await merchant.post(`/v1/escrows/${escrow.reference}/release`));
  },
  'blind21-kept-answers-encrypted-with-the-webhook-secret': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    await merchant.post('/v1/checkouts', checkout, key);
    await story.rotate(merchant);
    return told(await merchant.post('/v1/checkouts', checkout, key));
  },
  'blind21-key-in-progress-until-its-event-is-taken': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook((response) => response.writeHead(500).end()));
    const escrow = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${escrow}/release`, undefined, key);
    await story.advance(10);
    return told(await merchant.post(`/v1/escrows/${escrow}/release`, undefined, key));
  },
});
