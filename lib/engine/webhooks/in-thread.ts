import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { MODULE_EXTENSION } from '../modules.ts';
import { aheadOf } from '../time/clock.ts';
import { planAnswer } from './answers.ts';
import { ReceivedDelivery } from './received-delivery.ts';
import { localUrl } from './server.ts';
import { MemoryStore } from './store.ts';
import {
  type DeliveryMessage,
  type FromThread,
  monotonic,
  type ThreadOptions,
  type ToThread,
} from './thread-messages.ts';
import type { Answer, Capture, CaptureStats } from './types.ts';

/** The same as the server's defaults. */
const MAX_KEPT = 100_000;
const MAX_KEPT_BYTES = 268_435_456;
const MAX_FOREIGN = 100;
const MAX_FOREIGN_BYTES = 1_048_576;

export interface ThreadCapture extends Capture {
  /** Registers that webhooks of a merchant with this secret arrive at this path; deliveries from now on are classified with it. */
  expect(path: string, secret: string | null): void;
}

/** Receives the delays of the capture server's thread. Times are `performance.now()` of the listener's thread. */
export interface ThreadListener {
  onStall(stall: { from: number; to: number }): void;
  /** This machine kept a delivery that arrived at `at` waiting for its answer, for `keptWaitingMs`. */
  onAnswer(keptWaitingMs: number, at: number): void;
}

const noStats: CaptureStats = {
  received: 0,
  kept: 0,
  dropped: 0,
  rejected: { tooLarge: 0, headersTooLarge: 0, slow: 0, elsewhere: 0, tooManyConnections: 0 },
  standings: { genuine: 0, repeated: 0, claimed: 0, foreign: 0 },
};

/**
 * A capture server in a thread of its own: nothing that this thread computes delays arrivals, their storage or their answers. Whatever
 * has been answered is visible here at once: every look first processes all reports of the thread so far.
 */
export async function captureInThread(
  options: Omit<ThreadOptions, 'epoch'>,
  listener?: ThreadListener,
): Promise<ThreadCapture> {
  const epoch = performance.timeOrigin - aheadOf(monotonic);
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(new URL(`./thread${MODULE_EXTENSION}`, import.meta.url), {
    workerData: { options: { ...options, epoch } satisfies ThreadOptions, port: port2 },
    transferList: [port2],
    execArgv: [],
  });
  const store = new MemoryStore(MAX_KEPT, MAX_KEPT_BYTES);
  const foreign = new MemoryStore(MAX_FOREIGN, MAX_FOREIGN_BYTES);
  const taken = new Map<string, number>();
  const listening = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<void>();
  let stats = noStats;
  let scripts = 0;
  let closing: Promise<void> | undefined;

  const toMono = (at: number) => at - performance.timeOrigin;
  const fromMessage = ({ delivery }: DeliveryMessage) =>
    ReceivedDelivery.fromData({ ...delivery, mono: toMono(delivery.mono) });

  function handleReport(report: FromThread): void {
    if ('arrived' in report) {
      stats = report.stats;
      for (const stranger of report.foreign) foreign.add(fromMessage(stranger));
      const arrived = report.arrived.map((arrival) => ({ arrival, delivery: fromMessage(arrival) }));
      for (const { delivery } of arrived) store.add(delivery);
      for (const { arrival, delivery } of arrived) {
        if (delivery.keptWaitingMs !== null) listener?.onAnswer(delivery.keptWaitingMs, delivery.mono);
        if (arrival.script !== null) taken.set(arrival.script, (taken.get(arrival.script) ?? 0) + 1);
        store.announce(delivery);
      }
    } else if ('stalled' in report) {
      listener?.onStall({ from: toMono(report.stalled.from), to: toMono(report.stalled.to) });
    } else if ('senderClosed' in report) {
      const delivery = store.deliveries.findLast(({ seq }) => seq === report.senderClosed);
      if (delivery !== undefined) delivery.senderClosedAfterMs = report.afterMs;
    } else if ('listening' in report) {
      for (const arrival of report.restored) store.add(fromMessage(arrival));
      listening.resolve(report.listening);
    } else if ('failed' in report) {
      listening.reject(new Error(report.failed));
    } else {
      ended.resolve();
    }
  }
  /** Processes the reports that the thread has sent so far, in order. */
  function catchUp(): void {
    for (let message = receiveMessageOnPort(port); message !== undefined; message = receiveMessageOnPort(port)) {
      handleReport(message.message as FromThread);
    }
  }
  port.on('message', handleReport);
  const onThreadEnd = (why: Error) => {
    listening.reject(why);
    store.rejectWaiters(why);
    ended.resolve();
  };
  worker.on('error', (error) => onThreadEnd(new Error(`the capture server's thread failed: ${error.message}`)));
  worker.on('exit', () => onThreadEnd(new Error('the capture server was closed')));
  // The thread alone does not keep the process alive.
  worker.unref();

  const send = (order: ToThread) => port.postMessage(order);
  const boundTo = await listening.promise.catch(async (error: unknown) => {
    port.close();
    await worker.terminate();
    throw error;
  });
  const { host, publicUrl } = options;
  return {
    port: boundTo,
    url: publicUrl ?? localUrl(host, boundTo),
    get deliveries() {
      catchUp();
      return store.deliveries;
    },
    get foreign() {
      catchUp();
      return foreign.deliveries;
    },
    get stats() {
      catchUp();
      return { ...stats, kept: store.deliveries.length, dropped: store.dropped };
    },
    expect: (path, secret) => send({ expect: path, secret }),
    script(match, answers, name) {
      const list = Array.isArray(answers) ? (answers as readonly Answer[]) : [answers as Answer];
      if (list.length === 0) throw new Error('a script needs at least one answer');
      // An answer that cannot be given throws here, and not in the thread.
      list.forEach(planAnswer);
      const scriptName = name ?? `script ${++scripts}`;
      send({ script: scriptName, match, answers: list, kept: name !== undefined });
      return {
        remove: () => send({ remove: scriptName }),
        get taken() {
          catchUp();
          return taken.get(scriptName) ?? 0;
        },
      };
    },
    find(query) {
      catchUp();
      return store.find(query);
    },
    async next(query, signal, { after } = {}) {
      catchUp();
      if (closing !== undefined) throw new Error('the capture server was closed');
      return await store.next(query, signal, after);
    },
    timeline(eventId) {
      catchUp();
      return store.timeline(eventId);
    },
    close() {
      closing ??= (async () => {
        send({ close: true });
        await ended.promise;
        catchUp();
        store.rejectWaiters(new Error('the capture server was closed'));
        port.close();
        await worker.terminate();
      })();
      return closing;
    },
  };
}
