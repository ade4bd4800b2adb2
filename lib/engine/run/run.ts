import { Browser, type SharedBrowser } from '../browser/browser.ts';
import { Blocked, LostStep, NotExercised, RunImpossible } from '../checks/outcome.ts';
import { type Evidence, went } from '../checks/step-log.ts';
import { type Durable, replayingCapture } from '../durable/durable.ts';
import { recordedPolicy, sendOnce } from '../durable/send-once.ts';
import {
  type Client,
  type ClientLook,
  createClient,
  type Exchange,
  type ExchangeRecord,
  type Mask,
  type RawAnswer,
  type Secret,
  type Transport,
} from '../http/index.ts';
import { type Activity, presentHistory } from '../time/activity.ts';
import type { ClockAdvancer } from '../time/clock-advancer.ts';
import type { Conductor } from '../time/conductor.ts';
import type { Capture } from '../webhooks/server.ts';
import { Cleanup, type CleanupTask } from './cleanup.ts';
import { TargetConnection } from './connection/target-connection.ts';
import { lookOf } from './disguise/appearance.ts';
import { IdGenerator } from './disguise/id-generator.ts';
import { type DeliveryRoutes, pathOf } from './listen.ts';
import { Locks } from './locks.ts';
import type { Assignment } from './merchants/assignment.ts';
import { ControlError, type ControlPort } from './merchants/control.ts';
import type { MerchantAccess } from './merchants/merchant-access.ts';
import { Pacers } from './merchants/pacers.ts';
import type { EvidenceWriter } from './recording/evidence-writer.ts';
import { type RunSetup, setUpRun } from './run-setup.ts';
import { Secrets } from './secrets.ts';
import { Reruns, type Slowness, STOOD_STILL } from './slowness.ts';
import type { Environment, Target } from './target.ts';

/** What the engine needs to know of an interface to certify its implementations. `Context`: what a check of that interface is given. */
export interface Profile<
  Context = unknown,
  Control extends ControlPort = ControlPort,
  TheTarget extends Target = Target,
> {
  /** A path that every merchant may GET, to find out whether the target answers: `/v1/banks`. */
  readonly probePath: string;
  /** The client of the target's control interface; null if the target has none. */
  openControl(target: TheTarget): Control | null;
  /** Secrets that must be masked everywhere, in addition to keys, webhook secrets and the control token. */
  secrets(target: TheTarget): readonly Secret[];
  /** What one check works with. Called once for each check and for each preparation that checks share. */
  giveTo(run: Run<Control, TheTarget>, activity: Activity, options: ContextOptions): Promise<Context>;
}

export interface ContextOptions {
  /** The check's test data is derived from it. */
  readonly name: string;
  /** Capabilities that the check declares to need. */
  readonly needs: readonly string[];
  /** The second merchant stands in for the first. */
  readonly atOther?: boolean;
  readonly signal: AbortSignal;
  readonly evidence: Evidence;
  /** How often the check has been begun, this time included. */
  readonly turn?: number;
}

interface RunClientOptions {
  readonly record?: (exchange: ExchangeRecord) => void;
  readonly mask?: Mask;
  readonly transport?: Transport;
  readonly signal?: AbortSignal;
}

/** Where webhooks of a merchant arrive: the address, and its path at the capture server. */
export interface WebhookAddress {
  readonly url: string;
  readonly path: string;
}

/** Maximum number of checks that act at the same time. Enough to overlap all waiting for the network, few enough for a small target. */
const MAX_ACTIVE = 24;

/** After this many requests in a row without an answer, the target counts as gone and no further checks are tried. */
const MAX_UNANSWERED = 2 * MAX_ACTIVE;

