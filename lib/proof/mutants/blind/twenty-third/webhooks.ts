/** Webhooks: the bytes that go out, where they go, whether they go, and what the console shows of them. */
import type { AnyRecord, Checkout, Merchant } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant, onTheWay } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const DEAD_AFTER = 10;

/** The merchant has this address until the event of the present transition is under way. */
function addressed(merchant: Merchant, webhookUrl: string | null): void {
  const own = merchant.webhookUrl;
  merchant.webhookUrl = webhookUrl;
  queueMicrotask(() => {
    merchant.webhookUrl = own;
  });
}

function givenUpForDead(): Change {
  const failures = new Map<string | null, number>();
  return functions(({ acknowledges, nextAttempt }) => ({
    acknowledges(status, delivery) {
      const acknowledged = acknowledges(status, delivery);
      if (acknowledged && delivery !== undefined) failures.delete(delivery.webhookUrl);
      return acknowledged;
    },
    nextAttempt(retries, attempt, delivery) {
      const inARow = (failures.get(delivery.webhookUrl) ?? 0) + 1;
      failures.set(delivery.webhookUrl, inARow);
      return inARow < DEAD_AFTER ? nextAttempt(retries, attempt, delivery) : undefined;
    },
  }));
}

/** Rows of the state tables whose event names a reference that the merchant has chosen. */
function toldOncePerReference(): Change {
  return (rules) => {
    const told = new Set<string>();
    const once = (event: string) => (record: AnyRecord) => {
      const key = `${record.merchant.environment.name} ${event} ${record.reference}`;
      if (told.has(key)) addressed(record.merchant, null);
      told.add(key);
    };
    return all(
      also('checkout', 'pay', once('payment.succeeded')),
      also('checkout', 'fail', once('payment.failed')),
      also('checkout', 'not paid in time', once('payment.failed')),
      also('refund', 'settlement succeeds', once('refund.succeeded')),
      also('refund', 'settlement fails', once('refund.failed')),
      also('payout', 'settlement succeeds', once('payout.succeeded')),
      also('payout', 'settlement fails', once('payout.failed')),
    )(rules);
  };
}

function addressOfTheCreation(): Change {
  const addresses = new WeakMap<Checkout, string | null>();
  const asAtFirst = (checkout: Checkout) => {
    const { merchant } = checkout;
    addressed(merchant, addresses.get(checkout) ?? merchant.webhookUrl);
  };
  return all(
    also('checkout', 'create', (checkout) => {
      addresses.set(checkout, checkout.merchant.webhookUrl);
    }),
    also('checkout', 'pay', asAtFirst),
    also('checkout', 'fail', asAtFirst),
    also('checkout', 'not paid in time', asAtFirst),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Lowercase hex HMAC-SHA256 of the raw request body, keyed with the webhook secret',
    onTheWay(
      'webhook.signature-over-raw-bytes',
      'blind23-length-is-that-of-the-characters',
      '`Content-Length` is the number of characters of the body, not that of its bytes: an event with letters outside ASCII, as in the name of a holder, ends too early, and no signature holds over what arrives',
      ({ send, close }) => ({
        send: ({ body, ...request }) =>
          send({ ...request, body: Buffer.from(body).subarray(0, body.length).toString('utf8') }),
        close,
      }),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.later-retries',
      'blind23-ten-failures-end-all-retries',
      'an address that has failed ten times in a row, whichever events were sent, is taken for dead, and what is not acknowledged there has no further attempt: a few events in one outage use each other up',
      givenUpForDead(),
    ),
  ),
  against(
    'payment.succeeded | A checkout was paid',
    mutant(
      'webhook.payment-succeeded',
      'blind23-event-of-a-reference-is-sent-once-for-all',
      'so that nothing is sent twice the sender remembers `event` and `reference` of what it sent, and not whose it was: where two merchants use the same reference, the second one is told nothing',
      toldOncePerReference(),
    ),
  ),
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL (set in the console; in live it must be https and publicly reachable).",
    mutant(
      'webhook.address-changed',
      'blind23-checkout-keeps-the-address-of-its-creation',
      'the address is copied into a checkout when it is created: where the merchant changes it while the buyer pays, the event goes to the old one',
      addressOfTheCreation(),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.listed',
      'blind23-console-hides-account-numbers',
      'what the console shows has passed the filter of the logs, which hides all texts of ten digits but their last four: the payload that it shows of a link event is not the one that was sent',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((each) => ({ ...each, payload: each.payload.replace(/"\d{6}(\d{4})"/g, '"******$1"') })),
            merchant,
          ),
      })),
    ),
  ),
];
