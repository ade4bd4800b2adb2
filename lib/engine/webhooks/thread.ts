/** The capture server's thread: nothing that the suites compute delays an answer or the recorded time of an arrival. */
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { DeliveryStore } from '../durable/store/index.ts';
import { DeliveryClassifier } from '../run/recording/delivery-classifier.ts';
import { aheadOf } from '../time/clock.ts';
import { LoopDelay } from '../time/loop-delay.ts';
import { startCapture } from './server.ts';
import { type Arrival, monotonic, type Order, type Report, type ThreadOptions } from './thread-messages.ts';
import type { Answer, Capture, Delivery, DeliveryData, Match } from './types.ts';

/** Interval in milliseconds at which foreign deliveries and counts are reported, and how many of the former at most. */
const TOLD_EVERY = 50;
const FOREIGN_TOLD = 100;

/** How many deliveries this thread keeps: few, as the other thread keeps them. */
const KEPT_HERE = 100;

const { options, port } = workerData as { options: ThreadOptions; port: MessagePort };
const shift = options.epoch + aheadOf(monotonic);
const tell = (report: Report) => port.postMessage(report);

const store = options.store && new DeliveryStore(options.store);
const classifier = new DeliveryClassifier(options.mark);
const scripts = new Map<string, ReturnType<Capture['script']>>();
/** Scripts in the store: those of checks that may be replayed. */
const keptScripts = new Set<string>();
let outbox: Arrival[] = [];
let foreign: Delivery[] = [];
let flushed: Promise<void> | null = null;
let told = '';

const loop = new LoopDelay(({ from, to }) => tell({ stalled: { from: from + shift, to: to + shift } })).start();

function restored() {
  const deliveries = (store?.deliveries() ?? []) as Arrival[];
  const known = (store?.scripts() ?? []).map(({ name, script }) => {
    keptScripts.add(name);
    return { name, ...(script as { match: Match; answers: readonly Answer[] }) };
  });
  for (const { delivery } of deliveries) classifier.came(delivery);
  return { deliveries, scripts: known };
}

/** Orders that the other thread gave before this moment apply to what arrives now. */
function obey(): void {
  for (let order = receiveMessageOnPort(port); order !== undefined; order = receiveMessageOnPort(port)) {
    carryOut(order.message as Order);
  }
}

function carryOut(order: Order): void {
  if ('script' in order) {
    const { script: name, match, answers, kept } = order;
    if (kept && !keptScripts.has(name)) {
      keptScripts.add(name);
      store?.scripted(name, { match, answers });
    }
    scripts.set(name, capture.script(match, answers, name));
  } else if ('remove' in order) {
    scripts.get(order.remove)?.remove();
  } else if ('expect' in order) {
    classifier.expect(order.expect, order.secret);
  } else {
    void close();
  }
}

function judge(delivery: Delivery) {
  const standing = classifier.judge(delivery);
  if (standing === 'foreign') {
    foreign.push(delivery);
    if (foreign.length > FOREIGN_TOLD) foreign.shift();
  }
  return standing;
}

/** Written to disk and reported to the other thread before it is answered: an answered webhook is never lost. */
function record(delivery: Delivery, script: string | null): Promise<void> {
  const arrival = { script, delivery: dataOf(delivery, loop.unseenMs) };
  store?.arrived(delivery.seq, script !== null && keptScripts.has(script) ? script : null, arrival.delivery);
  outbox.push(arrival);
  flushed ??= flush();
  return flushed;
}

async function flush(): Promise<void> {
  await (store?.committed() ?? new Promise<void>((resolve) => setImmediate(resolve)));
  const now = performance.now() + shift;
  const arrived = outbox.map(({ script, delivery }): Arrival => {
    const keptWaitingMs = now - delivery.mono + (delivery.keptWaitingMs ?? 0);
    return { script, delivery: { ...delivery, keptWaitingMs } };
  });
  outbox = [];
  flushed = null;
  report(arrived);
}

function report(arrived: readonly Arrival[]): void {
  const strangers = foreign.map((delivery) => ({ script: null, delivery: dataOf(delivery, null) }));
  foreign = [];
  const { stats } = capture;
  told = JSON.stringify(stats);
  tell({ arrived, foreign: strangers, stats });
}

function dataOf(delivery: Delivery, keptWaitingMs: number | null): DeliveryData {
  const { seq, method, path, headers, truncated, answer, senderClosedAfterMs, standing } = delivery;
  // A copy: a message would contain the whole buffer that this is a part of.
  const body = Buffer.from(Uint8Array.prototype.slice.call(delivery.body).buffer);
  const at = delivery.mono + shift;
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
  if (outbox.length > 0) await flushed;
  report([]);
  store?.close();
  tell({ closed: true });
  port.close();
}

for (const [path, secret] of options.expected) classifier.expect(path, secret);
const before = restored();
const { host, port: listenAt, path, publicUrl } = options;
const capture = await startCapture({
  host,
  port: listenAt,
  ...(path !== undefined && { path }),
  ...(publicUrl !== undefined && { publicUrl }),
  maxKept: KEPT_HERE,
  judge,
  record,
  onRequest: obey,
  onSenderClosed: ({ seq, senderClosedAfterMs }) => tell({ senderClosed: seq, afterMs: senderClosedAfterMs ?? 0 }),
  restored: before,
}).catch((error: unknown) => {
  tell({ failed: error instanceof Error ? error.message : String(error) });
  store?.close();
  // The other thread terminates this one once it has read the reason; ending by itself could be noticed before that.
  setInterval(() => {}, 60_000);
  return new Promise<never>(() => {});
});
const ticker = setInterval(() => {
  if (foreign.length > 0 || JSON.stringify(capture.stats) !== told) report([]);
}, TOLD_EVERY).unref();
port.on('message', carryOut);
tell({ listening: capture.port, restored: before.deliveries });
