import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { give, type Plan, plan } from './answers.ts';
import { Received } from './received.ts';
import { matches, Store } from './store.ts';
import type { Answer, Capture, CaptureOptions, Delivery, Match } from './types.ts';

export type { Answer, Capture, CaptureOptions, CaptureStats, Delivery, Match, Query } from './types.ts';

interface Script {
  readonly match: Match;
  readonly plans: readonly Plan[];
  readonly seen: Delivery[];
}

const ACCEPTED = plan(200);
const NOT_A_POST = plan({ status: 405, headers: { allow: 'POST' } });
const TOO_LARGE = plan({ status: 413, headers: { connection: 'close' } });
const EMPTY = Buffer.alloc(0);

/** How long the rest of a body that is too large is still read, so that its sender gets to read the answer. */
const LINGER_MS = 1_000;

/**
 * Listens for webhooks and keeps whatever comes: any path, any method. A request that is not a POST is kept and answered 405,
 * whatever the scripts say. A busy port or a bad address rejects with an Error of one clear line.
 */
export async function startCapture(options: CaptureOptions): Promise<Capture> {
  const { host, port, maxBodyBytes = 1_048_576, maxHeaderBytes = 16_384, slowSenderMs = 10_000 } = options;
  const { maxKept = 100_000, maxKeptBytes = 268_435_456, respond, onDelivery } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${port} is not a port: use 0 to 65535`);

  const store = new Store(maxKept, maxKeptBytes);
  const scripts: Script[] = [];
  const rejected = { tooLarge: 0, headersTooLarge: 0, slow: 0 };
  let received = 0;
  let unseen: Delivery[] = [];
  let closing: Promise<void> | undefined;
  const isClosing = () => closing !== undefined;

  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    requestTimeout: slowSenderMs,
    headersTimeout: slowSenderMs,
    connectionsCheckingInterval: Math.min(1_000, Math.max(20, slowSenderMs / 4)),
    // Long: a keep-alive connection closed under a sender's next attempt would look like that sender's fault.
    keepAliveTimeout: 120_000,
    requireHostHeader: false,
    joinDuplicateHeaders: true,
  });
  // A sender may close its writing side and still wait for the answer.
  Object.assign(server, { httpAllowHalfOpen: true });

  function receive(request: IncomingMessage, response: ServerResponse, body: Buffer, truncated: boolean): void {
    received += 1;
    const delivery = new Received(received, request, body, truncated);
    store.add(delivery);
    const chosen = truncated ? TOO_LARGE : delivery.method === 'POST' ? choose(delivery) : NOT_A_POST;
    delivery.answer = chosen.answer;
    if (truncated) refuseTooLarge(request, response);
    else give(chosen, delivery, request, response, isClosing);
    store.announce(delivery);
    if (onDelivery !== undefined && unseen.push(delivery) === 1) setImmediate(showAll, onDelivery);
  }

  function showAll(show: (delivery: Delivery) => void): void {
    const batch = unseen;
    unseen = [];
    for (const delivery of batch) show(delivery);
  }

  function choose(delivery: Delivery): Plan {
    for (let index = scripts.length - 1; index >= 0; index -= 1) {
      const script = scripts[index];
      if (script === undefined || !matches(delivery, script.match)) continue;
      const turn = Math.min(script.seen.push(delivery), script.plans.length) - 1;
      return script.plans[turn] ?? ACCEPTED;
    }
    const answer = respond?.(delivery);
    return answer === undefined ? ACCEPTED : plan(answer);
  }

  const readBody = (request: IncomingMessage, response: ServerResponse) => {
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let size = 0;
    let refused = false;
    request.on('data', (chunk: Buffer) => {
      if (refused) return;
      size += chunk.length;
      if (first === undefined) first = chunk;
      else if (more === undefined) more = [first, chunk];
      else more.push(chunk);
      if (size <= maxBodyBytes) return;
      refused = true;
      rejected.tooLarge += 1;
      const start = Buffer.concat(more ?? [first], maxBodyBytes);
      more = undefined;
      receive(request, response, start, true);
    });
    request.on('end', () => {
      if (!refused)
        receive(request, response, more === undefined ? (first ?? EMPTY) : Buffer.concat(more, size), false);
    });
  };
  server.on('request', readBody);
  server.on('checkExpectation', readBody);

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const refuse = (status: number) => {
      if (!socket.writable) return socket.destroy();
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      // Whatever the sender still sends is not waited for.
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    };
    if (error.code === 'HPE_HEADER_OVERFLOW') {
      rejected.headersTooLarge += 1;
      refuse(431);
    } else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
      // A connection opened ahead of need and left idle is no slow sender.
      if ('bytesRead' in socket && socket.bytesRead !== 0) rejected.slow += 1;
      refuse(408);
    } else if (error.code === 'ECONNRESET' || error.code === 'EPIPE') {
      socket.destroy();
    } else {
      refuse(400);
    }
  });

  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw new Error(whyNotListening(error, host, port));
  }

  return {
    url: options.publicUrl ?? localUrl(host, (server.address() as AddressInfo).port),
    deliveries: store.deliveries,
    script(match, answers) {
      const list = Array.isArray(answers) ? (answers as readonly Answer[]) : [answers as Answer];
      if (list.length === 0) throw new Error('a script needs at least one answer');
      const script: Script = { match, plans: list.map(plan), seen: [] };
      scripts.push(script);
      return {
        remove() {
          const index = scripts.indexOf(script);
          if (index !== -1) scripts.splice(index, 1);
        },
        seen: script.seen,
      };
    },
    find: (query) => store.find(query),
    next: (query, signal, { after } = {}) =>
      isClosing() ? Promise.reject(closedError()) : store.next(query, signal, after),
    timeline: (eventId) => store.timeline(eventId),
    get stats() {
      return { received, kept: store.deliveries.length, dropped: store.dropped, rejected: { ...rejected } };
    },
    close() {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        store.rejectWaiters(closedError());
      });
      return closing;
    },
  };
}

/** Answers at once, then reads on for a moment: closing on unread bytes would reset the connection under the answer. */
function refuseTooLarge(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(413, TOO_LARGE.headers);
  response.flushHeaders();
  const finish = () => {
    clearTimeout(timer);
    response.end();
    request.socket.destroySoon();
  };
  const timer = setTimeout(finish, LINGER_MS).unref();
  request.once('end', finish);
}

function closedError(): Error {
  return new Error('the capture server was closed');
}

function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}

function whyNotListening(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `port ${port} on ${host} is in use: stop what listens there, or choose another port (0 takes any free one)`;
  if (code === 'EACCES')
    return `port ${port} on ${host} is not allowed to this user: choose a port above 1023 (0 takes any free one)`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL') {
    return `cannot listen on ${host}: it is not an address of this machine (${String(code)})`;
  }
  return `cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}`;
}