/** The resources that a run has one of: the capture server, the clock, the rate limits, the connections. */
export class Run<C extends ControlPort = ControlPort, T extends Target = Target> {
  readonly assignment: Assignment & { readonly target: T };
  readonly profile: Profile<unknown, C, T>;
  readonly target: T;
  readonly capture: Capture;
  readonly control: C | null;
  readonly conductor: Conductor;
  /** Opens hosted pages; started when the first is opened. */
  readonly browser: Browser;
  /** Null if the run cannot be resumed by another process. */
  readonly durable: Durable | null;
  readonly locks: Locks;
  /** Number of checks that have begun and not ended. */
  underWay = 0;
  /** Refusals with the expected status and code that checks of this process have seen. */
  readonly refusals: Exchange[] = [];
  readonly deliveryRoutes: DeliveryRoutes;
  readonly evidence: EvidenceWriter;
  readonly secrets: Secrets;
  readonly connection: TargetConnection;
  readonly slowness: Slowness;
  readonly reruns = new Reruns();
  readonly #clockAdvancer: ClockAdvancer | null;
  readonly #pacers: Pacers;
  readonly #cleanup: Cleanup;
  readonly #ids: IdGenerator;
  readonly #look: ClientLook;
  #requests = 0;

  private constructor(
    assignment: Assignment & { readonly target: T },
    profile: Profile<unknown, C, T>,
    setup: RunSetup<C>,
    shared: SharedBrowser | undefined,
  ) {
    this.profile = profile;
    const { capture, deliveryRoutes, conductor, control, clockAdvancer, durable, evidence, slowness } = setup;
    this.slowness = slowness;
    slowness.onStandstill = (standstill) => evidence.step(STOOD_STILL, standstill, this.mask([]));
    this.assignment = assignment;
    this.deliveryRoutes = deliveryRoutes;
    this.evidence = evidence;
    this.secrets = new Secrets(assignment.target, profile.secrets(assignment.target));
    this.target = assignment.target;
    for (const access of durable?.rememberedMerchants() ?? []) this.secrets.restore(access);
    this.durable = durable;
    this.capture = replayingCapture(capture, durable);
    this.conductor = conductor;
    this.#pacers = new Pacers(conductor, durable?.store ?? null, assignment.target);
    const { pages, baseUrl, liveBaseUrl, network } = assignment.target;
    const targets = [baseUrl, liveBaseUrl].filter((url) => url !== null);
    this.browser = new Browser(pages, targets, { network, ...shared });
    this.control = control;
    if (control !== null) {
      const mask = this.mask([]);
      control.onStep = (step) => {
        evidence.step(`control: ${step.endpoint}`, step, mask);
        // When a failed check is repeated, time passes and merchants are made by other means.
        if (step.outcome !== 'done' || ['POST /clock/advance', 'POST /merchants'].includes(step.endpoint)) return;
        went({
          control: step.endpoint.split(' ')[0] ?? 'POST',
          path: step.path,
          body: JSON.stringify(step.body ?? {}),
        });
      };
    }
    this.#clockAdvancer = clockAdvancer;
    const { probePath } = profile;
    this.connection = new TargetConnection(this.target, this.control, probePath, MAX_UNANSWERED, conductor);
    this.connection.lostResponses.count = evidence.lost;
    this.#requests = evidence.exchanges;
    const remembered = durable?.store ?? null;
    this.locks = new Locks(remembered);
    this.#cleanup = new Cleanup(remembered);
    this.#ids = new IdGenerator(assignment);
    this.#look = lookOf(assignment.appearance);
  }

  /** `shared`: a browser for several runs, which this run does not close. */
  static async open<C extends ControlPort, T extends Target>(
    assignment: Assignment & { readonly target: T },
    profile: Profile<unknown, C, T>,
    shared?: SharedBrowser,
  ): Promise<Run<C, T>> {
    const control = profile.openControl(assignment.target);
    return new Run(assignment, profile, await setUpRun(assignment, control, MAX_ACTIVE), shared);
  }

  get requests(): number {
    return this.#requests;
  }

  get mostByOneKey(): number {
    return this.#pacers.most;
  }

