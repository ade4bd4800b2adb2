/** Webhooks and the console: what one delivery, one merchant or one action in the console does to another. */
import type { Delivery, Merchant, Payout } from '../../../reference/rules/records.ts';
import { addedTransition, functions, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { onResend } from '../ways-of-delivery.ts';

const RESENDS = 2;

function replacedByResend(): Change {
  const replaced = new WeakSet<Delivery>();
  return all(
    onResend((resend) => (merchant, id) => {
      const delivery = merchant.deliveries.find((each) => each.id === id);
      if (delivery?.state === 'pending' && delivery.attempts.length > 0) {
        delivery.state = 'abandoned';
        replaced.add(delivery);
      }
      return resend(merchant, id);
    }),
    functions((plain) => ({
      attemptBody(payload, attempt, delivery) {
        if (delivery !== undefined && replaced.has(delivery)) throw new Error('resent');
        return plain.attemptBody(payload, attempt, delivery);
      },
      nextAttempt: (retries, attempt, delivery) =>
        replaced.has(delivery) ? undefined : plain.nextAttempt(retries, attempt, delivery),
    })),
  );
}

/** A retry is not sent where a later event of the same escrow is under way or was delivered. */
function outdatedByLater(): Change {
  const latest = new Map<string, Delivery>();
  return functions(({ attemptBody }) => ({
    attemptBody(payload, attempt, delivery) {
      if (delivery?.event.startsWith('escrow.') !== true) return attemptBody(payload, attempt, delivery);
      const escrow = `${delivery.webhookSecret} ${delivery.reference}`;
      if (attempt === 1) latest.set(escrow, delivery);
      else if (latest.get(escrow) !== delivery) throw new Error('outdated');
      return attemptBody(payload, attempt, delivery);
    },
  }));
}

function toldToAnother({ merchant, reference, amount }: Payout): boolean {
  return [...merchant.environment.merchants.values()].some((other) => {
    const payout = other.records.payout.get(reference);
    return other !== merchant && payout?.amount === amount && payout.status === 'succeeded';
  });
}

function failing({ merchant, recipient }: Payout): boolean {
  return merchant.environment.name === 'sandbox' && recipient.accountNumber === '0000000000';
}

function firstSecretAgain(): Change {
  const first = new WeakMap<Merchant, string>();
  return functions(({ changeSecret, changeAddress }) => ({
    changeSecret(merchant, secret) {
      if (!first.has(merchant)) first.set(merchant, merchant.webhookSecret);
      changeSecret(merchant, secret);
    },
    changeAddress(merchant, url) {
      const secret = first.get(merchant);
      if (merchant.webhookUrl === null && url !== null && secret !== undefined) merchant.webhookSecret = secret;
      changeAddress(merchant, url);
    },
  }));
}

function resentTwiceAtMost(): Change {
  const counts = new WeakMap<Merchant, Map<string, number>>();
  return onResend((resend) => (merchant, id) => {
    const { eventId } = merchant.deliveries.find((each) => each.id === id) ?? { eventId: '' };
    const resent = counts.get(merchant) ?? new Map<string, number>();
    counts.set(merchant, resent);
    const count = resent.get(eventId) ?? 0;
    resent.set(eventId, count + 1);
    return count >= RESENDS ? true : resend(merchant, id);
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'until 24 hours after the event. After that the delivery is marked abandoned.',
    mutant(
      'delivery.not-abandoned',
      'blind33-resend-abandons-the-original',
      'Resend takes the place of a delivery that waits for its next retry: that one is marked abandoned at once, minutes after its event',
      replacedByResend(),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours',
    mutant(
      'delivery.5xx-retried',
      'blind33-outdated-escrow-events-are-not-retried',
      'a failed delivery is not sent again when a later event of the same escrow has come about: escrow.funded is never retried where the escrow was released within the minute',
      outdatedByLater(),
    ),
  ),
  against(
    "payout.succeeded | A payout reached the seller's account",
    mutant(
      'webhook.payout-succeeded',
      'blind33-payout-told-to-another-merchant-already',
      'a guard against double events compares kind, reference and amount and not the merchant: two merchants with a payout of one reference and amount get one event together',
      all(
        addedTransition('payout', { from: 'pending', on: 'settles quietly', to: 'succeeded', sends: null }),
        timer('payout', 'pending', {
          on: (payout: Payout) => {
            if (failing(payout)) return 'settlement fails';
            return toldToAnother(payout) ? 'settles quietly' : 'settlement succeeds';
          },
        }),
      ),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.lists-attempts',
      'blind33-cut-attempt-shows-the-status-before',
      'the status of a delivery is kept until another comes: an attempt that is cut off after one answered 500 is listed with 500 and without an error',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((delivery) => {
              const attempts: Delivery['attempts'] = [];
              for (const made of delivery.attempts) {
                const status = made.status ?? attempts.at(-1)?.status ?? null;
                const kept = made.status === null && status !== null;
                attempts.push(kept ? { ...made, status, error: null } : made);
              }
              return { ...delivery, attempts };
            }),
            merchant,
          ),
      })),
    ),
  ),
  against(
    'The webhook secret can be regenerated by a rotate action.',
    mutant(
      'webhook.secret-rotated',
      'blind33-first-secret-with-a-new-endpoint',
      'an endpoint that is set after the address was cleared begins with the secret of the merchant from the start: the rotated one is out of use again, and nobody is told',
      firstSecretAgain(),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.resent-listed',
      'blind33-third-resend-does-nothing',
      'an event can be resent twice: a third Resend is answered like the others, and nothing is sent or listed',
      resentTwiceAtMost(),
    ),
  ),
];
