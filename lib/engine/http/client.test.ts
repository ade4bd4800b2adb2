import { describe, expect, it } from 'vitest';
import type { Api } from '../../interface/actors/endpoints.ts';
import { apiKey, useEchoServer } from './testing/echo-server.ts';
import type { CallOptions } from './types.ts';

const echo = useEchoServer();

describe('endpoints', () => {
  const ref = 'a.b_c:d-e/f g%é';
  const escaped = 'a.b_c%3Ad-e%2Ff%20g%25%C3%A9';
  const body = { amount: 5_000 };
  const calls: [string, (client: Api) => Promise<unknown>, string, string][] = [
    ['POST /v1/checkouts', (c) => c.createCheckout(body), '{"amount":5000}', 'key'],
    [`GET /v1/checkouts/${escaped}`, (c) => c.getCheckout(ref), '', ''],
    ['POST /v1/refunds', (c) => c.createRefund(body), '{"amount":5000}', 'key'],
    [`GET /v1/refunds/${escaped}`, (c) => c.getRefund(ref), '', ''],
    ['POST /v1/payouts', (c) => c.createPayout(body), '{"amount":5000}', 'key'],
    [`GET /v1/payouts/${escaped}`, (c) => c.getPayout(ref), '', ''],
    ['POST /v1/escrows', (c) => c.createEscrow(body), '{"amount":5000}', 'key'],
    [`GET /v1/escrows/${escaped}`, (c) => c.getEscrow(ref), '', ''],
    [`POST /v1/escrows/${escaped}/release`, (c) => c.releaseEscrow(ref), '', 'key'],
    [`POST /v1/escrows/${escaped}/refund`, (c) => c.refundEscrow(ref), '{}', 'key'],
    [`POST /v1/escrows/${escaped}/refund`, (c) => c.refundEscrow(ref, body), '{"amount":5000}', 'key'],
    [`POST /v1/escrows/${escaped}/cancel`, (c) => c.cancelEscrow(ref), '', 'key'],
    [`GET /v1/accounts/${escaped}`, (c) => c.getAccount(ref), '', ''],
    ['GET /v1/banks', (c) => c.listBanks(), '', ''],
    ['GET /v1/balance', (c) => c.getBalance(), '', ''],
    ['POST /v1/wallet-links', (c) => c.createWalletLink(body), '{"amount":5000}', 'key'],
    [`GET /v1/wallet-links/${escaped}`, (c) => c.getWalletLink(ref), '', ''],
    [`DELETE /v1/wallet-links/${escaped}`, (c) => c.deleteWalletLink(ref), '', ''],
    [`GET /v1/wallets/${escaped}/balance`, (c) => c.getWalletBalance(ref), '', ''],
    [`POST /v1/sandbox/wallet-links/${escaped}/approve`, (c) => c.approveWalletLink(ref), '', 'key'],
    [`POST /v1/sandbox/wallet-links/${escaped}/reject`, (c) => c.rejectWalletLink(ref), '', 'key'],
  ];

  it.each(calls)('%s', async (line, call, sent, key) => {
    await call(echo.client({ newIdempotencyKey: () => 'key' }));
    expect(`${echo.seen[0]?.method} ${echo.seen[0]?.url}`).toBe(line);
    expect(echo.seen[0]?.body).toBe(sent);
    expect(echo.seen[0]?.headers).toMatchObject({ authorization: `Bearer ${apiKey}`, 'x-merchant-id': 'mch_test_1' });
    expect(echo.seen[0]?.headers['idempotency-key'] ?? '').toBe(key);
    expect(echo.seen[0]?.headers['content-type']).toBe(sent === '' ? undefined : 'application/json');
    expect(echo.seen[0]?.headers['accept-encoding']).toBeUndefined();
  });
});