  /** A name that no run has used before: letters, digits and `-`, at most 36 characters without the prefix that the plain form has. */
  unique(prefix: string): string {
    return this.#ids.unique(prefix);
  }

  /**
   * The client of one merchant for one activity: paced per key, every exchange recorded with its secrets masked. `signal`: when it is
   * aborted, no request of this client waits any longer.
   */
  client(access: MerchantAccess, activity: Activity, options: RunClientOptions = {}): Client {
    const { record, mask = this.mask([access]), transport = this.connection.transport, signal } = options;
    const baseUrl = access.environment === 'live' ? this.target.liveBaseUrl : this.target.baseUrl;
    if (baseUrl === null) throw new Blocked('suite fault: a live merchant without a live environment');
    const refusals = this.connection.refusals[access.environment];
    return createClient({
      baseUrl,
      credentials: { apiKey: access.apiKey, merchantId: access.merchantId },
      transport,
      mask,
      ...this.#pacers.paces(access, activity),
      now: () => activity.now,
      onRefused: (waited) => refusals.noteRefusal(waited),
      ends: signal === undefined ? refusals.lasting : AbortSignal.any([refusals.lasting, signal]),
      wait: (ms) => activity.wait(ms, 'a 429 that asked to wait'),
      deadlineMs: this.target.network.timeoutMs,
      retryPolicy: recordedPolicy(this.connection.lostResponses.retryPolicy),
      look: this.#look,
      newIdempotencyKey: () => this.#ids.idempotencyKey(),
      ...(this.assignment.trace && { newTraceparent: () => this.#ids.traceparent() }),
      interceptor: sendOnce,
      // Only the call keeps the clock from moving: while a request waits for room under the rate limit, it may move.
      calling: (call) => activity.calls(() => this.#send(access, call)),
      ...(this.durable !== null && { newExchangeId: () => this.evidence.newExchangeId() }),
      onExchange: (exchange) => {
        if (this.evidence.exchange(exchange)) {
          this.#requests++;
          this.connection.noteExchange(exchange, access.environment);
        }
        record?.(exchange);
      },
    });
  }

  async #send({ merchantId }: MerchantAccess, send: () => Promise<RawAnswer>): Promise<RawAnswer> {
    const answer = await send();
    this.durable?.store.addRequest(merchantId, this.conductor.now());
    return answer;
  }

  /** Remembers a merchant: `mask` hides its secrets in the webhooks that arrive at its path. */
  knows(access: MerchantAccess, mask: Mask): void {
    this.secrets.remember(access, mask);
    this.durable?.rememberMerchant(access);
  }

  /** Masks the secrets of these merchants and all secrets in the settings. */
  mask(merchants: readonly MerchantAccess[]): Mask {
    return this.secrets.mask(merchants);
  }

  /** A merchant made for one check if the target allows it, otherwise the one in the settings. `hook`: where its webhooks arrive. */
  async merchant(environment: Environment, hook: WebhookAddress = this.hook()): Promise<MerchantAccess> {
    const own = this.target.ownMerchants[environment];
    if (own && this.control !== null) {
      const control: ControlPort = this.control;
      const keys = await this.steered(() =>
        control.createMerchant(environment, hook.url).catch((error: unknown) => {
          // A target may refuse a webhook address for live that is not https.
          if (environment === 'live' && error instanceof ControlError && error.problem === 'refused') {
            return control.createMerchant(environment);
          }
          throw error;
        }),
      );
      return this.#withRoute({ ...keys, environment, own, hookPath: hook.path });
    }
    const keys = environment === 'live' ? this.target.live : this.target.merchant;
    if (keys === null) throw new NotExercised('no live merchant');
    return this.#withRoute({ ...keys, environment, own, hookPath: hook.path });
  }

  async otherMerchant(hook: WebhookAddress = this.hook()): Promise<MerchantAccess> {
    if (this.target.ownMerchants.sandbox) return await this.merchant('sandbox', hook);
    if (this.target.other === null) throw new NotExercised('no second merchant');
    return this.#withRoute({ ...this.target.other, environment: 'sandbox', own: false, hookPath: hook.path });
  }

  #withRoute(access: MerchantAccess): MerchantAccess {
    this.deliveryRoutes.expect(access.hookPath, access.webhookSecret);
    return access;
  }

  /** A webhook address: one of its own for each merchant, unless CAPTURE_PUBLIC_URL fixes it. */
  hook(): WebhookAddress {
    if (this.target.capture.publicUrl !== null) {
      return { url: this.target.capture.publicUrl, path: pathOf(this.target.capture.publicUrl) };
    }
    const path = `/${this.unique('hook')}`;
    return { url: this.capture.url.replace(/\/+$/, '') + path, path };
  }

  /** Calls control as a step that leads to a check, so errors block it. Throws NotExercised, Blocked or RunImpossible. */
  async steered<T>(call: () => Promise<T>): Promise<T> {
    const history = presentHistory();
    const run = async (_: undefined, lost: boolean) => {
      if (lost) history?.doubt('what came of a step through control was lost when the run was interrupted');
      return await call();
    };
    try {
      return history === null ? await call() : await history.step('control', { first: true, live: run });
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      if (error.problem === 'token') throw new RunImpossible(error.message);
      if (error.problem === 'absent') throw new NotExercised(error.message);
      throw error.lost ? new LostStep(error.message) : new Blocked(error.message);
    }
  }

  /** Moves the target's clock. Only the conductor and checks that run alone may call it. Returns the target's time in epoch milliseconds. */
  async advance(seconds: number): Promise<number> {
    const clock = this.#clockAdvancer;
    if (clock === null) throw new NotExercised('the clock cannot be advanced');
    return await this.steered(() => clock.advance(seconds));
  }

  /** Runs `work` when no other work with the same name is running. */
  exclusively<T>(name: string, activity: Activity, work: () => Promise<T>): Promise<T> {
    return this.locks.exclusively(name, activity, work);
  }

  /** Registers something to undo at the end, unless the target is embedded and ends with the run. Returns a function to call once undone. */
  leaves(access: MerchantAccess, task: CleanupTask): () => void {
    return this.target.embedded ? () => {} : this.#cleanup.add(access, task);
  }

  /**
   * Undoes what is registered, for at most `budgetMs`, then closes everything. Returns what could not be undone in time. `unfinished`:
   * another process is to resume the run, so nothing is undone. Throws RunImpossible if not all evidence could be written.
   */
  async close(budgetMs = 20_000, unfinished = false): Promise<string[]> {
    const willResume = unfinished && this.durable !== null;
    this.slowness.stop();
    // The receiving thread may still tell of one when the evidence is closed.
    this.slowness.onStandstill = () => {};
    // No webhook is answered any more that the store would not keep: its sender then retries it later.
    const closed = willResume ? this.capture.close() : null;
    if (willResume) this.durable?.store.freeze();
    // After an interruption checks may still be under way: closing ends what they wait for.
    await Promise.all([this.connection.close(), this.control?.close(), this.browser.close()]);
    const left = willResume ? [] : await this.#undo(budgetMs);
    await (closed ?? this.capture.close());
    await this.evidence
      .close(this.capture.deliveries, (delivery) => this.secrets.ofDelivery(delivery))
      .finally(() => this.durable?.close());
    return left.map((what) => this.secrets.maskOfAll().text(what));
  }

  async #undo(budgetMs: number): Promise<string[]> {
    if (this.#cleanup.size === 0) return [];
    // Several at once, as a distant target takes its time to answer.
    const transport = this.connection.open(8);
    const begin = () => this.conductor.begin(Number.MAX_SAFE_INTEGER);
    const client = (access: MerchantAccess, activity: Activity) => this.client(access, activity, { transport });
    const left = await this.#cleanup.undo(8, begin, client, budgetMs);
    await transport.close();
    return left;
  }
}
