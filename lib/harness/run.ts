import type { Capture } from '../capture/server.ts';
import {
  type Client,
  createClient,
  createPacer,
  type ExchangeRecord,
  type Mask,
  type Pacer,
  type Transport,
} from '../client/index.ts';
import { Browser } from '../target/browser.ts';
import type { Chromium } from '../target/chromium.ts';
import { Control, ControlError, type Environment } from '../target/control.ts';
import type { Target } from '../target/meet.ts';
import type { MerchantKeys } from '../target/settings.ts';
import { Advance } from './advance.ts';
import { type Activity, Conductor } from './conductor.ts';
import { Journal } from './journal.ts';
import { Line } from './line.ts';
import { type Listening, listen, markOf, pathOf } from './listen.ts';
import type { Origins } from './origins.ts';
import { Blocked, LostStep, NotExercised, RunImpossible } from './outcome.ts';
import { Secrets } from './secrets.ts';
import { LinkBudget } from './wallets.ts';

/** What the command hands to the worker that runs the suites. Plain data. */
export interface Assignment {
  readonly target: Target;
  /** Ids of requirements and observations to try. */
  readonly selected: readonly string[];
  /** Of each requirement only the first check. */
  readonly firstChecksOnly: boolean;
  readonly seed: number;
  /** Epoch milliseconds: with the seed it makes references that no other run repeats. */
  readonly startedAt: number;
  /** Name of the BroadcastChannel for progress. */
  readonly channel: string;
  /** Folder into which everything that happens is written; left out, nothing is. */
  readonly journal?: string;
}

/** A merchant of the target, and where its webhooks arrive. */
export interface MerchantAccess extends MerchantKeys {
  readonly environment: Environment;
  /** Made for one check alone. */
  readonly own: boolean;
  /** The capture server's path for its webhooks. */
  readonly hookPath: string;
}

/** Something left at a target that outlives the run: undone at the end. */
export interface Leftover {
  readonly what: string;
  undo(client: Client): Promise<unknown>;
}

/** How many checks act at the same moment. Enough to overlap all waiting for the network, few enough for a small target. */
const MAX_ACTIVE = 24;

/** After so many requests in a row without an answer the rest is not tried any more. */
const SILENCE = 2 * MAX_ACTIVE;

/** All that there is one of in a run: the capture server, the clock, the pace, the connection pool. */
export class Run {
  readonly assignment: Assignment;
  readonly target: Target;
  readonly capture: Capture;
  readonly control: Control | null;
  readonly conductor: Conductor;
  /** For hosted pages; starts when the first is opened. */
  readonly browser: Browser;
  readonly linkBudget = new LinkBudget(this);
  readonly origins: Origins;
  readonly journal: Journal;
  readonly secrets: Secrets;
  readonly line: Line;
  readonly #advance: Advance | null;
  readonly #pacers = new Map<string, Pacer>();
  readonly #locks = new Map<string, Promise<void>>();
  readonly #leftovers: { access: MerchantAccess; leftover: Leftover }[] = [];
  #requests = 0;
  #unique = 0;

  private constructor(assignment: Assignment, { capture, origins }: Listening, journal: Journal, chromium?: Chromium) {
    this.assignment = assignment;
    this.origins = origins;
    this.journal = journal;
    this.secrets = new Secrets(assignment.target);
    this.target = assignment.target;
    this.capture = capture;
    const { control, clock, pages, baseUrl, liveBaseUrl, network } = assignment.target;
    const hosts = [baseUrl, liveBaseUrl].flatMap((url) => (url === null ? [] : new URL(url).hostname));
    this.browser = new Browser(pages, hosts, { network, chromium });
    this.control = control && new Control(control.url, control.token, network).learn(control.knowledge);
    const advance = clock && this.control !== null ? (seconds: number) => this.advance(seconds) : null;
    this.conductor = new Conductor({ advance, maxActive: MAX_ACTIVE });
    const { conductor } = this;
    this.#advance = this.control && new Advance(this.control, 40 * network.timeoutMs);
    this.line = new Line(this.target, this.control, SILENCE, () => conductor.advanced);
  }

