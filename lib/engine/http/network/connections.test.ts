import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ok, secret, useRawServer } from '../testing/raw-server.ts';
import { directly, openConnections } from './route.ts';
import { createTransport } from './transport.ts';

const raw = useRawServer();

describe('what a failed exchange leaves', () => {
  it('keeps what had come, and no part of a secret at its end', async () => {
    raw.behaviour = (socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"key":"${secret.slice(0, 12)}`);
    await expect(raw.client().getBalance()).rejects.toThrow('in the middle of the answer');
    expect(raw.records[0]?.response).toMatchObject({ status: 200, body: '{"key":"$TARGET_API_KEY', truncated: true });
  });

  it('has no answer where none had begun', async () => {
    raw.behaviour = (socket) => socket.end();
    await expect(raw.client().getBalance()).rejects.toThrow(
      'GET /v1/balance: the connection was closed before an answer',
    );
    expect(raw.records[0]?.response).toBeNull();
  });
});

describe('connections', () => {
  it('says that nobody listens', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const address = closed.address();
    await new Promise((resolve) => closed.close(resolve));
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    await expect(raw.client({ baseUrl }).getBalance()).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'GET /v1/balance: the connection was refused',
    });
    expect(raw.records[0]?.response).toBeNull();
  });

  it('says that the other side does not speak TLS', async () => {
    raw.behaviour = (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    await expect(raw.client({ baseUrl: `https://127.0.0.1:${raw.port}` }).getBalance()).rejects.toMatchObject({
      kind: 'unreachable',
    });
  });

  it('keeps the deadline while a connection is being made', async () => {
    raw.behaviour = () => {};
    const call = raw.client({ baseUrl: `https://127.0.0.1:${raw.port}`, deadlineMs: 100 }).getBalance();
    await expect(call).rejects.toMatchObject({
      kind: 'timeout',
      message: 'GET /v1/balance: no connection within 100 ms',
    });
    const before = performance.now();
    await raw.transport.close();
    await expect.poll(() => raw.sockets.size, { interval: 5 }).toBe(0);
    // The remaining 10 s that connecting may take are not waited for.
    expect(performance.now() - before).toBeLessThan(8_000);
  });

  it('keeps the deadline while waiting for a free connection, without harm to who has it', async () => {
    await raw.transport.close();
    raw.transport = createTransport({ connections: 1 });
    raw.behaviour = (socket) => void setTimeout(() => ok(socket), 100);
    const first = raw.client({ deadlineMs: 2_000 }).getBalance();
    await expect(raw.client({ deadlineMs: 30 }).listBanks()).rejects.toMatchObject({
      kind: 'timeout',
      message: 'GET /v1/banks: no connection within 30 ms',
    });
    expect((await first).status).toBe(200);
    raw.behaviour = ok;
    expect((await raw.client().getBalance()).status).toBe(200);
    expect(raw.requests.some((request) => request.startsWith('GET /v1/banks'))).toBe(false);
  });

  it('uses its connections again and again', async () => {
    raw.behaviour = ok;
    for (let i = 0; i < 10; i++) await raw.client().getBalance();
    // Two, as a connection that has just answered is not yet free when the next request is sent.
    expect(raw.opened).toBeLessThanOrEqual(2);
  });

  it('opens as many as there are raw.requests at once', async () => {
    raw.behaviour = () => {
      if (raw.requests.length === 10) raw.sockets.forEach(ok);
    };
    const all = await Promise.all(Array.from({ length: 10 }, () => raw.client({ deadlineMs: 2_000 }).getBalance()));
    expect(all.every((exchange) => exchange.status === 200)).toBe(true);
  });

  it('forgets those that were closed', async () => {
    raw.behaviour = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
    const origin = `http://127.0.0.1:${raw.port}`;
    const sockets = new Set<Socket>();
    const pool = openConnections(directly, origin, { sockets });
    const asked = pool.request({ origin, method: 'GET', path: '/' });
    expect(sockets.size).toBe(1);
    await (await asked).body.dump();
    await expect.poll(() => sockets.size, { interval: 5 }).toBe(0);
    await pool.destroy();
  });

  it('closes at once, also what is under way', async () => {
    raw.behaviour = () => {};
    const hanging = raw.client({ deadlineMs: 60_000 }).getBalance();
    hanging.catch(() => {});
    await expect.poll(() => raw.requests.length, { interval: 5 }).toBe(1);
    const before = performance.now();
    await raw.transport.close();
    await expect(hanging).rejects.toMatchObject({ message: 'GET /v1/balance: the client was closed' });
    // The remaining 60 s of the deadline are not waited for.
    expect(performance.now() - before).toBeLessThan(10_000);
    await expect.poll(() => raw.sockets.size, { interval: 5 }).toBe(0);
    await expect(raw.client().getBalance()).rejects.toMatchObject({ kind: 'unreachable' });
    await raw.transport.close();
  });
});

describe('a signal', () => {
  it('gives up what is under way, with its reason', async () => {
    raw.behaviour = () => {};
    const controller = new AbortController();
    const call = raw.client({ deadlineMs: 60_000 }).getBalance({ signal: controller.signal });
    call.catch(() => {});
    await expect.poll(() => raw.requests.length, { interval: 5 }).toBe(1);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(raw.records[0]?.error).toBe('GET /v1/balance: given up');
    await expect.poll(() => raw.sockets.size, { interval: 5 }).toBe(0);
  });

  it('sends nothing when it was aborted before', async () => {
    raw.behaviour = ok;
    await expect(raw.client().getBalance({ signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never');
    expect(raw.requests).toEqual([]);
  });

  it('gives up pacing', async () => {
    const controller = new AbortController();
    const call = raw.client({ pace: () => new Promise(() => {}) }).getBalance({ signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(raw.requests).toEqual([]);
  });
});
