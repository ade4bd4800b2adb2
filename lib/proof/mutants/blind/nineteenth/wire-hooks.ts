/** Webhooks and the console, as queues, forms and a rotation with an overlap make them. */
import type { Clock } from '../../../reference/engine/clock.ts';
import type { Transport } from '../../../reference/engine/transport.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant, onTheWay } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY, parsed } from '../ways.ts';
import { headersOf } from '../ways-of-delivery.ts';

/** The time in which a queue drops what it has had already, in milliseconds of the service's clock. */
const DEDUPLICATION_MS = 300_000;

function bothSecretsSign(): Change {
  let clock: Clock | undefined;
  const rotated = new Map<string, { old: string; until: number }>();
  return all(
    before('limitRate', ({ service }, next) => {
      clock = service.clock;
      return next();
    }),
    functions(({ changeSecret }) => ({
      changeSecret(merchant, webhookSecret) {
        const now = clock?.now();
        if (now !== undefined) rotated.set(webhookSecret, { old: merchant.webhookSecret, until: now / 1_000 + DAY });
        changeSecret(merchant, webhookSecret);
      },
    })),
    headersOf(
      () => true,
      ({ rules, secret, timestamp, body }): Record<string, string> => {
        const overlap = rotated.get(secret);
        if (overlap === undefined || Number(timestamp) >= overlap.until) return {};
        const { signV1, signV2 } = rules.functions;
        const both = (sign: (secret: string) => string) => `${sign(secret)},${sign(overlap.old)}`;
        return {
          'x-service-signature': both((each) => signV1(each, body)),
          'x-service-signature-v2': both((each) => signV2(each, timestamp, body)),
        };
      },
    ),
  );
}

/** Saving the setting, in a later call than the address, saves the address that was there before. */
function formSavesWhatItLoaded(): Change {
  return functions(({ changeAddress }) => ({
    changeAddress(merchant, webhookUrl) {
      const loaded = merchant.webhookUrl;
      changeAddress(merchant, webhookUrl);
      let required = merchant.requireLinkedWallets;
      let isLater = false;
      queueMicrotask(() => {
        isLater = true;
      });
      Object.defineProperty(merchant, 'requireLinkedWallets', {
        configurable: true,
        enumerable: true,
        get: () => required,
        set: (value: boolean) => {
          required = value;
          if (isLater) merchant.webhookUrl = loaded;
        },
      });
    },
  }));
}

function queueDropsRepetitions(): Change {
  const wrapped = new WeakSet<object>();
  return before('limitRate', ({ service }, next) => {
    if (wrapped.has(service)) return next();
    wrapped.add(service);
    const { resend } = service;
    service.resend = (merchant, id) => {
      const eventId = merchant.deliveries.find((delivery) => delivery.id === id)?.eventId;
      const since = service.clock.now() - DEDUPLICATION_MS;
      const isRepetition = merchant.deliveries.some((each) => each.eventId === eventId && each.since > since);
      return isRepetition || resend(merchant, id);
    };
    return next();
  });
}

/** By address, event and reference: the id of the event that was told first. */
function toldOncePerAddress({ send, close }: Transport): Transport {
  const told = new Map<string, unknown>();
  return {
    async send(request) {
      const { id, event, reference } = parsed(request.body) as Record<string, unknown>;
      const what = JSON.stringify([request.url, event, reference]);
      const first = told.get(what) ?? id;
      told.set(what, first);
      return first === id ? await send(request) : 200;
    },
    close,
  };
}

/** What Resend sends has the second signature alone. */
function resentWithTheNewerScheme(): Change {
  const firstOf = new Map<string, string>();
  return functions(({ webhookHeaders }) => ({
    webhookHeaders(rules, secret, timestamp, body, delivery) {
      const headers = webhookHeaders(rules, secret, timestamp, body, delivery);
      if (delivery === undefined) return headers;
      const first = firstOf.get(delivery.eventId) ?? delivery.id;
      firstOf.set(delivery.eventId, first);
      if (first === delivery.id) return headers;
      return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-service-signature'));
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'x-service-signature | Lowercase hex HMAC-SHA256 of the raw request body, keyed with the webhook secret.',
    mutant(
      'webhook.secret-rotated',
      'blind19-both-secrets-sign-for-a-day',
      'for a day after a rotation both secrets sign, so that receivers can change over: each of the two headers holds two signatures with a comma between them',
      bothSecretsSign(),
    ),
  ),
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL (set in the console).",
    mutant(
      'webhook.address-changed',
      'blind19-settings-form-saves-what-it-loaded',
      "the form of 'require linked wallets' saves every setting that its page has loaded, the webhook address as well: where the address was changed and that setting is saved after it, the address before is set again, or none",
      formSavesWhatItLoaded(),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.resent',
      'blind19-queue-drops-repetitions-for-five-minutes',
      'the queue of deliveries takes the id of the event for that of the message, and drops one that it has had within five minutes: a Resend that comes sooner after the event, or after another Resend, is accepted, and nothing is sent or listed',
      queueDropsRepetitions(),
    ),
  ),
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL. payment.succeeded: A checkout was paid.",
    onTheWay(
      'webhook.own-address-only',
      'blind19-told-once-per-address',
      'the sender drops what an address was told before, by event and reference as receivers do: of two merchants with one webhook address and one reference the second is not told, and its delivery counts as acknowledged',
      toldOncePerAddress,
    ),
  ),
  against(
    'Webhook signing has two schemes side by side: `x-service-signature` and `x-service-signature-v2`.',
    mutant(
      'version.both-signatures',
      'blind19-resent-with-the-newer-scheme',
      'Resend was built for the console later than the rest, when there was the second scheme: what is resent carries x-service-signature-v2, and no x-service-signature',
      resentWithTheNewerScheme(),
    ),
  ),
];