describe('a request', () => {
  it.each(['.', '..'])('sends %j in a path as it is', async (reference) => {
    const exchange = await echo.client({ baseUrl: `${echo.origin}/base/path/` }).getCheckout(reference);
    expect(echo.seen[0]?.url).toBe(`/base/path/v1/checkouts/${reference}`);
    expect(exchange.path).toBe(`/base/path/v1/checkouts/${reference}`);
    expect(exchange.url).toBe(`${echo.origin}/base/path/v1/checkouts/${reference}`);
  });

  it('sends other bytes of a path as they are', async () => {
    await echo.client().request({ method: 'GET', path: '/v1//x/./../%2e%2E/%zz?a=b%20c&d' });
    expect(echo.seen[0]?.url).toBe('/v1//x/./../%2e%2E/%zz?a=b%20c&d');
  });

  it('takes a fresh key on every POST', async () => {
    await echo.client().createRefund({});
    await echo.client().createRefund({});
    const [first, second] = echo.seen.map((one) => one.headers['idempotency-key']);
    expect(first).toBeTruthy();
    expect(first).not.toBe(second);
  });

  const headersOf = async (options: CallOptions) => {
    await echo.client().createRefund({}, options);
    return echo.seen[0]?.headers ?? {};
  };

  it('takes the key it is given, or none', async () => {
    expect((await headersOf({ idempotencyKey: 'mine' }))['idempotency-key']).toBe('mine');
    echo.seen = [];
    expect(await headersOf({ idempotencyKey: null })).not.toHaveProperty('idempotency-key');
  });

  it('takes other credentials, in part or none', async () => {
    expect(await headersOf({ credentials: { apiKey: 'other' } })).toMatchObject({
      authorization: 'Bearer other',
      'x-merchant-id': 'mch_test_1',
    });
    echo.seen = [];
    const none = await headersOf({ credentials: null });
    expect(none).not.toHaveProperty('authorization');
    expect(none).not.toHaveProperty('x-merchant-id');
  });

  it('adds, replaces and takes away headers, whatever their case', async () => {
    const headers = await headersOf({
      headers: { 'X-MERCHANT-ID': 'm', authorization: null, 'X-New': '', accept: 'a' },
    });
    expect(headers).toMatchObject({ 'x-merchant-id': 'm', 'x-new': '', accept: 'a' });
    expect(headers).not.toHaveProperty('authorization');
    expect(echo.records[0]?.request.headers).toContainEqual(['X-MERCHANT-ID', 'm']);
    expect(echo.records[0]?.request.headers.filter(([name]) => name.toLowerCase() === 'x-merchant-id').length).toBe(1);
  });

  it('sends a body that is no JSON, of a type of its own or none', async () => {
    await echo.client().request({ method: 'POST', path: '/v1/x', rawBody: '{"a":', contentType: 'text/plain' });
    await echo
      .client()
      .request({ method: 'POST', path: '/v1/x', rawBody: Buffer.from([0xff, 0x00]), contentType: null });
    await echo.client().request({ method: 'POST', path: '/v1/x', body: null });
    expect(echo.seen.map((one) => [one.body, one.headers['content-type']])).toEqual([
      ['{"a":', 'text/plain'],
      ['\xff\x00', undefined],
      ['null', 'application/json'],
    ]);
    expect(echo.records[1]?.request).toMatchObject({ body: '/wA=', bodyEncoding: 'base64' });
  });

  it('is refused in one line when it cannot be sent', async () => {
    const call = echo.client().request({ method: 'GET', path: '/v1/a b' });
    await expect(call).rejects.toThrow(/^GET \/v1\/a b: [^\n]+$/);
    await expect(echo.client().getBalance({ headers: { 'X-A': 'line\nbreak' } })).rejects.toBeInstanceOf(TypeError);
    expect(echo.records).toEqual([]);
  });

  it('needs an http address', () => {
    for (const baseUrl of ['', 'localhost:80', 'ftp://host', '/v1']) {
      expect(() => echo.client({ baseUrl })).toThrow(/^Not an http or https address/);
    }
  });

  it('is paced, and with() changes the rest', async () => {
    let paced = 0;
    const pace = async () => paced++ < 0;
    const other = echo.client().with({ pace, credentials: { apiKey: 'k', merchantId: 'm' } });
    await other.getBalance();
    expect(paced).toBe(1);
    expect(echo.seen[0]?.headers).toMatchObject({ authorization: 'Bearer k', 'x-merchant-id': 'm' });
  });
});
