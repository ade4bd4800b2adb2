import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { freePort } from '../../engine/http/testing/free-port.ts';
import { sign } from '../../engine/webhooks/signature.ts';
import { type Asked, answering } from '../../interface/control/answering.support.ts';
import { verifyFolder } from '../../interface/verify.ts';
import { buildReport } from '../report/report.ts';
import { certify, type Ended, filesIn, outcomeOf } from './command.support.ts';

const secrets = {
  TARGET_API_KEY: 'svc_test_sk_Zm9vYmFy+/one?two=3',
  TARGET_OTHER_API_KEY: 'svc_test_sk_another0merchant',
  TARGET_WEBHOOK_SECRET: 'whsec_dHdvIHdvcmRz/"quoted"',
  TARGET_CONTROL_TOKEN: 'control-token-0f1e2d3c4b5a',
  TARGET_LIVE_API_KEY: 'svc_live_sk_l1ve&<key>',
  TARGET_LIVE_WEBHOOK_SECRET: 'whsec_live \\ secret',
  PAGE_BUYER_PASSWORD: "correct horse 'battery'",
};

/** Not secret in a sandbox, but masked in all reports like a real card number. */
const card = '4242424242424242';

const bytesOf = (secret: string, each: (hex: string) => string) =>
  [...Buffer.from(secret)].map((byte) => each(byte.toString(16).padStart(2, '0'))).join('');

/** Every encoding of a secret: plain, escaped, percent-encoded, hexadecimal, base64 at any offset. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const core = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    ...[secret, json, JSON.stringify(json).slice(1, -1), encodeURIComponent(secret), encodeURI(secret)],
    ...[bytesOf(secret, (hex) => hex), bytesOf(secret, (hex) => hex.toUpperCase())],
    ...[bytesOf(secret, (hex) => `%${hex}`), bytesOf(secret, (hex) => `%${hex.toUpperCase()}`)],
    bytesOf(secret, (hex) => `\\u00${hex}`),
    ...inBase64,
  ];
}

/** Encodings in which a target could send a secret. */
const gossip = (secret: string) => ({
  plain: secret,
  inside: JSON.stringify({ it: secret }),
  escaped: encodeURIComponent(secret),
  percent: bytesOf(secret, (hex) => `%${hex}`),
  Percent: bytesOf(secret, (hex) => `%${hex.toUpperCase()}`),
  hex: bytesOf(secret, (hex) => hex),
  Hex: bytesOf(secret, (hex) => hex.toUpperCase()),
  units: bytesOf(secret, (hex) => `\\u00${hex}`),
  page: `<p>${secret.replaceAll('"', '&quot;')}`,
  base64: [secret, `a${secret}`, `ab${secret}`].map((text) => Buffer.from(text).toString('base64')),
});

/** The places that contain one of these secrets: a file, encoded or compressed content in a file, or the output. */
function leaks(ran: Ended, known: Readonly<Record<string, string>>): string[] {
  const places = [
    ...filesIn(ran.out).flatMap(({ name, content }) => [{ name, content }, ...inside(name, content)]),
    { name: 'stdout', content: Buffer.from(ran.stdout) },
    { name: 'stderr', content: Buffer.from(ran.stderr) },
  ];
  return Object.entries(known).flatMap(([setting, secret]) =>
    places.flatMap(({ name, content }) =>
      spellings(secret).some((text) => content.includes(text)) ? `${setting} in ${name}` : [],
    ),
  );
}

/** What is encoded or compressed inside a file, such as the data in a report of one file, at any depth. */
function inside(name: string, content: Buffer): { name: string; content: Buffer }[] {
  const parts = content.toString('latin1').match(/[A-Za-z0-9+/]{24,}={0,2}/g) ?? [];
  return parts.flatMap((text) => {
    const decoded = Buffer.from(text, 'base64');
    const plain = decoded[0] === 0x1f && decoded[1] === 0x8b ? gunzipSync(decoded) : decoded;
    const part = { name: `${name}, inside`, content: plain };
    // Images and fonts contain no text.
    return plain.length < 1_000_000 && /^[\t\n\r -~]{16}/.test(plain.toString('latin1'))
      ? [part, ...inside(part.name, plain)]
      : [part];
  });
}