  /** `chromium`: a browser that is shared with other runs; it goes on after this one. */
  static async open(assignment: Assignment, chromium?: Chromium): Promise<Run> {
    const listening = await listen(assignment.target.capture, markOf(assignment));
    return new Run(assignment, listening, await Journal.open(assignment.journal ?? null), chromium);
  }

  get requests(): number {
    return this.#requests;
  }

  /** A text that nothing in this run, nor any other run, has used: letters, digits and `-`. */
  unique(prefix: string): string {
    return `${prefix}-${markOf(this.assignment)}-${(++this.#unique).toString(36)}`;
  }

  /** The client of one merchant for one activity: paced per key, every exchange recorded with its secrets masked. */
  client(
    access: MerchantAccess,
    activity: Activity,
    options: { record?: (exchange: ExchangeRecord) => void; mask?: Mask; transport?: Transport } = {},
  ): Client {
    const { record, mask = this.mask([access]), transport = this.line.transport } = options;
    const baseUrl = access.environment === 'live' ? this.target.liveBaseUrl : this.target.baseUrl;
    if (baseUrl === null) throw new Blocked('suite fault: a live merchant without a live environment');
    const pacer = this.#pacer(access.apiKey);
    return createClient({
      baseUrl,
      credentials: { apiKey: access.apiKey, merchantId: access.merchantId },
      transport,
      mask,
      pace: async () => {
        const room = pacer.waiting === 0 && pacer.nextInMs === 0;
        const taken = pacer.take(activity.order);
        await (room ? taken : activity.idle(taken));
      },
      wait: (ms) => activity.wait(ms, 'a 429 that asked to wait'),
      deadlineMs: this.target.network.timeoutMs,
      settling: this.line.losses.settling,
      onExchange: (exchange) => {
        this.#requests++;
        this.line.heard(exchange);
        this.journal.exchange(exchange);
        record?.(exchange);
      },
    });
  }

  /** Hides the secrets of these merchants and every secret that came with the settings. */
  mask(merchants: readonly MerchantAccess[]): Mask {
    return this.secrets.mask(merchants);
  }

  /** A merchant of its own for one check, where they can be made; else the standing one. */
  async merchant(environment: Environment): Promise<MerchantAccess> {
    const own = this.target.ownMerchants[environment];
    if (own && this.control !== null) {
      const control = this.control;
      const hook = this.hook();
      const keys = await this.steered(() =>
        control.createMerchant(environment, hook.url).catch((error: unknown) => {
          // A live target may refuse a webhook address that is not https.
          if (environment === 'live' && error instanceof ControlError && error.problem === 'refused') {
            return control.createMerchant(environment);
          }
          throw error;
        }),
      );
      return this.#expected({ ...keys, environment, own, hookPath: hook.path });
    }
    const keys = environment === 'live' ? this.target.live : this.target.merchant;
    if (keys === null) throw new NotExercised('no live merchant');
    return this.#expected({ ...keys, environment, own, hookPath: this.hook().path });
  }

  /** A second sandbox merchant. */
  async otherMerchant(): Promise<MerchantAccess> {
    if (this.target.ownMerchants.sandbox) return await this.merchant('sandbox');
    if (this.target.other === null) throw new NotExercised('no second merchant');
    return this.#expected({ ...this.target.other, environment: 'sandbox', own: false, hookPath: this.hook().path });
  }

