import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Behaviour, ends, ok, secret, sends, useRawServer } from '../testing/raw-server.ts';
import type { Exchange } from '../types.ts';
import { NetworkError } from './network-error.ts';

// A server that misbehaves in every way; afterwards the connection must be closed and the client usable.
const raw = useRawServer();

/** Sends the chunk every 5 ms. */
const drips =
  (start: string, chunk: string): Behaviour =>
  (socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(chunk), 5);
    socket.on('close', () => clearInterval(timer));
  };

/** Sends the chunk repeatedly, as fast as it is read. */
const floods =
  (start: string, chunk: string): Behaviour =>
  (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(chunk)) {
        // until the buffer is full
      }
    };
    socket.on('drain', more);
    socket.write(start);
    more();
  };

const begin = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const sized = `${begin}Content-Length: 10\r\n\r\n`;
const chunked = `${begin}Transfer-Encoding: chunked\r\n\r\n`;
const long = 'z'.repeat(4_000);

const cases: [string, Behaviour, NetworkError['kind']][] = [
  ['no answer at all', () => {}, 'timeout'],
  ['a status line that never ends', drips('HTTP/1.1 200 ', 'x'), 'timeout'],
  ['headers that never end', drips(begin, 'X: y\r\n'), 'timeout'],
  ['interim answers without end', drips('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), 'timeout'],
  ['a body that never ends', drips(`${begin}Content-Length: 999999\r\n\r\n`, 'a'), 'timeout'],
  ['a body that stops', sends(`${sized}{`), 'timeout'],
  ['chunks that never end', drips(chunked, '1\r\na\r\n'), 'timeout'],
  ['a chunk extension that never ends', drips(`${chunked}1;`, 'x'), 'timeout'],
  ['a flood of headers', floods(begin, `X-Y: ${long}\r\n`), 'too_large'],
  ['one endless header', floods(`${begin}X-Y: `, long), 'too_large'],
  ['one endless name', floods(begin, long), 'too_large'],
  ['a flood of chunks', floods(chunked, `fa0\r\n${long}\r\n`), 'too_large'],
  ['a flood without a length', floods(`${begin}\r\n`, long), 'too_large'],
  ['a flood of trailers', floods(`${chunked}0\r\n`, `X-Y: ${long}\r\n`), 'too_large'],
  ['closing without an answer', ends(''), 'reset'],
  ['a reset without an answer', (socket) => void socket.resetAndDestroy(), 'reset'],
  ['closing inside the status line', ends('HTTP/1.1 20'), 'reset'],
  ['closing inside the headers', ends(`${begin}Content-Le`), 'reset'],
  ['closing after the headers', ends(sized), 'reset'],
  ['half a body', ends(`${sized}{"a"`), 'reset'],
  ['half a body, announced as the last', ends(`${begin}Connection: close\r\nContent-Length: 10\r\n\r\n{`), 'reset'],
  ['half a chunk', ends(`${chunked}8\r\n{"a"`), 'reset'],
  ['no last chunk', ends(`${begin}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`), 'reset'],
  ['a reset inside the body', (socket) => void socket.write(`${sized}{`, () => socket.resetAndDestroy()), 'reset'],
  ['what is not HTTP', sends('SSH-2.0-OpenSSH_9.9\r\n'), 'malformed'],
  ['a length that is no number', sends(`${begin}Content-Length: two\r\n\r\n{}`), 'malformed'],
  ['two lengths', sends(`${begin}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`), 'malformed'],
  ['a length and chunks', sends(`${begin}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`), 'malformed'],
  ['a chunk size that is no number', sends(`${chunked}xyz\r\n`), 'malformed'],
  ['a header without a name', sends(`${begin}: x\r\n\r\n`), 'malformed'],
  [
    'a change of protocol',
    sends('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    'malformed',
  ],
  ['a status below 100', sends('HTTP/1.1 000 Zero\r\nContent-Length: 2\r\n\r\n{}'), 'malformed'],
  ['a 100 that nobody asked for', sends('HTTP/1.1 100 Continue\r\n\r\n'), 'malformed'],
];

afterEach(() => {
  vi.useRealTimers();
});

describe.each(cases)('%s', (_name, misbehave, kind) => {
  it.each(['GET', 'POST'])(`${kind} on %s`, async (method) => {
    raw.behaviour = misbehave;
    const deadlineMs = 60_000;
    const body = method === 'POST' ? {} : undefined;
    if (kind === 'timeout') vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const call = raw.client({ deadlineMs }).request({ method, path: `/v1/x?key=${secret}`, body });
    const ended = call.then(
      () => 'an answer',
      (reason: unknown) => reason,
    );
    if (kind === 'timeout') {
      while (raw.requests.length === 0) await settled();
      vi.advanceTimersByTime(deadlineMs - 1);
      expect(await Promise.race([ended, settled()])).toBe('under way');
      vi.advanceTimersByTime(1);
    }
    const error = await ended;
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ kind });
    expect(String(error)).toMatch(new RegExp(`^NetworkError: ${method} /v1/x\\?key=\\$TARGET_API_KEY: [^\\n]+$`));

    expect(raw.requests.filter((request) => request.startsWith(method)).length).toBe(1);
    expect(raw.records.length).toBe(1);
    expect(raw.records[0]?.error).toBe(error instanceof Error ? error.message : '');
    expect(JSON.stringify(raw.records)).not.toContain(secret);
    await expect.poll(() => raw.sockets.size, { interval: 5 }).toBe(0);

    vi.useRealTimers();
    raw.behaviour = ok;
    expect((await raw.client().getBalance()).json).toEqual({});
  });
});

async function settled(): Promise<'under way'> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  return 'under way';
}

