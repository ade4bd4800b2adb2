/** An HTTP listener: unchanged paths, limited bodies, a `Date` header from the service's clock, errors of one form. */
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { Clock } from '../engine/clock.ts';
import { Refusal } from '../engine/refusal.ts';
import type { Functions } from '../rules/rulebook.ts';
import type { Decisions } from '../rules/tables/decisions.ts';

export type Env = { Bindings: HttpBindings };
export type Web = Context<Env>;

/** Routes on the path as sent, so that `.` and `..` are treated as references; `spelled` may change it. */
export function createApp(spelled: (path: string) => string = (path) => path): Hono<Env> {
  return new Hono<Env>({
    getPath: (request, options) => {
      const incoming: IncomingMessage | undefined = (options?.env as HttpBindings | undefined)?.incoming;
      const target = incoming?.url ?? '/';
      return spelled((target.startsWith('/') ? target : new URL(request.url).pathname).replace(/[?#].*$/s, ''));
    },
  });
}

export interface Listener {
  /** Base address without a slash at its end. */
  url: string;
  close(): Promise<void>;
}

export interface ListenOptions {
  app: Hono<Env>;
  clock: Clock;
  decisions: Decisions;
  finish?: Functions['finish'];
  host: string;
  port: number;
  /** Called for each request once its answer has been sent or its connection was lost. */
  onRequest?: ((request: Answered) => void) | null;
}

export interface Answered {
  method: string;
  /** As sent, without the query. */
  path: string;
  /** Null if the connection was lost before the answer had been sent. */
  status: number | null;
  milliseconds: number;
}

/** Starts to listen; rejects if the port is not available. */
export async function listen({
  app,
  clock,
  decisions,
  finish,
  host,
  port,
  onRequest = null,
}: ListenOptions): Promise<Listener> {
  const dateNow = dateHeader(clock);
  const answer = (error: unknown): Response => {
    const refusal = asRefusal(error, decisions);
    return new Response(refusal.text, {
      status: refusal.status,
      headers: { 'content-type': 'application/json', date: dateNow(), ...refusal.headers },
    });
  };
  app.onError((error) => answer(error));
  const finished = async (request: Request, env: HttpBindings, last: NonNullable<typeof finish>) =>
    last(await app.fetch(request, env), env.incoming, clock);
  const fetch = (request: Request, env: HttpBindings) =>
    finish ? finished(request, env, finish) : app.fetch(request, env);
  const handle = getRequestListener((request, env) => fetch(request, env as HttpBindings), {
    hostname: 'localhost',
    errorHandler: () => answer(new Refusal({ status: 400, code: 'invalid_request' }, 'the request cannot be read')),
  });

  class Dated extends ServerResponse {
    override writeHead(...parts: unknown[]): this {
      this.setHeader('Date', dateNow());
      return Reflect.apply(super.writeHead, this, parts) as this;
    }
  }
  const server = createServer(
    {
      requireHostHeader: false,
      keepAliveTimeout: decisions.connectionsIdleMs,
      keepAliveTimeoutBuffer: 0,
      ServerResponse: Dated,
    },
    (incoming, outgoing) => {
      if (onRequest !== null) reportAnswer(incoming, outgoing, onRequest);
      void handle(incoming, outgoing);
    },
  );
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket as Socket, dateNow()));
  server.on('checkExpectation', (_: IncomingMessage, outgoing: ServerResponse) => {
    const refusal = new Refusal({ status: 417, code: 'invalid_request' }, 'this Expect header cannot be met');
    outgoing
      .writeHead(417, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(refusal.text) })
      .end(refusal.text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: 4_096 }, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return { url: `http://${hostInUrl(host)}:${actual}`, close: () => closeServer(server) };
}

/** Reads at most `limit` bytes of the body; a larger one is refused, and the connection is closed after the answer. */
export function readRaw(incoming: IncomingMessage, limit: number, decisions: Decisions): Promise<Buffer> | Buffer {
  const tooLarge = () =>
    new Refusal(decisions.tooLarge, `the body has more than ${limit} bytes`, { connection: 'close' });
  const declared = Number(incoming.headers['content-length'] ?? 0);
  if (declared > limit) throw tooLarge();
  if (incoming.headers['content-length'] === undefined && incoming.headers['transfer-encoding'] === undefined)
    return NOTHING;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => {
      incoming.off('data', take).off('end', done).off('error', broken).off('close', broken);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      stop();
      incoming.pause();
      reject(tooLarge());
    };
    const done = () => {
      stop();
      const [only] = chunks;
      resolve(only && chunks.length === 1 ? only : Buffer.concat(chunks));
    };
    const broken = () => {
      stop();
      reject(new Refusal({ status: 400, code: 'invalid_request' }, 'the body did not arrive'));
    };
    incoming.on('data', take).on('end', done).on('error', broken).on('close', broken);
  });
}

function reportAnswer(incoming: IncomingMessage, outgoing: ServerResponse, tell: (request: Answered) => void): void {
  const began = performance.now();
  outgoing.once('close', () => {
    const { method = '', url = '' } = incoming;
    const [path = ''] = url.split('?');
    const status = outgoing.writableFinished ? outgoing.statusCode : null;
    tell({ method, path, status, milliseconds: performance.now() - began });
  });
}

const NOTHING = Buffer.alloc(0);

function asRefusal(error: unknown, decisions: Decisions): Refusal {
  if (error instanceof Refusal) return error;
  console.error(`internal error: ${error instanceof Error ? error.message : String(error)}`);
  return new Refusal(decisions.internal, 'the service could not handle this request');
}

/** Answers input that is not HTTP with an error of the usual form, and closes the connection. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, date: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
  const reason = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' }[status];
  const { text } = new Refusal({ status, code: 'invalid_request' }, 'the request cannot be read');
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nDate: ${date}\r\n`;
  socket.end(`${head}Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`);
}

/** The clock's time as a `Date` header, formatted once per second. */
export function dateHeader(clock: Clock): () => string {
  let second = Number.NaN;
  let text = '';
  return () => {
    const current = Math.floor(clock.now() / 1_000);
    if (current !== second) {
      second = current;
      text = new Date(current * 1_000).toUTCString();
    }
    return text;
  };
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
