import { randomInt, randomUUID } from 'node:crypto';
import { Blocked, RunImpossible } from '../../engine/checks/outcome.ts';
import { type Evidence, newEvidence, recorder, telling } from '../../engine/checks/step-log.ts';
import { harEntry } from '../../engine/evidence/archive/har.ts';
import type { Recorded } from '../../engine/evidence/recorded.ts';
import { type Act, type Ask, filled, type Receive, type Step, type Story } from '../../engine/explore/story.ts';
import { type CallOptions, type Client, type ExchangeRecord, NetworkError } from '../../engine/http/index.ts';
import { ControlError, type ControlStep } from '../../engine/run/merchants/control.ts';
import type { MerchantAccess } from '../../engine/run/merchants/merchant-access.ts';
import type { Sighting } from '../../engine/run/recording/evidence-writer.ts';
import type { Activity } from '../../engine/time/activity.ts';
import { aBankName } from '../actors/banks.ts';
import type { PaymentsRun } from '../actors/run.ts';
import { ofShop, shopOf } from '../actors/shop.ts';
import { noting } from '../afterwards/created.ts';
import type { ControlEndpoint } from '../control/control.ts';
import { textIn } from '../model/events.ts';
import { sandboxWallets } from '../wire/sandbox-wallets.ts';
import { type Variant, variants, type WrongCredentials, wrongCredentials } from './shapes.ts';
import { StoryReceivers } from './story-receivers.ts';
import { summaryOf } from './summary.ts';

/** Two sandbox merchants, and a live one. */
export type Actor = 'a' | 'b' | 'live';

/** The result of a step; of concurrent steps, one for each. */
export interface Answered {
  readonly step: Ask | Act | Receive | { readonly seconds: number };
  /** `201 pending`; `not possible`. */
  readonly words: string;
  readonly exchange: number | null;
}

/** Everything recorded while a story was played. */
export interface Telling {
  readonly recorded: Recorded;
  readonly answers: readonly Answered[];
  readonly evidence: Evidence;
  readonly exchanges: readonly ExchangeRecord[];
  /** Nothing was lost, and the story was played to its end. */
  readonly isCertain: boolean;
  /** Why it was not played to its end: no merchant could be created, or the clock could not be moved. */
  readonly brokenOff: string | null;
  /** The values that were used for names, each with its name. */
  readonly values: ReadonlyMap<string, string>;
}

/** Plays stories on a target, one after the other, each with merchants and names of its own where merchants can be created. */
export class Stage {
  readonly #run: PaymentsRun;
  readonly #activity: Activity;
  #steps: ControlStep[] = [];
  /** By how many seconds earlier stories have moved the clock, which the target's `Date` headers show. */
  #moved = 0;
  #bankName: string | null = null;

  private constructor(run: PaymentsRun, activity: Activity) {
    this.#run = run;
    this.#activity = activity;
    const { control } = run;
    if (control === null) return;
    const told = control.onStep;
    control.onStep = (step) => {
      this.#steps.push(step);
      told(step);
    };
  }

  static async open(run: PaymentsRun): Promise<Stage> {
    return new Stage(run, await run.conductor.begin(0));
  }

  close(): void {
    this.#activity.end();
  }

