import { describe, expect, it } from 'vitest';
import { ok, useRawServer } from '../testing/raw-server.ts';
import type { RetryPolicy } from './retry-policy.ts';

const raw = useRawServer();

const created = '{"id":"x"}';
const replayed = `HTTP/1.1 201 Created\r\nIdempotent-Replayed: true\r\nContent-Length: ${created.length}\r\n\r\n${created}`;
const busy = '{"error":{"code":"request_in_progress","message":"wait"}}';
const inProgress = `HTTP/1.1 409 Conflict\r\nContent-Length: ${busy.length}\r\n\r\n${busy}`;

/** The first `count` requests are lost, the others answered. */
function loses(count: number, answer = replayed): void {
  raw.behaviour = (socket) => (raw.requests.length <= count ? socket.destroy() : socket.write(answer));
}

function policy(change: Partial<RetryPolicy> = {}): RetryPolicy & { waited: number[]; told: [string, string][] } {
  const waited: number[] = [];
  const told: [string, string][] = [];
  return {
    pausesMs: [1, 2, 3],
    wait: async (ms) => void waited.push(ms),
    mayRepeat: () => true,
    ended: (call, how) => void told.push([call, how]),
    ...change,
    waited,
    told,
  };
}

describe('an answer that is lost', () => {
  it('to a POST: the same key and body again, and the replay is the answer', async () => {
    loses(2);
    const how = policy();
    const exchange = await raw.client({ retryPolicy: how }).createCheckout({ reference: 'a' });
    expect([exchange.status, exchange.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(raw.requests).toHaveLength(3);
    expect(new Set(raw.requests).size).toBe(1);
    expect(how.waited).toEqual([1, 2]);
    expect(how.told).toEqual([[`POST http://127.0.0.1:${raw.port}/v1/checkouts`, 'answered']]);
    expect(raw.records.map(({ lost, error }) => [lost, error === null])).toEqual([
      [true, false],
      [true, false],
      [undefined, true],
    ]);
  });

  it('to a GET: again, of whatever reference it is the same call', async () => {
    loses(1);
    const how = policy();
    await raw.client({ retryPolicy: how }).getCheckout('a');
    expect(how.told).toEqual([[`GET http://127.0.0.1:${raw.port}/v1/checkouts`, 'answered']]);
  });

  it('is asked for no more often than there are pauses', async () => {
    loses(99);
    const how = policy();
    await expect(raw.client({ retryPolicy: how }).getBalance()).rejects.toMatchObject({ kind: 'reset' });
    expect(raw.requests).toHaveLength(4);
    expect(how.told).toEqual([[`GET http://127.0.0.1:${raw.port}/v1/balance`, 'lost']]);
  });

  it.each([
    ['to a DELETE', (client: ReturnType<typeof raw.client>) => client.deleteWalletLink('a')],
    ['to a POST without a key', (client) => client.createCheckout({}, { idempotencyKey: null })],
    [
      'to a POST whose key was taken away',
      (client) => client.createCheckout({}, { headers: { 'Idempotency-Key': null } }),
    ],
    ['to a call that wants to see it', (client) => client.getBalance({ onLost: 'raise' })],
  ] as [string, (client: ReturnType<typeof raw.client>) => Promise<unknown>][])(
    '%s: is not asked for again',
    async (_, call) => {
      loses(1);
      await expect(call(raw.client({ retryPolicy: policy() }))).rejects.toMatchObject({ kind: 'reset' });
      expect(raw.requests).toHaveLength(1);
    },
  );

  it('is not asked for again where that is of no use, nor by a client that does not settle', async () => {
    loses(9);
    await expect(raw.client({ retryPolicy: policy({ mayRepeat: () => false }) }).getBalance()).rejects.toThrow();
    await expect(raw.client().getBalance()).rejects.toThrow();
    expect(raw.requests).toHaveLength(2);
  });

  it('to a request that is still in progress: waits for it', async () => {
    raw.behaviour = (socket) => {
      const turn = raw.requests.length;
      if (turn === 1) socket.destroy();
      else socket.write(turn === 2 ? inProgress : replayed);
    };
    expect((await raw.client({ retryPolicy: policy() }).createCheckout({})).status).toBe(201);
    expect(raw.requests).toHaveLength(3);
  });

  it('in the end of a request that stays in progress', async () => {
    loses(1, inProgress);
    const call = raw.client({ retryPolicy: policy() }).createCheckout({});
    await expect(call).rejects.toThrow('an answer was lost, and its request stays in progress');
  });

  it('is asked for once more where it does not come in time', async () => {
    raw.behaviour = () => {};
    const how = policy();
    const client = raw.client({ retryPolicy: how, deadlineMs: 100 });
    await expect(client.getBalance()).rejects.toMatchObject({ kind: 'timeout' });
    expect(raw.records).toHaveLength(2);
    expect(how.told.map(([, ended]) => ended)).toEqual(['late']);
  });
});

describe('an answer that came', () => {
  it('is the answer: 500, 409 request_in_progress and what is no HTTP alike', async () => {
    const client = raw.client({ retryPolicy: policy() });
    raw.behaviour = (socket) => void socket.write('HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n');
    expect((await client.getBalance()).status).toBe(500);
    raw.behaviour = (socket) => void socket.write(inProgress);
    expect((await client.createCheckout({})).status).toBe(409);
    raw.behaviour = (socket) => socket.end('hello\r\n');
    await expect(client.getBalance()).rejects.toMatchObject({ kind: 'malformed' });
    expect(raw.requests).toHaveLength(3);
    raw.behaviour = ok;
  });
});
