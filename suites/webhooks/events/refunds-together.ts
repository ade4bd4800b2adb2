import { checks, expect } from '../../../lib/interface/index.ts';
import { refundsTogether } from '../../refunds/states/together.ts';

// Several refunds of one checkout: the end of each has its own event.

for (const [id, event, never, ofFailed] of [
  ['webhook.refund-succeeded', 'refund.succeeded', 'refund.failed', false],
  ['webhook.refund-failed', 'refund.failed', 'refund.succeeded', true],
] as const) {
  checks(
    id,
    refundsTogether.filter(({ fails }) => fails.includes(ofFailed)),
    ({ what }) => `of one checkout ${what}: each has its own ${event}, and no ${never}`,
    async (context, { settled }) => {
      for (const { merchant, fails, reference } of await settled(context)) {
        if (fails !== ofFailed) continue;
        await merchant.webhooks.arrives(event, reference);
        expect(merchant.webhooks.surely(never, reference), never).toBeEmpty();
      }
    },
    { drawn: 3 },
  );
}
