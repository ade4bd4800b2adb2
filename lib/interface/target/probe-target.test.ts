import { describe, expect, test } from 'vitest';
import { type Asked, answering, connecting, nobody, type Reply } from '../control/answering.support.ts';
import { probeTarget, Unreachable } from './probe-target.ts';
import { readSettings } from './settings.ts';

/** Every endpoint of the control interface, with placeholders named differently. */
const everything = [
  'POST /clock/advance',
  'POST /merchants',
  'PATCH /merchants/{id}',
  'POST /merchants/{id}/rotate-webhook-secret',
  'GET /merchants/{id}/deliveries',
  'POST /merchants/{id}/deliveries/{delivery}/resend',
  'POST /merchants/{id}/checkouts/{reference}/settle',
  'POST /merchants/{id}/escrows/{reference}/pay',
  'POST /merchants/{id}/escrows/{reference}/dispute',
  'POST /merchants/{id}/escrows/{reference}/buyer-release',
  'POST /wallets',
  'POST /merchants/{id}/wallet-links/{link}/owner',
  'POST /merchants/{id}/processing-delay',
];

let made = 0;
const works = ({ path }: Asked): Reply =>
  path === '/'
    ? [200, { supports: everything }]
    : path === '/merchants'
      ? [201, { merchantId: `mch_${++made}`, apiKey: `key_${made}`, webhookSecret: `secret_${made}` }]
      : [200, { now: '2026-01-01T00:00:00Z' }];

const given = { TARGET_API_KEY: 'svc_test_sk_1', TARGET_MERCHANT_ID: 'mch_test_1' };

async function probed(
  env: Record<string, string>,
  control?: (asked: Asked) => Reply,
  noBrowser: string | null = 'none here',
) {
  const target = await answering(() => [401]);
  const steered = control && (await answering(control));
  const settings = readSettings({
    TARGET_BASE_URL: target.url,
    ...(steered && { TARGET_CONTROL_URL: steered.url }),
    ...env,
  });
  const found = await probeTarget({ ...settings, baseUrl: target.url }, { embedded: false, noBrowser });
  return { found, asked: steered?.asked ?? [] };
}

describe('what a target can do', () => {
  test('with full control and both environments: everything but a browser', async () => {
    const live = await answering(() => [401]);
    const { found } = await probed({ TARGET_LIVE_BASE_URL: live.url }, works);
    expect(found.missing).toEqual({ browser: 'none here' });
    expect(found).toMatchObject({ clock: true, ownMerchants: { sandbox: true, live: true } });
    expect(found.other?.merchantId).not.toBe(found.merchant.merchantId);
    expect(found.live?.merchantId).toMatch(/^mch_/);
  });

  test('without live: every reason about it says what to set', async () => {
    const { found } = await probed({}, works);
    expect(Object.keys(found.missing).sort()).toEqual([
      'browser',
      'live',
      'live-buyer',
      'live-webhooks',
      'other-live-merchant',
    ]);
    expect(found.missing.live).toContain('TARGET_LIVE_BASE_URL is not set');
    expect(found.live).toBeNull();
  });

  test('on this machine more is sent than the rate until a 429, unless a rate or a proxy is given, or merchants can be made', async () => {
    const mayExceed = async (...options: Parameters<typeof probed>) => (await probed(...options)).found;
    expect(await mayExceed(given)).toMatchObject({ rateLimit: 110, mayExceedRate: true });
    expect(await mayExceed({ ...given, TARGET_RATE_LIMIT: '110' })).toMatchObject({
      rateLimit: 110,
      mayExceedRate: false,
    });
    expect(await mayExceed(given, works)).toMatchObject({ mayExceedRate: false });
    const { url } = await answering(() => [401]);
    expect(await mayExceed({ ...given, TARGET_PROXY: url })).toMatchObject({ mayExceedRate: false });
  });

  test('without control: what a merchant can do alone, each reason in words', async () => {
    const { found } = await probed(given);
    expect(found).toMatchObject({ clock: false, control: null, ownMerchants: { sandbox: false, live: false } });
    expect(found.merchant).toMatchObject({ apiKey: 'svc_test_sk_1' });
    expect(Object.keys(found.missing).sort()).toEqual([
      'browser',
      'buyer',
      'clock',
      'deliveries',
      'escrow-buyer',
      'escrow-buyer-email',
      'escrow-buyer-release',
      'escrow-dispute',
      'linked-wallets-setting',
      'live',
      'live-buyer',
      'live-webhooks',
      'other-live-merchant',
      'other-merchant',
      'own-merchant',
      'payment-failure',
      'processing-delay',
      'resend',
      'rotate-secret',
      'wallet-owner',
      'wallets',
      'webhook-url',
      'webhooks',
    ]);
    for (const reason of Object.values(found.missing)) expect(reason).toMatch(/^no(?:ne)? /);
    expect(found.missing.webhooks).toContain('CAPTURE_PUBLIC_URL is not set');
  });

  test('a public address and a secret make webhooks possible; an address alone does not', async () => {
    const address = { ...given, CAPTURE_PUBLIC_URL: 'https://hooks.example.com/a' };
    expect((await probed({ ...address, TARGET_WEBHOOK_SECRET: 's' })).found.missing.webhooks).toBeUndefined();
    expect((await probed(address)).found.missing.webhooks).toContain('TARGET_WEBHOOK_SECRET is not set');
  });

  test('a second merchant given by settings is one', async () => {
    const { found } = await probed({ ...given, TARGET_OTHER_API_KEY: 'b', TARGET_OTHER_MERCHANT_ID: 'c' });
    expect(found.missing['other-merchant']).toBeUndefined();
    expect(found.other).toEqual({ apiKey: 'b', merchantId: 'c', webhookSecret: null });
  });

  test('a browser alone is a buyer', async () => {
    const { found } = await probed(given, undefined, null);
    for (const capability of ['browser', 'buyer', 'escrow-buyer'] as const)
      expect(found.missing).not.toHaveProperty(capability);
    expect(found.missing).toHaveProperty('payment-failure');
  });

  test('with some of control: exactly what it lists', async () => {
    const supports = ['POST /merchants/{m}/checkouts/{c}/settle', 'GET /merchants/{m}/deliveries'];
    const { found, asked } = await probed(given, ({ path }) => (path === '/' ? [200, { supports }] : [404]));
    expect(found).toMatchObject({ clock: false, ownMerchants: { sandbox: false } });
    for (const there of ['buyer', 'payment-failure', 'deliveries'] as const)
      expect(found.missing).not.toHaveProperty(there);
    for (const lacking of ['resend', 'wallets', 'own-merchant', 'escrow-buyer'] as const)
      expect(found.missing).toHaveProperty(lacking);
    expect(asked.map(({ path }) => path)).not.toContain('/merchants/m/checkouts/c/settle');
  });

  test('a control that lists nothing and has nothing is found out by use', async () => {
    const { found } = await probed(given, () => [404]);
    expect(found.clock).toBe(false);
    expect(found.missing).toHaveProperty('own-merchant');
    expect(found.missing).not.toHaveProperty('wallets');
  });

  test('a clock that is listed and fails is a clock: what needs it will be blocked', async () => {
    const { found } = await probed(given, (asked) => (asked.path === '/clock/advance' ? [501] : works(asked)));
    expect(found.clock).toBe(true);
  });

  test('a target may refuse merchants in live', async () => {
    const live = await answering(() => [401]);
    const { found } = await probed({ TARGET_LIVE_BASE_URL: live.url }, (asked) =>
      asked.body.includes('"live"') ? [422] : works(asked),
    );
    expect(found.ownMerchants).toEqual({ sandbox: true, live: false });
    expect(found.missing).toHaveProperty('live');
  });
});

