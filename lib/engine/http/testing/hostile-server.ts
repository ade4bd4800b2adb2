import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { hostileTexts } from './hostile-texts.ts';

/** How a hostile or broken target may answer a request. */
export const hostilities = {
  'resets before the answer': (socket) => socket.resetAndDestroy(),
  'resets in the headers': (socket) => begin(socket, 'HTTP/1.1 200 OK\r\nContent-Ty', (it) => it.resetAndDestroy()),
  'resets in the body': (socket) =>
    begin(socket, `${head({ 'Content-Length': 500 })}{"id":"x"`, (it) => it.resetAndDestroy()),
  'ends in the middle': (socket) => socket.end(`${head({ 'Content-Length': 500 })}{"id":"x"`),
  'says a length too short': (socket) => socket.end(`${head({ 'Content-Length': 2 })}{"id":"x","status":"pending"}`),
  'says two lengths': (socket) => socket.end(`${head({ 'Content-Length': 2, 'content-length': 3 })}{}`),
  'is not HTTP': (socket) => socket.end('220 mail.example.com ESMTP ready\r\n'),
  'sends headers without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    forever(socket, () => `X-More: ${'x'.repeat(1_000)}\r\n`);
  },
  'sends a body without end': (socket) => {
    socket.write(head({ 'Content-Type': 'application/json' }));
    forever(socket, () => ' '.repeat(64 * 1024));
  },
  drips: (socket) => {
    socket.write(head({ 'Content-Type': 'application/json' }));
    forever(socket, () => ' ', 50);
  },
  'floods with 1xx': (socket) => forever(socket, () => 'HTTP/1.1 102 Processing\r\n\r\n'),
  'never answers': () => {},
  'sends a bomb': (socket) => socket.end(whole(bomb, { 'Content-Encoding': 'gzip' })),
  'sends invalid UTF-8': (socket) => socket.end(whole(Buffer.from('7b226964223a22c328227d', 'hex'))),
  'sends deep arrays': (socket) => socket.end(whole(Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)))),
  'sends deep objects': (socket) =>
    socket.end(whole(Buffer.from(`{"error":${'{"code":'.repeat(100_000)}1${'}'.repeat(100_000)}}`))),
  'says what steers': (socket) => socket.end(whole(Buffer.from(saying(Object.values(hostileTexts).join(' '))))),
  'says a megabyte': (socket) => socket.end(whole(Buffer.from(saying('x'.repeat(1_000_000))))),
  'sends a byte at a time': (socket) =>
    socket.end(head({ 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }) + inBytes(saying('slow'))),
  'says names twice, of objects, and numbers too large': (socket) =>
    socket.end(
      whole(
        Buffer.from(
          '{"__proto__":{"status":"succeeded","id":"x"},"constructor":{"prototype":{"id":"x"}},"id":"a","id":9007199254740993,' +
            '"status":"pending","status":1e400,"amount":-0,"error":{"__proto__":{"code":"invalid_request","message":"x"},"code":9007199254740993}}',
        ),
      ),
    ),
  'redirects to itself': (socket, path) =>
    socket.end(`HTTP/1.1 307 Go\r\nLocation: ${path}\r\nContent-Length: 0\r\n\r\n`),
  'answers 500': (socket) => socket.end('HTTP/1.1 500 Oh\r\nContent-Length: 4\r\n\r\noops'),
} satisfies Record<string, (socket: Socket, path: string) => void>;

export type Hostility = keyof typeof hostilities;

export interface HostileServer {
  readonly url: string;
  /** How often each was done. */
  readonly done: Map<Hostility, number>;
  close(): Promise<void>;
}

/** A server that answers each request with credentials by the next of `turns`, and all others with 401. */
export async function startHostileServer(turns: readonly Hostility[]): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const done = new Map<Hostility, number>();
  let turn = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let request = '';
    socket.on('data', (chunk) => {
      request += chunk.toString('latin1');
      if (!request.includes('\r\n\r\n')) return;
      const path = request.split(' ')[1] ?? '/';
      const known = /^authorization:/im.test(request);
      request = '';
      const hostility = turns[turn % turns.length];
      if (!known || hostility === undefined) return void socket.end('HTTP/1.1 401 Who\r\nContent-Length: 2\r\n\r\n{}');
      turn++;
      done.set(hostility, (done.get(hostility) ?? 0) + 1);
      hostilities[hostility](socket, path);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    done,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An error of the right shape with this text; unpaired surrogates are escaped, as JSON allows. */
function saying(text: string): string {
  return JSON.stringify({ error: { code: text.slice(0, 2_000), message: text } });
}

/** Each byte is a chunk of its own; spaces fill it up to 64 KiB. */
function inBytes(text: string): string {
  return `${[...text.padEnd(65_536)].map((each) => `1\r\n${each}\r\n`).join('')}0\r\n\r\n`;
}

/** 10 MiB of zeros, compressed to about 10 kB. */
const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024));

function head(headers: Record<string, string | number>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`;
}

function whole(body: Buffer, headers: Record<string, string> = {}): Buffer {
  const all = { 'Content-Type': 'application/json', ...headers, 'Content-Length': body.length };
  return Buffer.concat([Buffer.from(head(all)), body]);
}

/** Writes the text, and calls `then` 20 ms after it was sent. */
function begin(socket: Socket, text: string, then: (socket: Socket) => void): void {
  socket.write(text, () => setTimeout(then, 20, socket));
}

/** Writes repeatedly, as fast as it is read or every `everyMs`, until the connection is closed. */
function forever(socket: Socket, more: () => string, everyMs = 0): void {
  const next = () => {
    if (socket.destroyed) return;
    if (everyMs > 0) {
      socket.write(more());
      setTimeout(next, everyMs);
    } else if (socket.write(more())) setImmediate(next);
    else socket.once('drain', next);
  };
  next();
}
