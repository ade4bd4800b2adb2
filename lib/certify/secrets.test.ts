import { expect, test } from 'vitest';
import { sign } from '../capture/signature.ts';
import { type Asked, answering } from '../target/answering.support.ts';
import { certify, filesIn, freePort, outcomeOf } from './command.support.ts';

const secrets = {
  TARGET_API_KEY: 'svc_test_sk_Zm9vYmFy+/one?two=3',
  TARGET_OTHER_API_KEY: 'svc_test_sk_another0merchant',
  TARGET_WEBHOOK_SECRET: 'whsec_dHdvIHdvcmRz/"quoted"',
  TARGET_CONTROL_TOKEN: 'control-token-0f1e2d3c4b5a',
};

/** Every way in which a secret could be spelled: as it is, escaped, percent-encoded, hexadecimal, in base64 wherever it begins. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const core = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const plain = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), bytes.toString('hex')];
  return [...plain, ...inBase64];
}

/** All that a target could say about a secret. */
const gossip = (secret: string) => ({
  plain: secret,
  escaped: encodeURIComponent(secret),
  hex: Buffer.from(secret).toString('hex'),
  base64: [secret, `a${secret}`, `ab${secret}`].map((text) => Buffer.from(text).toString('base64')),
});

test('secrets of the settings stand in no file of a run and in nothing that it prints', {
  timeout: 60_000,
}, async () => {
  const port = await freePort();
  const hooks = `http://127.0.0.1:${port}/hooks`;

  /** Gives back whatever it is told, in every spelling it can think of. */
  const target = await answering(({ method, path, body, headers }) => {
    const key = String(headers.authorization).replace('Bearer ', '');
    const told = { ...gossip(key), other: gossip(secrets.TARGET_WEBHOOK_SECRET) };
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
      return [200, { reference: path.split('/').at(-1), status: 'succeeded', told }];
    return (response) => {
      response.writeHead(401, { 'x-told': key, 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'unauthorized', message: key }, told }));
    };
  });
  const control = await answering(({ path, body }: Asked) => {
    const told = gossip(secrets.TARGET_CONTROL_TOKEN);
    if (path === '/') return [200, { supports: ['POST /merchants/{id}/checkouts/{reference}/settle'] }];
    if (!path.endsWith('/settle')) return [404, told];
    if (body.includes('failed')) return [500, told];
    const payload = Buffer.from(
      JSON.stringify({
        id: 'evt_1',
        event: 'payment.succeeded',
        reference: path.split('/').at(-2),
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

  const ids = [
    'checkout.created',
    'checkout.paid',
    'checkout.payment-fails',
    'checkout.other-merchant-sees-nothing',
    'webhook.payment-succeeded',
    'auth.unknown-key-refused',
    'auth.other-merchants-id-refused',
  ];
  const ran = await certify(['--requirement', ids.join(',')], {
    ...secrets,
    TARGET_BASE_URL: target.url,
    TARGET_MERCHANT_ID: 'mch_test_1',
    TARGET_OTHER_MERCHANT_ID: 'mch_test_2',
    TARGET_CONTROL_URL: control.url,
    CAPTURE_LISTEN: `127.0.0.1:${port}`,
    CAPTURE_PUBLIC_URL: hooks,
  });

  // The secrets came by on every way there is.
  expect(ran.status).toBe(1);
  expect([outcomeOf(ran, 'checkout.created'), outcomeOf(ran, 'checkout.payment-fails')]).toEqual(['failed', 'blocked']);
  expect(outcomeOf(ran, 'webhook.payment-succeeded')).toBe('passed');
  expect(ran.stdout).toContain('$TARGET_API_KEY');
  expect(ran.stdout).toContain('$TARGET_CONTROL_TOKEN');
  const files = filesIn(ran.out);
  expect(files.find(({ name }) => name === 'deliveries.ndjson')?.content.toString()).toContain(
    '$TARGET_WEBHOOK_SECRET',
  );
  expect(files.length).toBeGreaterThan(10);

  const places = [
    ...files,
    { name: 'stdout', content: Buffer.from(ran.stdout) },
    { name: 'stderr', content: Buffer.from(ran.stderr) },
  ];
  const leaks = Object.entries(secrets).flatMap(([setting, secret]) =>
    places.flatMap(({ name, content }) =>
      spellings(secret).some((text) => content.includes(text)) ? `${setting} in ${name}` : [],
    ),
  );
  expect(leaks).toEqual([]);
});
