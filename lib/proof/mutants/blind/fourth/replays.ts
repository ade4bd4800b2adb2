/** Replays that write to what the original made. */
import { mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'a repeated `reference` gives `409 duplicate_reference`, unless the call is an idempotent replay …, which returns the original checkout',
    mutant(
      'checkout.record-stays',
      'blind4-replay-upserts-created-at',
      'a replay of a checkout create writes the row anew: its createdAt becomes the time of the replay',
      answers('createCheckout', (reply, { merchant, service }) => {
        const { reference = '' } = JSON.parse(reply.text) as { reference?: string };
        const checkout = merchant.records.checkout.get(reference);
        if (isReplay(reply) && checkout) checkout.createdAt = new Date(service.clock.now()).toISOString();
        return reply;
      }),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'idempotency.paid-out-once',
      'blind4-live-replay-reserves-again',
      'in live the amount of a payout is reserved before the key is looked up: a replay after settlement lowers the balance once more',
      answers('createPayout', (reply, { environment, merchant }) => {
        const { reference = '' } = JSON.parse(reply.text) as { reference?: string };
        const payout = merchant.records.payout.get(reference);
        if (isReplay(reply) && environment.name === 'live' && payout && payout.status !== 'pending')
          merchant.balance -= payout.amount;
        return reply;
      }),
    ),
  ),
];