  async tell(story: Story): Promise<Telling> {
    this.#moved += this.#steps.reduce((sum, step) => sum + secondsOf(step), 0);
    this.#steps = [];
    const scene = new StoryRun(this.#run, this.#activity);
    const brokenOff = await telling(scene.evidence, () => this.#playSteps(scene, story)).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof Blocked)) throw error;
        return error.message;
      },
    );
    return scene.end([...controlSteps(this.#run), clockStep(this.#moved), ...this.#steps], brokenOff);
  }

  async #playSteps(scene: StoryRun, story: Story): Promise<void> {
    await scene.enter(story, (client) => this.#bank(client));
    for (const step of story) await scene.play(step);
    // With a controlled clock, everything due has then happened, and its webhooks have arrived.
    if (this.#run.conductor.controlled) await this.#run.conductor.standing(() => this.#run.advance(0));
  }

  /** A bank name from the target's own list, which is read once. */
  async #bank(client: Client): Promise<string> {
    if (this.#bankName !== null) return this.#bankName;
    const list = await client.request({ method: 'GET', path: '/v1/banks' }).catch(() => null);
    const isListed = list?.status === 200;
    const name = aBankName(isListed ? list.json : null);
    // Without a list the next story asks again.
    if (isListed) this.#bankName = name;
    return name;
  }
}

/** One playing of a story. */
class StoryRun {
  readonly evidence = newEvidence();
  readonly #run: PaymentsRun;
  readonly #activity: Activity;
  readonly #clients = new Map<string, { access: MerchantAccess; client: Client }>();
  readonly #values = new Map<string, string>();
  /** Names of objects that have been created. */
  readonly #created = new Set<string>();
  readonly #answers: Answered[] = [];
  readonly #exchanges: ExchangeRecord[] = [];
  readonly #receivers: StoryReceivers;
  #isCertain = true;

  constructor(run: PaymentsRun, activity: Activity) {
    this.#run = run;
    this.#activity = activity;
    this.#receivers = new StoryReceivers(run);
  }

  /** Creates the merchants that act in the story. */
  async enter(story: Story, bank: (client: Client) => Promise<string>): Promise<void> {
    const text = JSON.stringify(story);
    const isNeeded = (actor: Actor) =>
      text.includes(`"by":"${actor}"`) ||
      text.includes(`"receiver":"${actor}"`) ||
      (actor === 'live' && text.includes('other environment'));
    const mask = this.#run.secrets.growingMask(this.evidence.merchants);
    const record = recorder(this.evidence);
    for (const actor of ['a', 'b', 'live'] as const) {
      if (!isNeeded(actor)) continue;
      const access = await this.#merchant(actor);
      this.evidence.merchants.push(access);
      this.#receivers.add(access);
      const own = this.#run.client(access, this.#activity, {
        mask,
        record: noting(this.#run, access, (exchange) => {
          this.#exchanges.push(exchange);
          record.exchange(exchange, this.#sender(exchange, access).merchantId);
        }),
      });
      this.#clients.set(actor, { access, client: ofShop(own, shopOf(this.#run.assignment.appearance)) });
    }
    const [first] = this.#clients.values();
    if (first !== undefined && text.includes('{bank}')) this.#values.set('bank', await bank(first.client));
  }

  /** The merchant whose key the request was sent with. */
  #sender({ request: { headers } }: ExchangeRecord, access: MerchantAccess): MerchantAccess {
    const isLive = headers.some(([, value]) => value.includes('$TARGET_LIVE_API_KEY'));
    return isLive ? (this.#clients.get('live')?.access ?? access) : access;
  }

  #merchant(actor: Actor): Promise<MerchantAccess> {
    if (actor === 'live') return this.#run.merchant('live');
    return actor === 'a' ? this.#run.merchant('sandbox') : this.#run.otherMerchant();
  }

  async play(step: Step): Promise<void> {
    if ('together' in step) {
      await Promise.all(step.together.map((each) => this.play(each)));
    } else if ('seconds' in step) {
      this.evidence.way.push({ seconds: step.seconds });
      await this.#activity.wait(step.seconds * 1_000, 'the next step of a story that is made up');
      this.#answers.push({ step, words: '', exchange: null });
    } else if ('receiver' in step) {
      this.#setReceiver(step);
    } else if ('control' in step) {
      this.#answers.push({ step, words: await this.#act(step), exchange: null });
    } else {
      await this.#request(step);
    }
  }

  #setReceiver(step: Receive): void {
    const access = this.#clients.get(step.receiver)?.access;
    if (access === undefined) return;
    const reference = filled(step.about, (each) => this.#value(each)) ?? null;
    this.#receivers.script(access.merchantId, step, reference);
    const about = reference === null ? '' : ` about ${reference}`;
    this.evidence.way.push({ note: `the receiver answers webhooks${about} with ${step.answers.join(', then ')}` });
    this.#answers.push({ step, words: '', exchange: null });
  }

  async #request(step: Ask): Promise<void> {
    const actor = this.#clients.get(step.by);
    if (actor === undefined) throw new RunImpossible(`the story has a request of ${step.by}, who is nobody here`);
    const [method = '', path = ''] = step.ask.split(' ');
    const [name] = [...step.ask.matchAll(/\{(\w+)\}/g)].map(([, each]) => each);
    const options: CallOptions = this.#credentials(step);
    if (step.key !== undefined) options.idempotencyKey = this.#value(step.key);
    try {
      const body = filled(step.body, (each) => this.#value(each));
      const exchange = await actor.client.request({
        ...options,
        method,
        path: filled(path, (each) => encodeURIComponent(this.#value(each))),
        ...(body !== undefined && { body }),
      });
      const { status, json } = exchange;
      if (status >= 200 && status < 300) {
        for (const [each, field] of Object.entries(step.learns ?? {})) {
          const value = textIn(json, field);
          if (value !== null) this.#values.set(each, value);
          this.#created.add(each);
        }
        const created = /^\{(\w+)\}$/.exec(String(step.body?.reference ?? ''))?.[1];
        if (created !== undefined) this.#created.add(created);
        if (name !== undefined) this.#created.add(name);
      }
      this.#answers.push({ step, words: summaryOf(status, json), exchange: exchange.id });
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      this.#isCertain = false;
      this.#answers.push({ step, words: 'no answer', exchange: null });
    }
  }

  #credentials({ as, by }: Ask): CallOptions {
    if (as === undefined) return {};
    const live = this.#clients.get('live')?.access;
    if (as === 'other environment') return live === undefined ? {} : { credentials: { apiKey: live.apiKey } };
    const own = this.#clients.get(by)?.access.apiKey ?? '';
    return wrongCredentials[as as WrongCredentials](own);
  }

  async #act({ control: endpoint, by, names, body }: Act): Promise<string> {
    const { control } = this.#run;
    const merchantId = this.#clients.get(by)?.access.merchantId ?? '';
    const mentioned = Object.values(names).flatMap((each) => /^\{(\w+)\}$/.exec(each)?.[1] ?? []);
    if (control === null || mentioned.some((each) => !this.#created.has(each))) return 'not possible';
    const value = (each: string) => this.#value(each);
    try {
      if (endpoint === LIST_ENDPOINT) return `${(await this.#receivers.list(merchantId)).length} entries`;
      if (endpoint === ROTATION_ENDPOINT) {
        const access = await this.#receivers.rotateSecret(merchantId);
        if (access !== null) this.evidence.merchants.push(access);
        return 'done';
      }
      const { entry, ...named } = names;
      const places: Record<string, string> = { merchantId };
      for (const [place, text] of Object.entries(named)) places[place] = filled(text, value);
      if (endpoint.endsWith('/resend')) {
        const list = await this.#receivers.list(merchantId);
        const delivery = entry === undefined ? list.at(-1) : list[Number(entry) % Math.max(1, list.length)];
        if (delivery === undefined) return 'nothing to send again';
        places.id = delivery.id;
      }
      const address = textIn(body, 'webhookUrl');
      const url = address === null ? {} : { webhookUrl: this.#receivers.address(merchantId, address) };
      await control.step(endpoint as ControlEndpoint, places, body && { ...filled(body, value), ...url });
      return 'done';
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      if (error.problem === 'token') throw new RunImpossible(error.message);
      if (error.problem === 'refused') return 'refused';
      if (error.problem === 'absent') return 'not offered';
      this.#isCertain = false;
      return 'no answer';
    }
  }

  /** Wallets have ten digits, keys are UUIDs; anything else is a reference. */
  #value(name: string): string {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const [, base, twin] = /^([a-z]+\d+)_([a-z]+)$/.exec(name) ?? [];
    const value =
      base !== undefined && twin !== undefined
        ? variants[twin as Variant](this.#value(base))
        : /^w\d/.test(name)
          ? this.#wallet(name)
          : /^k\d/.test(name)
            ? randomUUID()
            : this.#run.unique(name);
    this.#values.set(name, value);
    return value;
  }

  #wallet(name: string): string {
    const place = Number(name.slice(1)) % sandboxWallets.length;
    if (this.#run.target.missing.wallets !== undefined) return sandboxWallets[place] ?? sandboxWallets[0];
    return `7${String(randomInt(1e9)).padStart(9, '0')}`;
  }

  end(steps: readonly ControlStep[], brokenOff: string | null): Telling {
    const { baseUrl, liveBaseUrl } = this.#run.target;
    const { evidence } = this;
    const mask = this.#run.secrets.mask(evidence.merchants);
    const { deliveries, sightings: seen } = this.#receivers.end(mask);
    const sightings = steps.map((step, at): Sighting => {
      return { id: at + 1, at: '', what: `control: ${step.endpoint}`, seen: step };
    });
    const isLost = evidence.lostCalls.length > 0 || steps.some(({ outcome }) => outcome === 'lost');
    return {
      recorded: {
        target: { baseUrl, ...(liveBaseUrl !== null && { liveBaseUrl }) },
        exchanges: this.#exchanges.map((exchange) => harEntry(exchange, [])),
        deliveries,
        sightings: [...sightings, ...seen],
        isWhole: true,
      },
      answers: this.#answers,
      evidence,
      exchanges: this.#exchanges,
      isCertain: this.#isCertain && brokenOff === null && !isLost,
      brokenOff,
      values: new Map([...this.#values].map(([name, value]) => [value, name])),
    };
  }
}

const CLOCK_ENDPOINT = 'POST /clock/advance';
const LIST_ENDPOINT = 'GET /merchants/{merchantId}/deliveries';
const ROTATION_ENDPOINT = 'POST /merchants/{merchantId}/rotate-webhook-secret';

function secondsOf({ endpoint, body, outcome }: ControlStep): number {
  return endpoint === CLOCK_ENDPOINT && outcome === 'done' ? Number((body as { seconds: number }).seconds) : 0;
}

const stepDefaults = { names: {}, path: '', startedAt: 0, sentMono: 0, durationMs: 0 } as const;

function clockStep(seconds: number): ControlStep {
  return { ...stepDefaults, endpoint: CLOCK_ENDPOINT, body: { seconds }, outcome: 'done' };
}

/** Steps that tell the model, for every story, that buyers and owners act through control, even if none of them does. */
function controlSteps({ control }: PaymentsRun): ControlStep[] {
  const endpoints: readonly ControlEndpoint[] = [
    'POST /merchants/{merchantId}/checkouts/{reference}/settle',
    'POST /merchants/{merchantId}/escrows/{reference}/pay',
    'POST /merchants/{merchantId}/wallet-links/{linkId}/owner',
  ];
  return endpoints
    .filter((endpoint) => control?.offers(endpoint) === true)
    .map((endpoint) => ({ ...stepDefaults, endpoint, body: null, outcome: 'refused' }));
}
