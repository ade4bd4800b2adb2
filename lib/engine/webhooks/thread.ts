/** The capture server's thread: nothing that the suites compute delays an answer or the recorded time of an arrival. */
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { DeliveryStore } from '../durable/store/index.ts';
import { DeliveryClassifier } from '../run/recording/delivery-classifier.ts';
import { aheadOf } from '../time/clock.ts';
import { LoopDelay } from '../time/loop-delay.ts';
import { startCapture } from './server.ts';
import {
  type DeliveryMessage,
  type FromThread,
  monotonic,
  type ThreadOptions,
  type ToThread,
} from './thread-messages.ts';
import type { Answer, Capture, Delivery, DeliveryData, Match } from './types.ts';

/** Interval in milliseconds at which foreign deliveries and counts are reported, and how many of the former at most. */
const REPORT_INTERVAL_MS = 50;
const MAX_FOREIGN_REPORTED = 100;

/** How many deliveries this thread keeps: few, as the other thread keeps them. */
const MAX_KEPT = 100;

const { options, port } = workerData as { options: ThreadOptions; port: MessagePort };
const toEpochMs = options.epoch + aheadOf(monotonic);
const send = (reportArrivals: FromThread) => port.postMessage(reportArrivals);

const store = options.store && new DeliveryStore(options.store);
const classifier = new DeliveryClassifier(options.mark);
const scripts = new Map<string, ReturnType<Capture['script']>>();
/** Scripts in the store: those of checks that may be replayed. */
const keptScripts = new Set<string>();
let unsentMessages: DeliveryMessage[] = [];
let foreign: Delivery[] = [];
let flushed: Promise<void> | null = null;
let lastReportedStats = '';

const loop = new LoopDelay(({ from, to }) => send({ stalled: { from: from + toEpochMs, to: to + toEpochMs } })).start();

function readStore() {
  const deliveries = (store?.deliveries() ?? []) as DeliveryMessage[];
  const known = (store?.scripts() ?? []).map(({ name, script }) => {
    keptScripts.add(name);
    return { name, ...(script as { match: Match; answers: readonly Answer[] }) };
  });
  for (const { delivery } of deliveries) classifier.restore(delivery);
  return { deliveries, scripts: known };
}

/** Orders that the other thread gave before this moment apply to what arrives now. */
function processOrders(): void {
  for (let order = receiveMessageOnPort(port); order !== undefined; order = receiveMessageOnPort(port)) {
    execute(order.message as ToThread);
  }
}

function execute(order: ToThread): void {
  if ('script' in order) {
    const { script: name, match, answers, kept } = order;
    if (kept && !keptScripts.has(name)) {
      keptScripts.add(name);
      store?.addScript(name, { match, answers });
    }
    scripts.set(name, capture.script(match, answers, name));
  } else if ('remove' in order) {
    scripts.get(order.remove)?.remove();
  } else if ('expect' in order) {
    classifier.registerSecret(order.expect, order.secret);
  } else {
    void close();
  }
}

function classify(delivery: Delivery) {
  const standing = classifier.classify(delivery);
  if (standing === 'foreign') {
    foreign.push(delivery);
    if (foreign.length > MAX_FOREIGN_REPORTED) foreign.shift();
  }
  return standing;
}

/** Written to disk and reported to the other thread before it is answered: an answered webhook is never lost. */
function record(delivery: Delivery, script: string | null): Promise<void> {
  const message = { script, delivery: dataOf(delivery, loop.unseenMs) };
  store?.add(delivery.seq, script !== null && keptScripts.has(script) ? script : null, message.delivery);
  unsentMessages.push(message);
  flushed ??= flush();
  return flushed;
}

async function flush(): Promise<void> {
  await (store?.committed() ?? new Promise<void>((resolve) => setImmediate(resolve)));
  const now = performance.now() + toEpochMs;
  const arrived = unsentMessages.map(({ script, delivery }): DeliveryMessage => {
    const keptWaitingMs = now - delivery.mono + (delivery.keptWaitingMs ?? 0);
    return { script, delivery: { ...delivery, keptWaitingMs } };
  });
  unsentMessages = [];
  flushed = null;
  report(arrived);
}

function report(arrived: readonly DeliveryMessage[]): void {
  const foreignMessages = foreign.map((delivery) => ({ script: null, delivery: dataOf(delivery, null) }));
  foreign = [];
  const { stats } = capture;
  lastReportedStats = JSON.stringify(stats);
  send({ arrived, foreign: foreignMessages, stats });
}

function dataOf(delivery: Delivery, keptWaitingMs: number | null): DeliveryData {
  const { seq, method, path, headers, truncated, answer, senderClosedAfterMs, standing } = delivery;
  // A copy: a message would contain the whole buffer that this is a part of.
  const body = Buffer.from(Uint8Array.prototype.slice.call(delivery.body).buffer);
  const at = delivery.mono + toEpochMs;
  return {
    seq,
    at,
    mono: at,
    method,
    path,
    headers,
    body,
    truncated,
    answer,
    senderClosedAfterMs,
    keptWaitingMs,
    standing,
  };
}

async function close(): Promise<void> {
  await capture.close();
  loop.stop();
  clearInterval(ticker);
  if (unsentMessages.length > 0) await flushed;
  report([]);
  store?.close();
  send({ closed: true });
  port.close();
}

for (const [path, secret] of options.expected) classifier.registerSecret(path, secret);
const before = readStore();
const { host, port: listenAt, path, publicUrl } = options;
const capture = await startCapture({
  host,
  port: listenAt,
  ...(path !== undefined && { path }),
  ...(publicUrl !== undefined && { publicUrl }),
  maxKept: MAX_KEPT,
  judge: classify,
  record,
  onRequest: processOrders,
  onSenderClosed: ({ seq, senderClosedAfterMs }) => send({ senderClosed: seq, afterMs: senderClosedAfterMs ?? 0 }),
  restored: before,
}).catch((error: unknown) => {
  send({ failed: error instanceof Error ? error.message : String(error) });
  store?.close();
  // The other thread terminates this one once it has read the reason; ending by itself could be noticed before that.
  setInterval(() => {}, 60_000);
  return new Promise<never>(() => {});
});
const ticker = setInterval(() => {
  if (foreign.length > 0 || JSON.stringify(capture.stats) !== lastReportedStats) report([]);
}, REPORT_INTERVAL_MS).unref();
port.on('message', execute);
send({ listening: capture.port, restored: before.deliveries });
