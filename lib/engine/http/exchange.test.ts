import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_RECORDED_CHARS } from './pipeline/record.ts';
import { apiKey, useEchoServer } from './testing/echo-server.ts';

const echo = useEchoServer();

describe('an exchange', () => {
  it('has what a check looks at', async () => {
    echo.answer = (response) => response.writeHead(201, { 'X-Two': ['a', 'b'] }).end('{"id":"é"}');
    const before = Date.now();
    const exchange = await echo.client().createCheckout({ amount: 1 }, { idempotencyKey: 'k' });
    expect(exchange).toMatchObject({
      method: 'POST',
      url: `${echo.origin}/v1/checkouts`,
      path: '/v1/checkouts',
      status: 201,
      headers: { 'x-two': 'a, b' },
      text: '{"id":"é"}',
      json: { id: 'é' },
      sent: { body: '{"amount":1}', headers: { 'Idempotency-Key': 'k', Authorization: 'Bearer $TARGET_API_KEY' } },
    });
    expect(exchange.bytes.equals(Buffer.from('{"id":"é"}'))).toBe(true);
    expect(exchange.startedAt).toBeGreaterThanOrEqual(before);
    expect(exchange.durationMs).toBe(exchange.receivedMono - exchange.sentMono);
    expect(exchange.durationMs).toBeGreaterThan(0);
    expect(exchange.id).toBe(echo.records[0]?.id);
  });

  it.each([
    ['', undefined],
    ['{"a":', undefined],
    ['<html>', undefined],
    ['\xff"', undefined],
    ['0', 0],
    ['null', null],
  ])('json of %j', async (body, json) => {
    echo.answer = (response) => response.end(Buffer.from(body, 'latin1'));
    expect((await echo.client().getBalance()).json).toBe(json);
  });

  it('never follows a redirect', async () => {
    echo.answer = (response) => response.writeHead(302, { Location: `${echo.origin}/elsewhere` }).end();
    const exchange = await echo.client().getBalance();
    expect([exchange.status, exchange.headers.location]).toEqual([302, `${echo.origin}/elsewhere`]);
    expect(echo.seen.length).toBe(1);
  });

  it('never decompresses, and keeps compressed bytes out of the record', async () => {
    const packed = gzipSync(`{"key":"${apiKey}"}`);
    echo.answer = (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed);
    const exchange = await echo.client().getBalance();
    expect(exchange.bytes.equals(packed)).toBe(true);
    expect(exchange.json).toBeUndefined();
    expect(echo.records[0]?.response).toMatchObject({ body: '', truncated: true });
  });
});

describe('a record', () => {
  it('holds no secret, wherever it appears', async () => {
    const basic = `Basic ${Buffer.from(`mch_test_1:${apiKey}`).toString('base64')}`;
    echo.answer = (response) => response.writeHead(200, { 'X-Echo': apiKey }).end(`{"key":"${apiKey}"}`);
    const exchange = await echo.client().request({
      method: 'POST',
      path: `/v1/${apiKey}`,
      body: { key: apiKey },
      headers: { 'X-Basic': basic, 'X-Hex': Buffer.from(apiKey).toString('hex') },
      idempotencyKey: apiKey,
    });
    expect(JSON.stringify(echo.records)).not.toContain(apiKey);
    expect(JSON.stringify(exchange.sent) + exchange.url + exchange.path).not.toContain(apiKey);
    expect(echo.records[0]?.request).toMatchObject({
      url: `${echo.origin}/v1/$TARGET_API_KEY`,
      body: '{"key":"$TARGET_API_KEY"}',
    });
    expect(echo.records[0]?.request.headers).toEqual(
      expect.arrayContaining([
        ['Authorization', 'Bearer $TARGET_API_KEY'],
        ['Idempotency-Key', '$TARGET_API_KEY'],
        ['X-Basic', 'Basic $TARGET_API_KEY'],
        ['X-Hex', '$TARGET_API_KEY'],
      ]),
    );
    expect(echo.records[0]?.response?.headers).toContainEqual(['X-Echo', '$TARGET_API_KEY']);
    expect(echo.records[0]?.response?.body).toBe('{"key":"$TARGET_API_KEY"}');
    // The check itself gets the answer unmasked.
    expect(exchange.json).toEqual({ key: apiKey });
  });

  it('masks inside bytes that are no text', async () => {
    echo.answer = (response) => response.end(Buffer.from(`\xff${apiKey}\xfe`, 'latin1'));
    await echo.client().getBalance();
    expect(echo.records[0]?.response).toMatchObject({
      body: Buffer.from('\xff$TARGET_API_KEY\xfe', 'latin1').toString('base64'),
      bodyEncoding: 'base64',
    });
  });

  it('is plain JSON, of bounded length, and shows the header lines that were sent', async () => {
    echo.answer = (response) => response.end('a'.repeat(MAX_RECORDED_CHARS + 1));
    await echo.client().createRefund({ amount: 1 });
    const [record] = echo.records;
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
    expect(record?.response?.body.length).toBe(MAX_RECORDED_CHARS);
    expect(record?.response?.truncated).toBe(true);
    const names = record?.request.headers.map(([name]) => name.toLowerCase()).sort();
    expect(names).toEqual(Object.keys(echo.seen[0]?.headers ?? {}).sort());
    for (const [name, value] of record?.request.headers ?? []) {
      if (name !== 'Authorization') expect(echo.seen[0]?.headers[name.toLowerCase()]).toBe(value);
    }
  });
});
