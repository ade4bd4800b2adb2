import { createHash } from 'node:crypto';
import { NoBrowser } from '../browser/chromium.ts';
import { PageError, PageTooSlow } from '../browser/page.ts';
import type { CheckResult } from '../checks/check-result.ts';
import { Blocked, LostStep, NotExercised, RunImpossible } from '../checks/outcome.ts';
import { ControlError } from '../run/merchants/control.ts';
import type { MerchantAccess } from '../run/merchants/merchant-access.ts';
import { presentHistory } from '../time/activity.ts';
import type { Capture } from '../webhooks/server.ts';
import { type ErrorCodec, formatGap, History, type LedgerOptions, RunStore, RunStoreError } from './store/index.ts';

/** What the command passes if the run is to survive its process. */
export interface RunStoreAssignment {
  readonly file: string;
  /** Never written: everything written is encrypted under a key made from it. */
  readonly secret: string;
  /** Whether what is written must survive a loss of power as well. */
  readonly full: boolean;
  /** Interval in milliseconds at which this process records that it still listens. */
  readonly heartbeatMs: number;
}

/** The state of a run that may end at any moment and be resumed later. */
export class Durable {
  readonly store: RunStore;
  readonly #now: () => number;
  readonly #results: ReadonlyMap<string, unknown>;
  readonly #begun = new Set<string>();
  readonly #heartbeatMs: number;
  #routes = 0;
  #heartbeat: NodeJS.Timeout | undefined;

  /** Throws RunImpossible if the run store cannot be used. */
  constructor(assignment: RunStoreAssignment, now: () => number) {
    this.store = orImpossible(() => new RunStore(assignment));
    this.#results = orImpossible(() => this.store.results());
    this.#heartbeatMs = assignment.heartbeatMs;
    this.#now = now;
  }

  /** If the target reports its time: the time (epoch milliseconds) at which earlier processes of this run began to count. */
  get clockOrigin(): number | undefined {
    return this.store.remembered('clock').get('origin') as number | undefined;
  }

  rememberClockOrigin(origin: number): void {
    if (!Number.isNaN(origin)) this.store.remember('clock', 'origin', origin);
  }

  /** How the capture server's thread opens its part of the run store. */
  get webhooks(): LedgerOptions {
    return this.store.webhooks;
  }

  /** Records that webhooks of a merchant with this secret arrive at this path. */
  rememberRoute(path: string, secret: string | null): void {
    this.store.remember('expected', `${path} ${++this.#routes}`, { path, secret });
  }

  rememberedRoutes(): [path: string, secret: string | null][] {
    const all = orImpossible(
      () => [...this.store.remembered('expected').values()] as { path: string; secret: string | null }[],
    );
    this.#routes = all.length;
    return all.map(({ path, secret }) => [path, secret]);
  }

