/** Senders of webhooks that keep too much, or too little, of what they know of a receiver. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant, onTheWay } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';
import { headersOf, payloadOf } from '../ways-of-delivery.ts';

/** Attempts that one page of the console has room for. */
const PAGE = 5;

function decidedOnce(): Change {
  const decidedAt = new Map<string, string>();
  return all(
    also('walletLink', 'approve', (link, now) => void decidedAt.set(link.id, now)),
    payloadOf('wallet.link.revoked', (event) => ({
      ...event,
      occurredAt: decidedAt.get(String(event.linkId)) ?? event.occurredAt,
    })),
  );
}

function signedWhenMade(): Change {
  const first = new Map<string, { delivery: string; signature: string }>();
  return headersOf(
    () => true,
    ({ rules, secret, body, delivery }): Record<string, string> => {
      const kept = first.get(delivery.eventId);
      if (kept !== undefined && kept.delivery !== delivery.id) return { 'x-service-signature': kept.signature };
      first.set(delivery.eventId, { delivery: delivery.id, signature: rules.functions.signV1(secret, body) });
      return {};
    },
  );
}

function payoutsSignedWithFirstSecret(): Change {
  const firstOf = new Map<string, string>();
  return all(
    functions(({ changeSecret }) => ({
      changeSecret(merchant, webhookSecret) {
        const { webhookSecret: present } = merchant;
        firstOf.set(webhookSecret, firstOf.get(present) ?? present);
        changeSecret(merchant, webhookSecret);
      },
    })),
    headersOf(
      ({ event }) => event.startsWith('payout.'),
      ({ rules, secret, timestamp, body }): Record<string, string> => {
        const kept = firstOf.get(secret);
        if (kept === undefined) return {};
        return {
          'x-service-signature': rules.functions.signV1(kept, body),
          'x-service-signature-v2': rules.functions.signV2(kept, timestamp, body),
        };
      },
    ),
  );
}

function switchedOffOnceAbandoned(sentence: string): BlindMutant {
  const off = new Set<string>();
  const rule = mutant(
    'webhook.payment-succeeded',
    'blind17-address-off-once-abandoned',
    'an address of which one delivery has used up its attempts is switched off: until an address is set anew, nothing is sent there of what happens later',
    functions(({ nextAttempt, changeAddress }) => ({
      nextAttempt(retries, attempt, delivery) {
        const gap = nextAttempt(retries, attempt, delivery);
        const last = Date.parse(delivery.attempts.at(-1)?.at ?? '');
        const isLast = gap === undefined || last + gap * 1_000 > delivery.since + retries.within * 1_000;
        if (isLast && delivery.webhookUrl !== null) off.add(delivery.webhookUrl);
        return gap;
      },
      changeAddress(merchant, webhookUrl) {
        if (webhookUrl !== null) off.delete(webhookUrl);
        changeAddress(merchant, webhookUrl);
      },
    })),
  );
  return against(sentence, {
    ...rule,
    transport: ({ send, close }) => ({
      async send(request) {
        if (off.has(request.url)) throw new Error('the address is switched off');
        return await send(request);
      },
      close,
    }),
  });
}

function waitsByAddress(): Change {
  const failed = new Map<string | null, number>();
  return functions(({ acknowledges }) => ({
    acknowledges(status, delivery) {
      const acknowledged = acknowledges(status, delivery);
      if (acknowledged && delivery !== undefined) failed.delete(delivery.webhookUrl);
      return acknowledged;
    },
    nextAttempt({ gaps }, _, { webhookUrl }) {
      const count = (failed.get(webhookUrl) ?? 0) + 1;
      failed.set(webhookUrl, count);
      return gaps[Math.min(count, gaps.length) - 1];
    },
  }));
}

/** The next attempt of these is taken out of the queue; it is neither sent nor listed. */
function notTriedAgain(ended: WeakSet<Delivery>): Change {
  return functions(({ attemptBody, nextAttempt }) => ({
    attemptBody(payload, attempt, delivery) {
      if (delivery !== undefined && attempt > 1 && ended.has(delivery)) throw new Error('not in the queue');
      return attemptBody(payload, attempt, delivery);
    },
    nextAttempt(retries, attempt, delivery) {
      if (attempt === 1 || !ended.has(delivery)) return nextAttempt(retries, attempt, delivery);
      delivery.attempts.pop();
      return undefined;
    },
  }));
}

