import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { type AddressInfo, isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type PlannedAnswer, planAnswer, sendPlanned } from './answers.ts';
import { ConnectionLimiter } from './connection-limiter.ts';
import { originForm, ReceivedDelivery } from './received-delivery.ts';
import { Scripts } from './scripts.ts';
import { MemoryStore } from './store.ts';
import type { Capture, CaptureOptions, Delivery } from './types.ts';

export type {
  Answer,
  Capture,
  CaptureOptions,
  CaptureStats,
  Delivery,
  DeliveryClass,
  DeliveryData,
  Match,
  Query,
} from './types.ts';

const ACCEPTED = planAnswer(200);
const BADLY_SIGNED = planAnswer(401);
const NOT_A_POST = planAnswer({ status: 405, headers: { allow: 'POST' } });
const TOO_LARGE = planAnswer({ status: 413, headers: { connection: 'close' } });
const EMPTY = Buffer.alloc(0);

/** For how long (ms) the rest of a body that is too large is still read, so that its sender can read the answer. */
const LINGER_MS = 1_000;
/** Maximum bytes of all bodies that are arriving. Deliveries are small: thousands at once stay far below. */
const MAX_ARRIVING_BYTES = 67_108_864;

/** Maximum bytes of an unwanted body that are read so that its connection can stay open. */
const MAX_UNWANTED_BYTES = 65_536;

/** Limits for claimed and for repeated deliveries, so that they never displace a genuine one. */
const MAX_DOUBTFUL = 10_000;
const MAX_DOUBTFUL_BYTES = 33_554_432;
const MAX_FOREIGN = 100;
const MAX_FOREIGN_BYTES = 1_048_576;

