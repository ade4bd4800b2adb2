/** What counts as the same body, and what a repetition puts off. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { functions, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, DAY, deeply, HOUR } from '../ways.ts';

const asTexts = deeply((value) => (typeof value === 'object' && value !== null ? value : String(value)));

function graceForAskingAgain(): Change {
  const waitedFor = new WeakSet<Checkout>();
  return all(
    timer('checkout', 'pending', {
      on: (checkout: Checkout) => (waitedFor.has(checkout) ? 'wait for the shop' : 'not paid in time'),
    }),
    answers('createCheckout', (reply, { merchant, service }) => {
      if (!isReplay(reply)) return reply;
      const { reference } = JSON.parse(reply.text) as { reference: string };
      const checkout = merchant.records.checkout.get(reference);
      if (checkout?.status !== 'pending' || waitedFor.has(checkout)) return reply;
      if (ageOf(checkout, service) < DAY - HOUR) return reply;
      waitedFor.add(checkout);
      const ends = service.clock.now() + HOUR * 1_000;
      service.clock.schedule(ends, () => void service.fire(checkout, 'not paid in time'));
      return reply;
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.payout-key-reused',
      'blind10-fingerprint-without-types',
      'the fingerprint of a body is made of its values written as texts: null and the text null, 10000 and the text 10000 are one body, and the second is answered with a replay',
      functions(() => ({
        sameRequest: ({ endpoint, path, body }) => `${endpoint.method} ${path} ${JSON.stringify(asTexts(body.value))}`,
      })),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | failed | `failureReason` = `expired`; `payment.failed` sent.',
    mutant(
      'idempotency.replay-restarts-no-time',
      'blind10-last-hour-starts-anew',
      'the page is kept open for an hour after the shop asked for it: a create that is repeated within the last hour of an unpaid checkout puts its expiry off to an hour later',
      graceForAskingAgain(),
    ),
  ),
];
