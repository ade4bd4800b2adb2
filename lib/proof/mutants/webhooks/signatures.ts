/** Defects of how webhooks are signed, and of where they are sent. */
import { createHmac } from 'node:crypto';
import { headersOf } from '../blind/ways-of-delivery.ts';
import { functions } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { before } from '../steps.ts';

const signing: readonly Mutant[] = [
  mutant(
    'webhook.request',
    'webhook-as-text',
    'webhooks are sent as text/plain',
    header('content-type', () => 'text/plain'),
  ),
  mutant(
    'webhook.request',
    'webhook-as-form',
    'webhooks are sent as a form',
    header('content-type', () => 'application/x-www-form-urlencoded'),
  ),
  mutant(
    'webhook.signature',
    'signature-in-upper-case',
    'the signature is in upper case',
    functions(({ signV1 }) => ({ signV1: (...parts) => signV1(...parts).toUpperCase() })),
  ),
  mutant(
    'webhook.signature',
    'signature-sha512',
    'the signature is made with SHA-512',
    functions(() => ({ signV1: (secret, body) => createHmac('sha512', secret).update(body).digest('hex') })),
  ),
  mutant(
    'webhook.signature',
    'signature-with-prefix',
    'the signature begins with sha256=',
    functions(({ signV1 }) => ({ signV1: (...parts) => `sha256=${signV1(...parts)}` })),
  ),
  mutant(
    'webhook.signature',
    'signature-over-sorted-json',
    'the signature is made over JSON with its keys sorted',
    functions(({ signV1 }) => ({
      signV1: (secret, body) =>
        signV1(secret, JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).sort()))),
    })),
  ),
  mutant(
    'webhook.signature-v2',
    'signature-v2-without-timestamp',
    'the second signature is made over the body alone',
    functions(({ signV1 }) => ({ signV2: (secret, _, body) => signV1(secret, body) })),
  ),
  mutant(
    'webhook.signature-v2',
    'signature-v2-with-colon',
    'the second signature has a colon for the full stop',
    functions(({ signV1 }) => ({ signV2: (secret, timestamp, body) => signV1(secret, `${timestamp}:${body}`) })),
  ),
  mutant(
    'webhook.signature-v2',
    'signature-v2-base64',
    'the second signature is base64',
    functions(() => ({
      signV2: (secret, timestamp, body) => createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('base64'),
    })),
  ),
  mutant(
    'webhook.timestamp',
    'webhook-timestamp-in-milliseconds',
    'the timestamp is in milliseconds',
    timestamp((seconds) => `${seconds}000`),
  ),
  mutant(
    'webhook.timestamp',
    'webhook-timestamp-an-hour-late',
    'the timestamp is an hour ahead',
    timestamp((seconds) => String(Number(seconds) + 3_600)),
  ),
  mutant(
    'webhook.timestamp',
    'webhook-timestamp-an-hour-early',
    'the timestamp is an hour behind',
    timestamp((seconds) => String(Number(seconds) - 3_600)),
  ),
  mutant(
    'webhook.signature-over-raw-bytes',
    'signature-over-escaped-json',
    'the signature is made over JSON in which non-ASCII text is escaped',
    functions(({ signV1 }) => ({ signV1: (secret, body) => signV1(secret, escaped(body)) })),
  ),
  mutant(
    'webhook.signature-over-raw-bytes',
    'signature-v2-over-latin1',
    'the second signature is made over Latin-1 bytes',
    functions(() => ({
      signV2: (secret, at, body) => createHmac('sha256', secret).update(`${at}.${body}`, 'latin1').digest('hex'),
    })),
  ),
  mutant(
    'webhook.signature-over-raw-bytes',
    'signature-over-normalised-text',
    'the signature is made over text in Unicode form NFC',
    functions(({ signV1 }) => ({ signV1: (secret, body) => signV1(secret, body.normalize('NFC')) })),
  ),
  mutant(
    'version.both-signatures',
    'webhook-without-first-signature',
    'deliveries carry the second signature only',
    header('x-service-signature', () => undefined),
  ),
  mutant(
    'version.both-signatures',
    'webhook-without-second-signature',
    'deliveries carry the first signature only',
    header('x-service-signature-v2', () => undefined),
  ),
  mutant(
    'version.both-signatures',
    'webhook-second-signature-keeps-the-secret',
    'the secret of the second signature is kept with the event, that of the first is read for each attempt: of a retry after a rotation each is made with another one',
    secondByTheFirstSecret(),
  ),
];

const addresses: readonly Mutant[] = [
  toOthersToo(),
  mutant(
    'webhook.address-changed',
    'webhook-address-stays',
    'events go to the first address that a merchant had',
    functions(() => ({ changeAddress: () => {} })),
  ),
  mutant(
    'webhook.secret-rotated',
    'webhook-secret-stays',
    'events are signed with the first secret that a merchant had',
    functions(() => ({ changeSecret: () => {} })),
  ),
  mutant(
    'webhook.secret-rotated',
    'webhook-secret-changes-for-second-signature-only',
    'after a rotation the first signature is still made with the old secret',
    (rules) => {
      const old = new Map<string, string>();
      return functions(({ changeSecret, webhookHeaders }) => ({
        changeSecret(merchant, secret) {
          old.set(secret, merchant.webhookSecret);
          changeSecret(merchant, secret);
        },
        webhookHeaders: (own, secret, at, body) => ({
          ...webhookHeaders(own, secret, at, body),
          'x-service-signature': own.functions.signV1(old.get(secret) ?? secret, body),
        }),
      }))(rules);
    },
  ),
];

export const signatureMutants: readonly Mutant[] = [...signing, ...addresses];

/** The webhook addresses of all merchants are collected at each request. */
function toOthersToo(): Mutant {
  const addresses = new Map<string, Set<string>>();
  return {
    breaks: 'webhook.own-address-only',
    name: 'webhook-to-other-merchants',
    what: 'an event also goes to addresses of other merchants',
    rules: before('limitRate', ({ environment }, next) => {
      const all = new Set([...environment.merchants.values()].flatMap(({ webhookUrl }) => webhookUrl ?? []));
      for (const url of all) addresses.set(url, all);
      return next();
    }),
    transport: (transport) => ({
      ...transport,
      async send(request) {
        const others = [...(addresses.get(request.url) ?? [])].filter((url) => url !== request.url).slice(-5);
        await Promise.all(others.map((url) => transport.send({ ...request, url }).catch(() => 0)));
        return transport.send(request);
      },
    }),
  };
}

function secondByTheFirstSecret(): Change {
  const kept = new WeakMap<object, string>();
  return headersOf(
    () => true,
    ({ rules, secret, timestamp, body, delivery }) => {
      const first = kept.get(delivery) ?? secret;
      kept.set(delivery, first);
      return { 'x-service-signature-v2': rules.functions.signV2(first, timestamp, body) };
    },
  );
}

function header(name: string, change: (value: string) => string | undefined): Change {
  return functions(({ webhookHeaders }) => ({
    webhookHeaders: (...parts) => {
      const { [name]: value = '', ...others } = webhookHeaders(...parts);
      const changed = change(value);
      return changed === undefined ? others : { ...others, [name]: changed };
    },
  }));
}

/** Changes the timestamp, both in the header and in what is signed. */
function timestamp(change: (seconds: string) => string): Change {
  return functions(({ webhookHeaders }) => ({
    webhookHeaders: (rules, secret, at, body) => webhookHeaders(rules, secret, change(at), body),
  }));
}

function escaped(json: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins there
  return json.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
