import { probes, signed } from '../probe.support.ts';
import { minutesBetween } from './clock.support.ts';
import { found } from './events.ts';

probes(found, {
  'blind29-second-secret-for-good': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.rotate(merchant);
    const secret = await story.rotate(merchant);
    await story.paid(merchant);
    await story.advance(0);
    return hook.received.map((received) => signed(received, secret));
  },
  'blind29-no-way-back-to-an-address': async (story) => {
    const [first, second] = [await story.hook(), await story.hook()];
    const merchant = await story.merchant('sandbox', first);
    await story.patch(merchant, { webhookUrl: second.url });
    await story.patch(merchant, { webhookUrl: first.url });
    await story.paid(merchant);
    await story.advance(0);
    return [first.events(), second.events()];
  },
  'blind29-signed-in-composed-form': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.wallet('sandbox', '1234567890', 'Olu\u0301 A\u0300ka\u0301nni\u0301');
    await story.approved(merchant, { walletId: '1234567890' });
    await story.advance(0);
    return hook.received.map((received) => signed(received, merchant.secret));
  },
  'blind29-refund-dates-from-the-dispute': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    await story.advance(3_600);
    await merchant.post(`/v1/escrows/${escrow}/refund`, {});
    await story.advance(0);
    const at = (kind: string) => hook.received.find(({ body }) => body.event === kind)?.body.occurredAt;
    return minutesBetween(at('escrow.disputed'), at('escrow.refunded'));
  },
});