test('secrets of the settings stand in no file of a run and in nothing that it prints', async () => {
  const port = await freePort();
  const hooks = `http://127.0.0.1:${port}/hooks`;

  /** Echoes the secrets that it receives in many encodings. */
  const target = await answering(({ method, path, body, headers }) => {
    const key = String(headers.authorization).replace('Bearer ', '');
    const told = [key, card, ...Object.values(secrets)].map(gossip);
    if (method === 'POST' && path === '/v1/checkouts') {
      const { reference } = JSON.parse(body) as { reference: string };
      return [
        201,
        {
          id: key,
          reference,
          status: `pending ${key}`,
          checkoutUrl: `https://pay.example/${encodeURIComponent(key)}`,
          told,
        },
      ];
    }
    if (path.startsWith('/v1/checkouts/'))
      return [200, { id: key, reference: path.split('/').at(-1), status: 'succeeded', told }];
    return (response) => {
      response.writeHead(401, `no ${encodeURIComponent(key)}`, { 'x-told': key, 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'unauthorized', message: key }, told }));
    };
  });
  const control = await answering(({ path, body }: Asked) => {
    const told = gossip(secrets.TARGET_CONTROL_TOKEN);
    if (path === '/') return [200, { supports: ['POST /merchants/{id}/checkouts/{reference}/settle'] }];
    if (!path.endsWith('/settle')) return [404, told];
    if (body.includes('failed')) return [500, told];
    const reference = path.split('/').at(-2);
    const payload = Buffer.from(
      JSON.stringify({
        id: `evt_${reference}`,
        event: 'payment.succeeded',
        reference,
        told: Object.values(secrets).map(gossip),
      }),
    );
    const { v1, v2 } = sign(payload, secrets.TARGET_WEBHOOK_SECRET, '1795000000');
    const headers = {
      'x-service-timestamp': '1795000000',
      'x-service-signature': v1,
      'x-service-signature-v2': v2,
      'x-told': 'b',
    };
    void fetch(hooks, { method: 'POST', body: payload, headers }).catch(() => {});
    return [200];
  });

  const live = await answering(() => [404]);
  const ids = [
    'checkout.created',
    'checkout.record-found',
    'checkout.paid',
    'checkout.payment-fails',
    'checkout.other-merchant-sees-nothing',
    'webhook.payment-succeeded',
    'auth.unknown-key-refused',
    'auth.other-merchants-id-refused',
  ];
  const ran = await certify(['--verbose', '--requirement', ids.join(',')], {
    ...secrets,
    TARGET_BASE_URL: target.url,
    TARGET_MERCHANT_ID: 'mch_test_1',
    TARGET_OTHER_MERCHANT_ID: 'mch_test_2',
    TARGET_LIVE_BASE_URL: live.url,
    TARGET_LIVE_MERCHANT_ID: 'mch_live_1',
    TARGET_CONTROL_URL: control.url,
    CAPTURE_LISTEN: `127.0.0.1:${port}`,
    CAPTURE_PUBLIC_URL: hooks,
  });

  // The target has sent the secrets in all these ways.
  expect({ status: ran.status, said: ran.stderr }).toMatchObject({ status: 1 });
  expect([outcomeOf(ran, 'checkout.created'), outcomeOf(ran, 'checkout.payment-fails')]).toEqual(['failed', 'blocked']);
  expect(ran.stdout).toContain('$TARGET_API_KEY');
  expect(ran.stdout).toContain('$TARGET_CONTROL_TOKEN');
  const files = filesIn(ran.out);
  const delivered = files.find(({ name }) => name === 'deliveries.ndjson')?.content.toString();
  expect(delivered).toContain('$TARGET_WEBHOOK_SECRET');
  const checks = files.find(({ name }) => name === 'checks.ndjson')?.content.toString();
  expect(checks).toMatch(/"about":"webhook\.payment-succeeded".*"outcome":"passed"/);
  expect(files.find(({ name }) => name === 'exchanges.har')?.content.toString()).toContain('$TEST_CARD_NUMBER');
  expect(files.length).toBeGreaterThan(10);

  // Values masked on both sides still compare as equal, and signatures can be checked with the secret.
  expect((await verifyFolder(ran.out, null, secrets)).contradictions).toEqual([]);

  // The report that is built later from the files is examined too.
  await buildReport(ran.out);
  expect(leaks(ran, { ...secrets, card })).toEqual([]);
});