/**
 * Listens for webhooks and keeps every request to a served path, whatever its method. A request that is not a POST is answered 405,
 * whatever the scripts say. Nothing that was kept can be read over HTTP: an answer has only a status, or what a script gives it. Rejects
 * with a one-line Error if the port is in use or the address is not valid.
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

  const store = new MemoryStore(maxKept, maxKeptBytes);
  const foreign = new MemoryStore(MAX_FOREIGN, MAX_FOREIGN_BYTES);
  const scripts = new Scripts();
  const limiter = new ConnectionLimiter(options.connectionLimits);
  const rejected = { tooLarge: 0, headersTooLarge: 0, slow: 0, elsewhere: 0 };
  const standings = { genuine: 0, repeated: 0, claimed: 0, foreign: 0 };
  let doubtfulBytes = 0;
  let received = 0;
  /** Bytes of bodies that have not arrived completely. */
  let arrivingBytes = 0;
  let unnotified: Delivery[] = [];
  let closing: Promise<void> | undefined;
  const isClosing = () => closing !== undefined;

  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    requestTimeout: slowSenderMs,
    headersTimeout: slowSenderMs,
    connectionsCheckingInterval: Math.min(1_000, Math.max(20, slowSenderMs / 4)),
    // Long, because a keep-alive connection that is closed during a sender's next attempt looks like the sender's failure.
    keepAliveTimeout: 120_000,
    requireHostHeader: false,
    joinDuplicateHeaders: true,
  });
  // A sender may close its writing side and still wait for the answer.
  Object.assign(server, { httpAllowHalfOpen: true });

  function receive(request: IncomingMessage, response: ServerResponse, body: Buffer, truncated: boolean): void {
    received += 1;
    const delivery = new ReceivedDelivery(received, request, body, truncated);
    limiter.touch(request.socket);
    if (judge !== undefined) {
      delivery.standing = judge(delivery);
      standings[delivery.standing] += 1;
    }
    const isForeign = delivery.standing === 'foreign';
    const kept = keep(delivery);
    const scripted = truncated || delivery.method !== 'POST' ? undefined : scripts.choose(delivery);
    const chosen = truncated ? TOO_LARGE : delivery.method !== 'POST' ? NOT_A_POST : choose(delivery, scripted?.plan);
    delivery.answer = chosen.answer;
    if (isForeign && limiter.countUseless(request.socket)) response.setHeader('connection', 'close');
    if (delivery.standing === 'genuine') limiter.trust(request.socket);
    if (chosen.delayMs > 0 || chosen.answer.kind === 'hang') limiter.hold(request.socket);
    const answer = () => {
      if (truncated) refuseTooLarge(request, response);
      else sendPlanned(chosen, delivery, { request, response, isClosing, onSenderClosed });
      if (!kept) return;
      store.announce(delivery);
      if (onDelivery !== undefined && unnotified.push(delivery) === 1) setImmediate(notifyAll, onDelivery);
    };
    // Recorded before it is answered: a sender that got its answer does not send again.
    const recorded = kept ? record?.(delivery, scripted?.name ?? null) : undefined;
    if (recorded === undefined) answer();
    else void recorded.then(answer);
  }

  /** Returns whether the delivery is kept. Deliveries that are not genuine have limits of their own. */
  function keep(delivery: ReceivedDelivery): boolean {
    const { standing } = delivery;
    if (standing === 'foreign') {
      foreign.add(delivery);
      return false;
    }
    if (standing === 'claimed' || standing === 'repeated') {
      if (standings[standing] > MAX_DOUBTFUL || doubtfulBytes > MAX_DOUBTFUL_BYTES) return false;
      doubtfulBytes += delivery.bytes;
    }
    store.add(delivery);
    return true;
  }

  function notifyAll(show: (delivery: Delivery) => void): void {
    const batch = unnotified;
    unnotified = [];
    for (const delivery of batch) show(delivery);
  }

  function choose(delivery: Delivery, scripted: PlannedAnswer | undefined): PlannedAnswer {
    if (delivery.standing === 'foreign') return BADLY_SIGNED;
    if (scripted !== undefined) return scripted;
    const answer = respond?.(delivery);
    return answer === undefined ? ACCEPTED : planAnswer(answer);
  }

  /** Answers a request to a path that is not served, at once; nothing of it is kept. */
  function refusePath(request: IncomingMessage, response: ServerResponse): void {
    rejected.elsewhere += 1;
    const length = Number(request.headers['content-length'] ?? 0);
    const endless = request.headers['transfer-encoding'] !== undefined || length > MAX_UNWANTED_BYTES;
    // Behind a tunnel, many senders share the connection: it stays open if there is little left to read.
    if (limiter.countUseless(request.socket) || endless) response.setHeader('connection', 'close');
    response.writeHead(404, { 'content-length': 0 });
    response.end();
    request.resume();
  }

  for (const { name, match, answers } of restored?.scripts ?? []) scripts.add(match, answers, name);
  for (const { script, delivery: data } of restored?.deliveries ?? []) {
    const delivery = ReceivedDelivery.fromData(data);
    if (delivery.standing !== null) standings[delivery.standing] += 1;
    received = delivery.seq;
    keep(delivery);
    if (script !== null) scripts.restoreTaken(script, delivery);
  }

  const readBody = (request: IncomingMessage, response: ServerResponse) => {
    onRequest?.();
    if (served !== undefined) {
      const path = originForm(request.url ?? '');
      if (path !== served && !scripts.namesPath(path)) return refusePath(request, response);
    }
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let size = 0;
    let refused = false;
    request.on('data', (chunk: Buffer) => {
      if (refused) return;
      size += chunk.length;
      arrivingBytes += chunk.length;
      if (arrivingBytes > MAX_ARRIVING_BYTES) {
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
      arrivingBytes -= size;
    });
    request.on('end', () => {
      if (!refused)
        receive(request, response, more === undefined ? (first ?? EMPTY) : Buffer.concat(more, size), false);
    });
  };
  server.on('connection', (socket) => limiter.accept(socket));
  server.on('request', readBody);
  server.on('checkExpectation', readBody);

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const refuse = (status: number) => {
      if (!socket.writable) return socket.destroy();
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      // What the sender still sends is not waited for.
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    };
    if (error.code === 'HPE_HEADER_OVERFLOW') {
      rejected.headersTooLarge += 1;
      refuse(431);
    } else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
      // A connection that was opened ahead of need and is idle is not a slow sender.
      if ('bytesRead' in socket && socket.bytesRead !== 0) rejected.slow += 1;
      refuse(408);
    } else if (error.code === 'ECONNRESET' || error.code === 'EPIPE') {
      socket.destroy();
    } else {
      if ('bytesRead' in socket) limiter.countUseless(socket as Socket);
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

/** Answers at once, then reads on for at most LINGER_MS: closing with unread bytes would reset the connection before the answer is read. */
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
