import { once } from 'node:events';
import { connect } from 'node:net';
import { sign } from '../../engine/webhooks/signature.ts';
import { type Comparison, inTurns, median } from './compare.ts';
import { SECRET, serve } from './servers.ts';

const CONNECTIONS = 8;
const DELIVERIES = 4_000;

/** Deliveries per second: the capture server with store and verification on, against a server that only reads bodies. */
export async function benchCapture(rounds: number): Promise<Comparison> {
  const [captures, reads] = [await serve('captures'), await serve('reads')];
  try {
    const figures = await inTurns(
      rounds,
      () => perSecond(captures.port, DELIVERIES),
      () => perSecond(reads.port, DELIVERIES),
    );
    const met = median(figures.ratios) >= 0.45;
    return { what: 'deliveries captured', unit: 'a second', ...figures, bound: 'at least 0.45', met };
  } finally {
    captures.stop();
    reads.stop();
  }
}

/** A signed delivery as raw bytes, built beforehand so that sending costs almost no CPU during the measurement. */
function delivery(at: number): Buffer {
  const payload = {
    id: `evt_${at}`,
    event: 'payment.succeeded',
    reference: `order-${at}`,
    amountMinor: 5_000,
    currency: 'NGN',
    occurredAt: '2026-01-01T00:00:00Z',
  };
  const body = Buffer.from(JSON.stringify(payload));
  const timestamp = '1767225600';
  const { v1, v2 } = sign(body, SECRET, timestamp);
  const head = [
    'POST /hook HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${body.length}`,
    `x-service-signature: ${v1}`,
    `x-service-timestamp: ${timestamp}`,
    `x-service-signature-v2: ${v2}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/** Sends `count` deliveries over `CONNECTIONS` connections, at most 16 unanswered on each. Returns deliveries per second. */
export async function perSecond(port: number, count: number): Promise<number> {
  const deliveries = Array.from({ length: count / CONNECTIONS }, (_, at) => delivery(at));
  const began = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sendAll(port, deliveries)));
  return count / ((performance.now() - began) / 1000);
}

async function sendAll(port: number, deliveries: readonly Buffer[]): Promise<void> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  const done = Promise.withResolvers<void>();
  let next = 16;
  let answered = 0;
  let rest = '';
  socket.on('error', done.reject).on('close', () => done.reject(new Error('the bench server closed the connection')));
  socket.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('latin1')).split('HTTP/1.1 200');
    answered += parts.length - 1;
    // Keeps 11 characters: enough to recognise a status line split between two chunks, too few to count one twice.
    rest = (parts.at(-1) ?? '').slice(-11);
    if (answered >= deliveries.length) return done.resolve();
    const upTo = Math.min(deliveries.length, answered + 16);
    if (upTo > next) socket.write(Buffer.concat(deliveries.slice(next, upTo)));
    next = Math.max(next, upTo);
  });
  socket.write(Buffer.concat(deliveries.slice(0, next)));
  await done.promise;
  socket.removeAllListeners('close').destroy();
}
