import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { type AddressInfo, isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { give, type Plan, plan } from './answers.ts';
import { ConnectionLimiter } from './connection-limiter.ts';
import { originForm, Received } from './received.ts';
import { Scripts } from './scripts.ts';
import { Store } from './store.ts';
import type { Capture, CaptureOptions, Delivery } from './types.ts';

export type {
  Answer,
  Capture,
  CaptureOptions,
  CaptureStats,
  Delivery,
  DeliveryData,
  Match,
  Query,
  Standing,
} from './types.ts';

const ACCEPTED = plan(200);
const BADLY_SIGNED = plan(401);
const NOT_A_POST = plan({ status: 405, headers: { allow: 'POST' } });
const TOO_LARGE = plan({ status: 413, headers: { connection: 'close' } });
const EMPTY = Buffer.alloc(0);

/** How long the rest of a body that is too large is still read, so that its sender gets to read the answer. */
const LINGER_MS = 1_000;
/** Bodies that are arriving, all together (bytes). Deliveries are small: thousands of them at once stay far below. */
const MOST_ARRIVING = 67_108_864;

/** The rest of a body that nobody wants is read on a connection that stays open, up to this many bytes. */
const MOST_UNWANTED = 65_536;

/** Of claimed and of repeated deliveries so many are kept, so that they never push out a genuine one. */
const MOST_DOUBTFUL = 10_000;
const MOST_DOUBTFUL_BYTES = 33_554_432;
const FOREIGN_KEPT = 100;
const FOREIGN_KEPT_BYTES = 1_048_576;

/**
 * Listens for webhooks and keeps whatever comes to the path that is served, by any method. A request that is not a POST is answered
 * 405, whatever the scripts say. Nothing of what was kept can be read over HTTP: every answer is a status, or what a script says.
 * A busy port or a bad address rejects with an Error of one clear line.
 */
export async function startCapture(options: CaptureOptions): Promise<Capture> {
  const { host, port, maxBodyBytes = 1_048_576, maxHeaderBytes = 16_384, slowSenderMs = 10_000 } = options;
  const {
    maxKept = 100_000,
    maxKeptBytes = 268_435_456,
    respond,
    onDelivery,
    path: served,
    judge,
    record,
    onRequest,
    onSenderClosed,
    restored,
  } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${port} is not a port: use 0 to 65535`);

  const store = new Store(maxKept, maxKeptBytes);
  const foreign = new Store(FOREIGN_KEPT, FOREIGN_KEPT_BYTES);
  const scripts = new Scripts();
  const limiter = new ConnectionLimiter(options.connectionLimits);
  const rejected = { tooLarge: 0, headersTooLarge: 0, slow: 0, elsewhere: 0 };
  const standings = { genuine: 0, repeated: 0, claimed: 0, foreign: 0 };
  let doubtfulBytes = 0;
  let received = 0;
  /** Bytes of bodies that have not come whole yet. */
  let arriving = 0;
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
    limiter.heard(request.socket);
    if (judge !== undefined) {
      delivery.standing = judge(delivery);
      standings[delivery.standing] += 1;
    }
    const isForeign = delivery.standing === 'foreign';
    const kept = keep(delivery);
    const scripted = truncated || delivery.method !== 'POST' ? undefined : scripts.choose(delivery);
    const chosen = truncated ? TOO_LARGE : delivery.method !== 'POST' ? NOT_A_POST : choose(delivery, scripted?.plan);
    delivery.answer = chosen.answer;
    if (isForeign && limiter.useless(request.socket)) response.setHeader('connection', 'close');
    if (delivery.standing === 'genuine') limiter.trust(request.socket);
    if (chosen.delayMs > 0 || chosen.answer.kind === 'hang') limiter.hold(request.socket);
    const answer = () => {
      if (truncated) refuseTooLarge(request, response);
      else give(chosen, delivery, { request, response, isClosing, onSenderClosed });
      if (!kept) return;
      store.announce(delivery);
      if (onDelivery !== undefined && unseen.push(delivery) === 1) setImmediate(showAll, onDelivery);
    };
    // Whoever was answered does not send again: it must be safe by then.
    const recorded = kept ? record?.(delivery, scripted?.name ?? null) : undefined;
    if (recorded === undefined) answer();
    else void recorded.then(answer);
  }

  /** Returns whether it is kept. What is not genuine has bounds of its own. */
  function keep(delivery: Received): boolean {
    const { standing } = delivery;
    if (standing === 'foreign') {
      foreign.add(delivery);
      return false;
    }
    if (standing === 'claimed' || standing === 'repeated') {
      if (standings[standing] > MOST_DOUBTFUL || doubtfulBytes > MOST_DOUBTFUL_BYTES) return false;
      doubtfulBytes += delivery.bytes;
    }
    store.add(delivery);
    return true;
  }

  function showAll(show: (delivery: Delivery) => void): void {
    const batch = unseen;
    unseen = [];
    for (const delivery of batch) show(delivery);
  }

  function choose(delivery: Delivery, scripted: Plan | undefined): Plan {
    if (delivery.standing === 'foreign') return BADLY_SIGNED;
    if (scripted !== undefined) return scripted;
    const answer = respond?.(delivery);
    return answer === undefined ? ACCEPTED : plan(answer);
  }

  /** Another path than the one that is served: an answer at once, and nothing kept of it. */
  function turnAway(request: IncomingMessage, response: ServerResponse): void {
    rejected.elsewhere += 1;
    const length = Number(request.headers['content-length'] ?? 0);
    const endless = request.headers['transfer-encoding'] !== undefined || length > MOST_UNWANTED;
    // Behind a tunnel the connection is everybody's: it stays open where little is left to read.
    if (limiter.useless(request.socket) || endless) response.setHeader('connection', 'close');
    response.writeHead(404, { 'content-length': 0 });
    response.end();
    request.resume();
  }

  for (const { name, match, answers } of restored?.scripts ?? []) scripts.add(match, answers, name);
  for (const { script, delivery: data } of restored?.deliveries ?? []) {
    const delivery = Received.again(data);
    if (delivery.standing !== null) standings[delivery.standing] += 1;
    received = delivery.seq;
    keep(delivery);
    if (script !== null) scripts.took(script, delivery);
  }

  const readBody = (request: IncomingMessage, response: ServerResponse) => {
    onRequest?.();
    if (served !== undefined) {
      const path = originForm(request.url ?? '');
      if (path !== served && !scripts.names(path)) return turnAway(request, response);
    }
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let size = 0;
    let refused = false;
    request.on('data', (chunk: Buffer) => {
      if (refused) return;
      size += chunk.length;
      arriving += chunk.length;
      if (arriving > MOST_ARRIVING) {
        limiter.refused += 1;
        request.socket.destroy();
        return;
      }
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
    request.on('close', () => {
      arriving -= size;
    });
    request.on('end', () => {
      if (!refused)
        receive(request, response, more === undefined ? (first ?? EMPTY) : Buffer.concat(more, size), false);
    });
  };
  server.on('connection', (socket) => limiter.enter(socket));
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
      if ('bytesRead' in socket) limiter.useless(socket as Socket);
      refuse(400);
    }
  });

  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw new Error(whyNotListening(error, host, port));
  }

  const listening = (server.address() as AddressInfo).port;
  return {
    port: listening,
    url: options.publicUrl ?? localUrl(host, listening),
    deliveries: store.deliveries,
    foreign: foreign.deliveries,
    script: (match, answers, name) => scripts.add(match, answers, name),
    find: (query) => store.find(query),
    next: (query, signal, { after } = {}) =>
      isClosing() ? Promise.reject(closedError()) : store.next(query, signal, after),
    timeline: (eventId) => store.timeline(eventId),
    get stats() {
      const kept = store.deliveries.length;
      const refused = { ...rejected, tooManyConnections: limiter.refused };
      return { received, kept, dropped: store.dropped, rejected: refused, standings: { ...standings } };
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

export function localUrl(host: string, port: number): string {
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