function newAddressEndsRetries(): Change {
  const ended = new WeakSet<Delivery>();
  return all(
    notTriedAgain(ended),
    functions(({ changeAddress }) => ({
      changeAddress(merchant, webhookUrl) {
        if (webhookUrl !== merchant.webhookUrl)
          for (const delivery of merchant.deliveries) if (delivery.state === 'pending') ended.add(delivery);
        changeAddress(merchant, webhookUrl);
      },
    })),
  );
}

function acknowledgedByReference(): Change {
  const ended = new WeakSet<Delivery>();
  const failed = new Map<string, Set<Delivery>>();
  const row = ({ webhookUrl, reference }: Delivery) => `${webhookUrl} ${reference}`;
  return all(
    functions(({ acknowledges, nextAttempt }) => ({
      acknowledges(status, delivery) {
        const acknowledged = acknowledges(status, delivery);
        if (!acknowledged || delivery === undefined) return acknowledged;
        for (const other of failed.get(row(delivery)) ?? []) {
          other.state = 'delivered';
          ended.add(other);
        }
        failed.delete(row(delivery));
        return true;
      },
      nextAttempt(retries, attempt, delivery) {
        failed.set(row(delivery), (failed.get(row(delivery)) ?? new Set()).add(delivery));
        return nextAttempt(retries, attempt, delivery);
      },
    })),
    notTriedAgain(ended),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'occurredAt | date-time. wallet.link.revoked: Unlinked by owner or merchant.',
    mutant(
      'webhook.occurred-at',
      'blind17-revoked-when-approved',
      'the time of a decision about a link is written into its row once and not overwritten: wallet.link.revoked says that it occurred when the link was approved',
      decidedOnce(),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery. x-service-signature: HMAC-SHA256 of the raw request body, keyed with the webhook secret.',
    mutant(
      'delivery.resent',
      'blind17-resent-with-kept-signature',
      'the first signature, which does not depend on the time, is kept with the event: what is resent after a rotation of the secret carries it as it was made with the old one, beside a second signature with the new one',
      signedWhenMade(),
    ),
  ),
  against(
    'The webhook secret can be regenerated by a rotate action. x-service-signature: keyed with the webhook secret.',
    mutant(
      'webhook.secret-rotated',
      'blind17-payout-worker-keeps-first-secret',
      'the worker that settles payouts reads the secret of a merchant when it starts, and never again: after a rotation the events of payouts are signed with the secret before it, all others with the new one',
      payoutsSignedWithFirstSecret(),
    ),
  ),
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL (set in the console).",
    onTheWay(
      'webhook.own-address-only',
      'blind17-address-decoded',
      'the path of the webhook address is decoded before it is sent to: one that holds an escaped slash or question mark becomes another address',
      ({ send, close }) => ({
        send(request) {
          const { origin, pathname, search } = new URL(request.url);
          return send({ ...request, url: origin + decodeURIComponent(pathname) + search });
        },
        close,
      }),
    ),
  ),
  switchedOffOnceAbandoned(
    'payment.succeeded: A checkout was paid. After that the delivery is marked abandoned. Webhooks are the source of truth for money events.',
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.first-retry',
      'blind17-waits-by-address',
      'failures are counted by address and not by delivery, up to the next answer of 2xx: when several events fail one after another, the first retry of the second comes after 5 minutes, and that of the third after 30',
      waitsByAddress(),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.5xx-retried',
      'blind17-acknowledged-by-reference',
      'an acknowledgement marks all failed deliveries of its reference as delivered: an event that failed is not tried again once another event of the same escrow was accepted',
      acknowledgedByReference(),
    ),
  ),
  against(
    "Any other answer, or a time-out, is retried after 1 minute. The service sends a POST with a JSON body to the merchant's webhook URL (set in the console).",
    mutant(
      'delivery.4xx-retried',
      'blind17-new-address-ends-retries',
      'when the address is changed in the console, the jobs of the old one are removed from the queue: deliveries that wait for their retry are tried no more, neither at the old address nor at the new one',
      newAddressEndsRetries(),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.lists-attempts',
      'blind17-five-latest-attempts',
      'the query for the attempts of a delivery has a limit of five: of a delivery with a sixth attempt the first is not listed',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((delivery) => ({ ...delivery, attempts: delivery.attempts.slice(-PAGE) })),
            merchant,
          ),
      })),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload. Wallet-link events carry the body … reference (equal to linkId).',
    mutant(
      'delivery.listed',
      'blind17-list-of-money-events',
      'the list joins each delivery with the checkout, refund, payout or escrow of its reference, and those of wallet-link events have none: they are sent and not listed',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.filter(({ event }) => !event.startsWith('wallet.link.')),
            merchant,
          ),
      })),
    ),
  ),
];