describe('what is unusual and right', () => {
  const answers = async (bytes: string | Buffer, end = false): Promise<Exchange> => {
    raw.behaviour = (socket) => (end ? socket.end(bytes) : socket.write(bytes));
    return raw.client().getBalance();
  };

  it('a body that ends with the connection', async () => {
    expect((await answers('HTTP/1.1 200 OK\r\n\r\n{"a":1}', true)).json).toEqual({ a: 1 });
    expect((await answers('HTTP/1.0 200 OK\r\n\r\n{"a":1}', true)).json).toEqual({ a: 1 });
  });

  it('chunks, with extensions and trailers', async () => {
    const body = '3;x=y\r\n{"a\r\n4\r\n":1}\r\n0\r\nX-T: 1\r\n\r\n';
    const exchange = await answers(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`);
    expect(exchange.json).toEqual({ a: 1 });
    expect(exchange.bytes.toString()).toBe('{"a":1}');
  });

  it('interim answers before the last', async () => {
    const exchange = await answers(`HTTP/1.1 103 Early Hints\r\nX: 1\r\n\r\n${begin}Content-Length: 2\r\n\r\n{}`);
    expect(exchange.status).toBe(200);
    expect(exchange.headers.x).toBeUndefined();
  });

  it('more bytes than announced: the rest belongs to nobody', async () => {
    expect((await answers(`${begin}Content-Length: 2\r\n\r\n{}{"late":1}`)).json).toEqual({});
    await expect.poll(() => raw.sockets.size, { interval: 5 }).toBe(0);
    expect((await answers(`${begin}Content-Length: 2\r\n\r\n[]`)).json).toEqual([]);
  });

  it('no content', async () => {
    const exchange = await answers('HTTP/1.1 204 No Content\r\n\r\n');
    expect(exchange).toMatchObject({ status: 204, text: '', json: undefined });
    expect((await answers('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')).json).toBeUndefined();
  });

  it('no reason phrase, and repeated headers', async () => {
    const exchange = await answers('HTTP/1.1 200 \r\nVary: a\r\nvary: b\r\nContent-Length: 0\r\n\r\n');
    expect(exchange.headers.vary).toBe('a, b');
    expect(raw.records[0]?.response?.headers.slice(0, 2)).toEqual([
      ['Vary', 'a'],
      ['vary', 'b'],
    ]);
  });

  it('an early answer to a request that is still being sent', async () => {
    raw.behaviour = (socket) =>
      socket.end('HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}');
    const exchange = await raw.client({ deadlineMs: 2_000 }).request({
      method: 'POST',
      path: '/v1/checkouts',
      rawBody: Buffer.alloc(64 * 1024, 'a'),
    });
    expect(exchange.status).toBe(413);
  });
});