test('nor do those of merchants that were made for the run, whoever tells them', async () => {
  const made: Record<string, string> = {};
  /** By API key; several after a rotation. */
  const secretOf = new Map<string, string>();
  const keyOf = new Map<string, string>();
  let merchants = 0;
  const control = await answering(({ path, body }: Asked) => {
    if (path === '/') {
      return [200, { supports: ['POST /merchants', 'POST /merchants/{merchantId}/rotate-webhook-secret'] }];
    }
    if (!path.startsWith('/merchants')) return [404];
    const number = ++merchants;
    const [apiKey, webhookSecret] = [`svc_test_sk_made0for0the0run0${number}`, `whsec_made0for0the0run0${number}`];
    Object.assign(made, { [`key ${number}`]: apiKey, [`secret ${number}`]: webhookSecret });
    if (path.endsWith('/rotate-webhook-secret')) {
      const key = keyOf.get(path.split('/')[2] ?? '') ?? '';
      secretOf.set(key, `${secretOf.get(key)} ${webhookSecret}`);
      return [200, { webhookSecret }];
    }
    secretOf.set(apiKey, webhookSecret);
    keyOf.set(`mch_test_${number}`, apiKey);
    const { webhookUrl } = JSON.parse(body) as { webhookUrl?: string };
    hooks.set(apiKey, String(webhookUrl));
    return [201, { merchantId: `mch_test_${number}`, apiKey, webhookSecret }];
  });
  const hooks = new Map<string, string>();
  const target = await answering(({ path, method, headers, body }) => {
    const key = String(headers.authorization).replace('Bearer ', '');
    const told = [key, secretOf.get(key) ?? ''].flatMap((text) => text.split(' ')).map(gossip);
    if (method === 'POST' && path === '/v1/payouts') {
      const { reference } = JSON.parse(body) as { reference: string };
      const payload = JSON.stringify({ id: 'evt_1', event: 'payout.succeeded', reference, told });
      const { v1, v2 } = sign(Buffer.from(payload), secretOf.get(key)?.split(' ').at(-1) ?? '', '1795000000');
      const headers = {
        'x-service-timestamp': '1795000000',
        'x-service-signature': v1,
        'x-service-signature-v2': v2,
        'x-told': key,
      };
      void fetch(String(hooks.get(key)), { method: 'POST', body: payload, headers }).catch(() => {});
      return [201, { id: key, reference, status: 'succeeded', told }];
    }
    return [404, { error: { code: key, message: `no ${key}` }, told }];
  });
  const ids = ['checkout.created', 'checkout.reference-unique-per-merchant', 'webhook.secret-rotated'];
  const ran = await certify(['--profile', 'standard', '--requirement', ids.join(',')], {
    TARGET_BASE_URL: target.url,
    TARGET_CONTROL_URL: control.url,
  });
  expect(ran.status).toBe(1);
  expect(outcomeOf(ran, 'webhook.secret-rotated')).toBe('passed');
  expect(Object.keys(made).length).toBeGreaterThan(6);
  expect(leaks(ran, made)).toEqual([]);
});

test('addresses of buyers are made up, at domains that belong to nobody', async () => {
  const ran = await certify([
    ...['--profile', 'standard'],
    ...['--chapter', 'checkouts,refunds', '--requirement', 'escrow.buyer-email-restricts'],
  ]);
  expect(ran.status).toBe(0);
  const addresses = filesIn(ran.out)
    .filter(({ name }) => /\.(json|ndjson|har|xml|properties)$/.test(name))
    .flatMap(({ content }) => content.toString().match(/[\w.+-]+@[\w-]+\.[\w.-]*\w/g) ?? []);
  expect(addresses.length).toBeGreaterThan(50);
  expect(
    [...new Set(addresses)].filter((address) => !/[@.]example\.(com|net|org)$|\.test$|@example\.\.com$/i.test(address)),
  ).toEqual([]);
});
