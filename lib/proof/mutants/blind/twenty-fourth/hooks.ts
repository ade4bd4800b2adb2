/** Webhooks: whose secret signs, and what becomes of events after failures. */
import type { Delivery, Merchant } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { onResend } from '../ways-of-delivery.ts';

const FAILURES = 5;
const BREAK_SECONDS = 1_800;

function secretOfTheAddress(): Change {
  return functions(({ webhookHeaders }) => {
    const secrets = new Map<string, string>();
    return {
      webhookHeaders(rules, secret, timestamp, body, delivery) {
        const address = delivery?.webhookUrl ?? '';
        const cached = secrets.get(address) ?? secret;
        secrets.set(address, cached);
        return webhookHeaders(rules, cached, timestamp, body, delivery);
      },
    };
  });
}

function breaker(): Change {
  return functions(({ acknowledges, nextAttempt }) => {
    const failures = new Map<string, number>();
    const addressOf = (delivery: Delivery | undefined) => delivery?.webhookUrl ?? '';
    return {
      acknowledges(status, delivery) {
        const acknowledged = acknowledges(status, delivery);
        if (acknowledged) failures.delete(addressOf(delivery));
        return acknowledged;
      },
      nextAttempt(retries, attempt, delivery) {
        const count = (failures.get(addressOf(delivery)) ?? 0) + 1;
        failures.set(addressOf(delivery), count);
        const plain = nextAttempt(retries, attempt, delivery);
        return count > FAILURES && plain !== undefined ? Math.max(plain, BREAK_SECONDS) : plain;
      },
    };
  });
}

/** The address is switched off once for each delivery that was abandoned. */
function switchedOff(): Change {
  const known = new WeakSet<Delivery>();
  const abandoned = ({ deliveries }: Merchant) =>
    deliveries.filter((each) => each.state === 'abandoned' && !known.has(each));
  return before('limitRate', ({ merchant }, next) => {
    const fresh = abandoned(merchant);
    for (const each of fresh) known.add(each);
    if (fresh.length > 0) merchant.webhookUrl = null;
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'x-service-signature | Lowercase hex HMAC-SHA256 of the raw request body, keyed with the webhook secret.',
    mutant(
      'webhook.signature',
      'blind24-secrets-are-cached-by-address',
      'the secret is looked up once for each webhook address and kept: where two merchants use one address, the events of both are signed with the secret of the one that had an event first',
      secretOfTheAddress(),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.first-retry',
      'blind24-receiver-that-fails-is-left-alone-for-a-while',
      'a breaker counts the failed attempts at an address in a row: from the sixth on, of whichever events, no retry comes within half an hour',
      breaker(),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.resent',
      'blind24-resend-finds-the-event-by-its-reference',
      'the Resend action loads the first event of the reference: of an escrow with several events the earliest is sent again, whichever was chosen',
      onResend((resend) => (merchant, id) => {
        const chosen = merchant.deliveries.find((each) => each.id === id);
        const first = merchant.deliveries.find((each) => each.reference === chosen?.reference);
        return resend(merchant, first?.id ?? id);
      }),
    ),
  ),
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL; payment.succeeded | A checkout was paid.",
    mutant(
      'webhook.payment-succeeded',
      'blind24-abandoned-delivery-switches-the-address-off',
      'an address at which a delivery was abandoned is taken for dead and switched off until it is set again: no event of what happens later is sent',
      switchedOff(),
    ),
  ),
];