  /** Records that this process listens from now on, except while the machine sleeps. */
  startListening(port: number, slept: () => boolean): void {
    this.store.startListening(this.#now(), port);
    this.#heartbeat = setInterval(() => {
      if (slept()) this.store.startListening(this.#now(), port);
      else this.store.heartbeat(this.#now());
    }, this.#heartbeatMs).unref();
  }

  /** The result of a check that an earlier process has finished. */
  result(name: string): CheckResult | undefined {
    return this.#results.get(name) as CheckResult | undefined;
  }

  checkFinished(name: string, result: CheckResult): void {
    this.store.checkFinished(name, result);
  }

  /** The history of a check: a new one, or the one to resume. `fromStart`: a check that was begun starts from its beginning, under new names. */
  history(name: string, { signal, fromStart }: { signal: AbortSignal; fromStart: boolean }): History {
    const { turn, began } = this.store.history(name, this.#now());
    const isBegunHere = this.#begun.has(name);
    this.#begun.add(name);
    const known = isBegunHere || this.store.steps(name).length > 0;
    const [next, since] = fromStart && known ? [turn + 1, this.#now()] : [turn, began];
    if (next > turn) this.store.beginTurn(name, next, since);
    return new History({
      store: this.store,
      name,
      turn: next,
      began: since,
      now: this.#now,
      errors: errorCodec,
      signal,
    });
  }

  /** The history of a preparation that several checks share; `turn`: that of the checks. */
  preparation(name: string, turn: number, signal: AbortSignal): History {
    const whole = `preparation: ${name}${turn === 1 ? '' : ` (${turn})`}`;
    const { began } = this.store.history(whole, this.#now());
    return new History({ store: this.store, name: whole, turn, began, now: this.#now, errors: errorCodec, signal });
  }

  /** Records a merchant, or another secret of one. */
  rememberMerchant(access: MerchantAccess): void {
    const { environment, merchantId, hookPath, webhookSecret } = access;
    const secretDigest = createHash('sha256')
      .update(webhookSecret ?? '')
      .digest('hex')
      .slice(0, 8);
    this.store.remember('merchant', `${environment} ${merchantId} ${hookPath} ${secretDigest}`, access);
  }

  rememberedMerchants(): MerchantAccess[] {
    return orImpossible(() => [...this.store.remembered('merchant').values()] as MerchantAccess[]);
  }

  close(): void {
    clearInterval(this.#heartbeat);
    this.store.heartbeat(this.#now());
    this.store.close();
  }
}

function orImpossible<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RunStoreError) throw new RunImpossible(error.message);
    // A decryption error gives no reason.
    throw new RunImpossible(
      'the journal was written with another TARGET_API_KEY or TARGET_CONTROL_TOKEN, or is damaged',
    );
  }
}

/** The capture server as checks see it: what they see is recorded, so that they see the same when they are replayed. */
export function replayingCapture(capture: Capture, durable: Durable | null): Capture {
  if (durable === null) return capture;
  const latest = () => capture.deliveries.at(-1)?.seq ?? 0;
  return {
    get url() {
      return capture.url;
    },
    get port() {
      return capture.port;
    },
    get deliveries() {
      return capture.deliveries;
    },
    get stats() {
      const history = presentHistory();
      if (history === null) return capture.stats;
      // Numbers of discarded deliveries are not counted: another process would not know of them.
      return { ...capture.stats, received: history.note('received', latest) };
    },
    get foreign() {
      return capture.foreign;
    },
    find(query) {
      const history = presentHistory();
      if (history === null) return capture.find(query);
      history.deliveryLooks++;
      const until = history.note('look', latest);
      return capture.find(query).filter(({ seq }) => seq <= until);
    },
    async next(query, signal, options) {
      const history = presentHistory();
      if (history === null) return await capture.next(query, signal, options);
      history.deliveryLooks++;
      const live = async () => (await capture.next(query, signal, options)).seq;
      const seq = await history.step('arrival', { signal, live });
      const arrived = capture.deliveries.find((delivery) => delivery.seq === seq);
      if (arrived === undefined) throw new NotExercised('what had arrived was forgotten: too much came afterwards');
      return arrived;
    },
    script(match, answers) {
      const history = presentHistory();
      if (history === null) return capture.script(match, answers);
      const name = `${history.name} (${history.turn}) ${history.count('script')}`;
      return capture.script(match, answers, name);
    },
    timeline: (eventId) => capture.timeline(eventId),
    close: () => capture.close(),
  };
}

/** Throws NotExercised if no process of the run listened at some time between these moments: a webhook may have gone unnoticed. */
export function mustHaveListened(from: number, to: number, what: string): void {
  const history = presentHistory();
  const gap = history?.gapBetween(from, to);
  if (history === null || gap === undefined) return;
  history.doubt(gap);
  throw new NotExercised(`${formatGap(gap)}: ${what}`);
}

/** A kind stands before the kind that it extends. */
const kinds = { LostStep, PageError, Blocked, NotExercised, PageTooSlow, NoBrowser } as const;
type Kind = keyof typeof kinds;

const errorCodec: ErrorCodec = {
  write(error) {
    if (error instanceof ControlError) {
      return {
        kind: 'ControlError',
        problem: error.problem,
        endpoint: error.endpoint,
        message: error.message,
        lost: error.lost,
      };
    }
    const kind = (Object.keys(kinds) as Kind[]).find((name) => error instanceof kinds[name]);
    return kind === undefined || !(error instanceof Error) ? null : { kind, message: error.message };
  },
  read(written) {
    const { kind, message } = written as { kind: Kind | 'ControlError'; message: string };
    if (kind !== 'ControlError') return new kinds[kind](message);
    const { problem, endpoint, lost } = written as ControlError;
    return new ControlError(problem, endpoint, message, lost);
  },
};
