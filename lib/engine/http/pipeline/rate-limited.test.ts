import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { useEchoServer } from '../testing/echo-server.ts';
import type { CallOptions, ClientOptions } from '../types.ts';

const echo = useEchoServer();

describe('429', () => {
  const limited = (response: ServerResponse, retryAfter?: string) =>
    response
      .writeHead(429, retryAfter === undefined ? {} : { 'Retry-After': retryAfter })
      .end('{"error":{"code":"rate_limited","message":"slow down"}}');
  let waits: number[];
  const wait = async (ms: number) => void waits.push(ms);
  beforeEach(() => {
    waits = [];
  });

  it('is waited out, and the same request sent again', async () => {
    echo.answer = (response) => (echo.seen.length < 3 ? limited(response, '7') : response.end('{}'));
    let paced = 0;
    const exchange = await echo.client({ wait, pace: async () => paced++ < 0 }).createRefund({ amount: 1 });
    expect(exchange.status).toBe(200);
    expect(waits).toEqual([7_000, 7_000]);
    expect(paced).toBe(3);
    expect(new Set(echo.seen.map((one) => one.headers['idempotency-key'])).size).toBe(1);
    expect(new Set(echo.seen.map((one) => one.body)).size).toBe(1);
    expect(echo.records.map((record) => record.response?.status)).toEqual([429, 429, 200]);
    expect(new Set(echo.records.map((record) => record.id)).size).toBe(3);
  });

  it('is returned after five times', async () => {
    echo.answer = (response) => limited(response, '3');
    expect((await echo.client({ wait }).getBalance()).status).toBe(429);
    expect(waits).toEqual([3_000, 3_000, 3_000, 3_000, 3_000]);
  });

  it.each([undefined, '0', 'soon'])('with Retry-After %s is returned after a minute of quiet', async (said) => {
    echo.answer = (response) => limited(response, said);
    const exchange = await echo.client({ wait }).getBalance();
    expect(exchange.status).toBe(429);
    expect(waits).toEqual([1_000, 5_000, 62_000]);
    expect(echo.seen.length).toBe(4);
    expect(exchange.id).toBe(echo.records.at(-1)?.id);
  });

  it.each<[string, Partial<ClientOptions>, CallOptions]>([
    ['when asked to', { wait }, { onRateLimited: 'return' }],
    ['without a way to wait', {}, {}],
  ])('is returned %s', async (_name, options, call) => {
    echo.answer = (response) => limited(response, '1');
    expect((await echo.client(options).getBalance(call)).status).toBe(429);
    expect(echo.seen.length).toBe(1);
  });

  it('is returned when the wait would be long', async () => {
    echo.answer = (response) => limited(response, echo.seen.length === 1 ? '120' : '121');
    expect((await echo.client({ wait }).getBalance()).status).toBe(429);
    expect(waits).toEqual([120_000]);
  });

  it('of another code, or another status, comes back as it is', async () => {
    echo.answer = (response) => response.writeHead(429).end('{"error":{"code":"too_many_links","message":""}}');
    expect((await echo.client({ wait }).getBalance()).status).toBe(429);
    echo.answer = (response) =>
      response.writeHead(503, { 'Retry-After': '1' }).end('{"error":{"code":"rate_limited"}}');
    expect((await echo.client({ wait }).getBalance()).status).toBe(503);
    echo.answer = (response) => response.writeHead(429).end('slow down');
    expect((await echo.client({ wait }).getBalance()).status).toBe(429);
    expect(waits).toEqual([]);
  });

  it.each([
    ['as it should be', '{"error":{"code":"rate_limited","message":""}}', { 'Retry-After': '7' }, 7_000],
    ['in another form', 'slow down', {}, 1_000],
    ['that asks for an hour', 'slow down', { 'Retry-After': '3600' }, 120_000],
  ])(
    '%s, to a request that exceeded the rate, is our own doing: it is sent again within the rate',
    async (_name, body, headers, ms) => {
      echo.answer = (response) => response.writeHead(429, headers).end(body);
      let held = 0;
      const client = echo.client({ wait, pace: async () => held === 0, onExceeded: () => void held++ });
      // The answer to a request within the rate is the target's own.
      expect((await client.getBalance({ onRateLimited: 'return' })).status).toBe(429);
      expect(waits).toEqual([ms]);
      expect(echo.seen.length).toBe(2);
    },
  );

  it('ends waiting when the signal is aborted', async () => {
    echo.answer = (response) => limited(response, '60');
    const controller = new AbortController();
    const forever = () => {
      controller.abort(new Error('enough'));
      return new Promise<void>(() => {});
    };
    await expect(echo.client({ wait: forever }).getBalance({ signal: controller.signal })).rejects.toThrow('enough');
  });

  it.each<[string, Partial<ClientOptions>]>([
    ['behind one', { wait: () => new Promise(() => {}) }],
    ['for room under the rate', { wait, pace: () => new Promise(() => {}) }],
  ])('ends waiting %s when the client is to end, and sends nothing more', async (_name, waiting) => {
    echo.answer = (response) => limited(response, '60');
    const controller = new AbortController();
    const client = echo.client({ ...waiting, ends: controller.signal });
    const waits = expect(client.getBalance()).rejects.toThrow('enough');
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort(new Error('enough'));
    await waits;
    const sent = echo.seen.length;
    await expect(client.with({ pace: async () => false }).getBalance()).rejects.toThrow('enough');
    expect(echo.seen.length).toBe(sent);
  });

  it('that comes a minute after the one before came after the wait that was due, whatever it had waited for', async () => {
    echo.answer = (response) => limited(response);
    const told: boolean[] = [];
    let now = 0;
    const pace = async () => {
      now += 61_000;
      return false;
    };
    await echo.client({ wait, pace, now: () => now, onRefused: (waited) => told.push(waited) }).getBalance();
    expect(told).toEqual([false, true, true, true]);
  });

  it.each<[string | undefined, boolean[]]>([
    ['3', [false, true, true, true, true, true]],
    [undefined, [false, false, false, true]],
    ['121', [false]],
  ])('with Retry-After %s is told with whether it came after the wait that was due', async (said, expected) => {
    echo.answer = (response) => limited(response, said);
    const told: boolean[] = [];
    let now = 0;
    const passes = async (ms: number) => {
      now += ms;
    };
    const client = echo.client({ wait: passes, now: () => now, onRefused: (waited) => told.push(waited) });
    await client.getBalance();
    expect(told).toEqual(expected);
    await client.getBalance({ onRateLimited: 'return' });
    await client.with({ wait: undefined }).getBalance();
    expect(told).toEqual(expected);
  });
});