  #expected(access: MerchantAccess): MerchantAccess {
    this.origins.expect(access.hookPath, access.webhookSecret);
    return access;
  }

  /** A webhook address. One of its own for each merchant, unless the console fixed it. */
  hook(): { url: string; path: string } {
    if (this.target.capture.publicUrl !== null) {
      return { url: this.target.capture.publicUrl, path: pathOf(this.target.capture.publicUrl) };
    }
    const path = `/${this.unique('hook')}`;
    return { url: this.capture.url.replace(/\/+$/, '') + path, path };
  }

  /** Calls control as a step that leads to a check: what goes wrong there is never the requirement's failure. */
  async steered<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      if (error.problem === 'token') throw new RunImpossible(error.message);
      if (error.problem === 'absent') throw new NotExercised(error.message);
      throw error.lost ? new LostStep(error.message) : new Blocked(error.message);
    }
  }

  /** Moves the target's clock. Only the conductor and the alone-running checks may. Returns the target's time (epoch ms). */
  async advance(seconds: number): Promise<number> {
    const clock = this.#advance;
    if (clock === null) throw new NotExercised('the clock cannot be advanced');
    return await this.steered(() => clock.by(seconds));
  }

  /** Runs one at a time what shares a name, for example a wallet. */
  async exclusively<T>(name: string, activity: Activity, work: () => Promise<T>): Promise<T> {
    const before = this.#locks.get(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#locks.set(name, promise);
    try {
      if (before !== undefined) await activity.idle(before);
      return await work();
    } finally {
      if (this.#locks.get(name) === promise) this.#locks.delete(name);
      resolve();
    }
  }

  /** Remembers what has to be undone at a target that outlives the run. Returns how to forget it, once it is undone. */
  leaves(access: MerchantAccess, leftover: Leftover): () => void {
    if (this.target.embedded) return () => {};
    const left = { access, leftover };
    this.#leftovers.push(left);
    return () => void this.#leftovers.splice(this.#leftovers.indexOf(left), 1);
  }

  /** Undoes what is left, within `budgetMs`; then closes everything. Returns what could not be undone in time. */
  async close(budgetMs = 20_000): Promise<string[]> {
    // After an interruption checks may still be under way: what they wait for ends here.
    await Promise.all([this.line.close(), this.control?.close(), this.browser.close()]);
    const left = await this.#undo(budgetMs);
    await this.capture.close();
    await this.journal.close(this.capture.deliveries, (delivery) => this.secrets.ofDelivery(delivery));
    const mask = this.secrets.maskOfAll();
    return left.map((what) => mask.text(what));
  }

  async #undo(budgetMs: number): Promise<string[]> {
    // A request that was repeated has left one thing.
    const byName = new Map(this.#leftovers.splice(0).map((left) => [left.leftover.what, left]));
    if (byName.size === 0) return [];
    const leftovers = [...byName.values()].reverse();
    const undone = new Set<string>();
    // Several at once: far away each takes its time.
    const transport = this.line.open(8);
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, budgetMs);
    const work = async () => {
      const activity = await this.conductor.begin(Number.MAX_SAFE_INTEGER);
      for (let left = leftovers.pop(); left !== undefined; left = leftovers.pop()) {
        const { access, leftover } = left;
        const client = this.client(access, activity, { transport });
        // A DELETE is sent once only, and may be lost.
        const again = () => leftover.undo(client);
        const done = again().catch(again).catch(again);
        await done.then(() => void undone.add(leftover.what)).catch(() => {});
      }
      activity.end();
    };
    await Promise.race([Promise.all(Array.from({ length: 8 }, work)), late.promise]);
    clearTimeout(timer);
    await transport.close();
    return [...byName.keys()].filter((what) => !undone.has(what));
  }

  #pacer(apiKey: string): Pacer {
    let pacer = this.#pacers.get(apiKey);
    if (pacer === undefined) {
      const { conductor } = this;
      pacer = createPacer({
        // A pacer remembers as many moments; no run comes near this.
        perMinute: Math.min(this.target.rateLimit, 10_000),
        now: () => conductor.now(),
        wait: (ms) => conductor.sleep(ms, 'room under the rate limit'),
      });
      this.#pacers.set(apiKey, pacer);
    }
    return pacer;
  }
}