describe('no run can be made', () => {
  async function failure(attempt: Promise<unknown>): Promise<string> {
    const error = await attempt.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Unreachable);
    const { message } = error as Unreachable;
    expect(message).not.toContain('\n');
    return message;
  }
  const meeting = async (baseUrl: string, env: Record<string, string> = {}) =>
    await probeTarget(
      { ...readSettings({ TARGET_BASE_URL: baseUrl, ...given, ...env }), baseUrl },
      { embedded: false, noBrowser: '' },
    );

  test('nobody listens', async () => {
    const url = await nobody();
    expect(await failure(meeting(url))).toBe(`TARGET_BASE_URL: no HTTP answer from ${url} (connection refused)`);
  });

  test('nobody listens, for as long as was to be waited: it says how long that was', async () => {
    const url = await nobody();
    const settings = readSettings({ TARGET_BASE_URL: url, ...given });
    const attempt = probeTarget({ ...settings, baseUrl: url }, { embedded: false, noBrowser: '', waitSeconds: 1 });
    expect(await failure(attempt)).toMatch(/ \(connection refused\), after \d+(\.\d)? s of waiting \(--wait\)$/);
  });

  test('every connection is cut', async () => {
    const url = await connecting((socket) => socket.destroy());
    expect(await failure(meeting(url))).toContain('it cuts the connection');
  });

  test('it is waited for where that is asked for, also when it cuts more connections than would be tried', async () => {
    let left = 6;
    const url = await connecting((socket) => {
      if (left-- > 0) socket.destroy();
      else socket.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    const settings = readSettings({ TARGET_BASE_URL: url, ...given });
    const options = { embedded: false, noBrowser: '', waitSeconds: 300 };
    const found = await probeTarget({ ...settings, baseUrl: url }, options);
    expect([found.baseUrl, left]).toEqual([url, -1]);
  });

  test('what answers is not HTTP', async () => {
    const url = await connecting((socket) => socket.end('SSH-2.0-OpenSSH_9\r\n'));
    expect(await failure(meeting(url))).toMatch(/^TARGET_BASE_URL: no HTTP answer from /);
  });

  test('live cannot be reached', async () => {
    const target = await answering(() => [200]);
    const live = await nobody();
    expect(await failure(meeting(target.url, { TARGET_LIVE_BASE_URL: live }))).toContain(
      'TARGET_LIVE_BASE_URL: no HTTP',
    );
  });

  test('control cannot be reached', async () => {
    const url = await nobody();
    const target = await answering(() => [200]);
    expect(await failure(meeting(target.url, { TARGET_CONTROL_URL: url }))).toMatch(/^control, GET \/: no answer/);
  });

  test('the control token is wrong, also where GET / asks for none', async () => {
    expect(await failure(probed(given, () => [401]))).toContain('TARGET_CONTROL_TOKEN (401 on GET /)');
    expect(await failure(probed(given, ({ path }) => (path === '/' ? [404] : [403])))).toContain(
      'TARGET_CONTROL_TOKEN (403',
    );
  });

  test('no merchant is given, and control makes none', async () => {
    expect(await failure(probed({}, () => [404]))).toMatch(/^no merchant: TARGET_API_KEY/);
  });
});
