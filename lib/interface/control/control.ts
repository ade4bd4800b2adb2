import { z } from 'zod';
import { parseJson } from '../../engine/http/json.ts';
import { directly, type NetworkSettings } from '../../engine/http/network/route.ts';
import { ControlError, type ControlPort, type ControlStep } from '../../engine/run/merchants/control.ts';
import type { Environment, MerchantKeys, Target } from '../../engine/run/target.ts';
import { timeOfDay } from '../../engine/time/clock.ts';
import { ControlCalls, type ControlEndpoint, isPersonAction, type Method } from './control-calls.ts';

export type { ControlEndpoint } from './control-calls.ts';

/** An entry of the console's list of deliveries, as control returns it. */
export type ConsoleDelivery = z.infer<typeof deliveryList>['deliveries'][number];

/**
 * The control interface of a target: acts as the buyer, the merchant in the console and the wallet owner, and moves the
 * clock. Every call throws ControlError.
 */
export class Control implements ControlPort {
  readonly #calls: ControlCalls;
  readonly #token: string | null;
  /** What `GET /` listed; null while unknown. */
  #listed: ReadonlySet<string> | null = null;
  readonly #answered = new Set<string>();
  readonly #missing = new Set<string>();

  /**
   * `keepAlive`: default false, a new connection for each call, because a control interface is often a small server
   * that closes connections unannounced.
   */
  constructor(url: string, token: string | null, network: NetworkSettings = directly, keepAlive = false) {
    this.#calls = new ControlCalls(url, token, network, keepAlive);
    this.#token = token;
  }

  /** Called after each call, with whether it was answered. */
  set onHeard(listener: (answered: boolean) => void) {
    this.#calls.onHeard = listener;
  }

  /** Called after each step that has ended: every call but a GET. */
  onStep: (step: ControlStep) => void = () => {};

  /** Asks `GET /` which endpoints exist. Without `GET /`, that is found out by calling them. */
  async discover(): Promise<void> {
    try {
      const { supports } = await this.#call('GET /', {}, undefined, z.looseObject({ supports: z.array(z.string()) }));
      this.#listed = new Set(supports.map(normalised));
    } catch (error) {
      if (!(error instanceof ControlError) || error.problem === 'token' || error.lost) throw error;
    }
  }

  /** Whether control answers at all, within 5 s. */
  answers(): Promise<boolean> {
    return this.#calls.answers();
  }

  /** Whether the endpoint may exist, as far as is known now. */
  offers(endpoint: ControlEndpoint): boolean {
    if (this.#missing.has(endpoint)) return false;
    return this.#listed === null || this.#listed.has(normalised(endpoint)) || this.#answered.has(endpoint);
  }

  /** What another Control of the same target needs to know. */
  get knowledge(): NonNullable<Target['control']>['knowledge'] {
    return { listed: this.#listed && [...this.#listed], answered: [...this.#answered], missing: [...this.#missing] };
  }

  learn(knowledge: NonNullable<Target['control']>['knowledge']): this {
    this.#listed = knowledge.listed && new Set(knowledge.listed);
    for (const endpoint of knowledge.answered) this.#answered.add(endpoint);
    for (const endpoint of knowledge.missing) this.#missing.add(endpoint);
    return this;
  }

  /** Moves the target's clock; resolves when everything due has happened. Returns the target's time in epoch milliseconds. */
  async advance(seconds: number, timeoutMs: number): Promise<number> {
    const answer = await this.#call('POST /clock/advance', {}, { seconds }, clockMoved, timeoutMs);
    return Date.parse(answer.now);
  }

  async createMerchant(environment: Environment, webhookUrl?: string): Promise<MerchantKeys> {
    return await this.#call('POST /merchants', {}, { environment, webhookUrl }, merchantMade);
  }

  async updateMerchant(
    merchantId: string,
    change: { webhookUrl?: string | null; requireLinkedWallets?: boolean },
  ): Promise<void> {
    await this.#call('PATCH /merchants/{merchantId}', { merchantId }, change, anything);
  }

  async rotateWebhookSecret(merchantId: string): Promise<string> {
    return (await this.#call('POST /merchants/{merchantId}/rotate-webhook-secret', { merchantId }, undefined, rotated))
      .webhookSecret;
  }

  async deliveries(merchantId: string): Promise<ConsoleDelivery[]> {
    return (await this.#call('GET /merchants/{merchantId}/deliveries', { merchantId }, undefined, deliveryList))
      .deliveries;
  }

  async resend(merchantId: string, id: string): Promise<void> {
    await this.#call('POST /merchants/{merchantId}/deliveries/{id}/resend', { merchantId, id }, undefined, anything);
  }

  async settleCheckout(merchantId: string, reference: string, outcome: 'succeeded' | 'failed'): Promise<void> {
    await this.#call(
      'POST /merchants/{merchantId}/checkouts/{reference}/settle',
      { merchantId, reference },
      { outcome },
      anything,
    );
  }

  async payEscrow(merchantId: string, reference: string, buyerEmail?: string): Promise<void> {
    await this.#call(
      'POST /merchants/{merchantId}/escrows/{reference}/pay',
      { merchantId, reference },
      { buyerEmail },
      anything,
    );
  }

  async disputeEscrow(merchantId: string, reference: string): Promise<void> {
    await this.#call(
      'POST /merchants/{merchantId}/escrows/{reference}/dispute',
      { merchantId, reference },
      undefined,
      anything,
    );
  }

  async buyerReleasesEscrow(merchantId: string, reference: string): Promise<void> {
    await this.#call(
      'POST /merchants/{merchantId}/escrows/{reference}/buyer-release',
      { merchantId, reference },
      undefined,
      anything,
    );
  }

  /** Makes a wallet exist, or renames it and sets its balance (kobo). */
  async putWallet(wallet: {
    environment: Environment;
    walletId: string;
    holderName: string;
    balanceMinor?: number;
  }): Promise<void> {
    await this.#call('POST /wallets', {}, wallet, anything);
  }

  async walletOwner(merchantId: string, linkId: string, decision: 'approve' | 'reject' | 'unlink'): Promise<void> {
    await this.#call(
      'POST /merchants/{merchantId}/wallet-links/{linkId}/owner',
      { merchantId, linkId },
      { decision },
      anything,
    );
  }

  async processingDelay(merchantId: string, milliseconds: number): Promise<void> {
    await this.#call('POST /merchants/{merchantId}/processing-delay', { merchantId }, { milliseconds }, anything);
  }

  /** Any step whose answer is not needed. */
  async step(endpoint: ControlEndpoint, names: Record<string, string>, body: unknown): Promise<void> {
    await this.#call(endpoint, names, body, z.unknown());
  }

  async close(): Promise<void> {
    await this.#calls.close();
  }

  async #call<T>(
    endpoint: ControlEndpoint | 'GET /',
    names: Record<string, string>,
    body: unknown,
    answer: z.ZodType<T>,
    timeout?: number,
  ): Promise<T> {
    if (isRead(endpoint)) return (await this.#answer(endpoint, names, body, answer, timeout)).value;
    const [startedAt, sentMono] = [timeOfDay(), performance.now()];
    const tell = (outcome: ControlStep['outcome'], said: unknown = null) => {
      const { now, merchantId } = recordableAnswer.parse(said);
      const durationMs = performance.now() - sentMono;
      const more = { ...(now !== undefined && { now }), ...(merchantId !== undefined && { merchantId }) };
      this.onStep({
        endpoint,
        names,
        path: pathOf(endpoint, names),
        body: body ?? null,
        outcome,
        startedAt,
        sentMono,
        durationMs,
        ...more,
      });
    };
    try {
      const { value, isSure } = await this.#answer(endpoint, names, body, answer, timeout);
      tell(isSure ? 'done' : 'lost', value);
      return value;
    } catch (error) {
      const isRefused = error instanceof ControlError && (error.problem === 'refused' || error.problem === 'absent');
      tell(isRefused ? 'refused' : 'lost');
      throw error;
    }
  }

  /** `isSure`: the first attempt was answered, so this call had the effect. */
  async #answer<T>(
    endpoint: ControlEndpoint | 'GET /',
    names: Record<string, string>,
    body: unknown,
    answer: z.ZodType<T>,
    timeout?: number,
  ): Promise<{ value: T; isSure: boolean }> {
    const [method] = endpoint.split(' ') as [Method];
    const path = pathOf(endpoint, names);
    if (this.#missing.has(endpoint)) throw new ControlError('absent', endpoint, `control has no ${endpoint}`);
    const payload = method === 'GET' ? null : JSON.stringify(body ?? {});
    const { status, text, turn } = await this.#calls.callWithRetries(endpoint, method, path, payload, timeout);
    if (status === 401 || status === 403) {
      throw new ControlError(
        'token',
        endpoint,
        `the control interface refuses TARGET_CONTROL_TOKEN (${status} on ${endpoint})`,
      );
    }
    if (status >= 200 && status < 300) {
      this.#answered.add(endpoint);
      const json = text === null ? undefined : parseJson(text);
      // A text that begins as JSON and is not, or is not UTF-8, does not come from the control interface itself.
      if (text === null || (json === undefined && /^\s*[{[]/.test(text))) {
        throw new ControlError('failed', endpoint, `control, ${endpoint}: ${status}, but the answer cannot be read`);
      }
      const parsed = answer.safeParse(json);
      if (parsed.success) return { value: parsed.data, isSure: turn === 0 };
      throw new ControlError(
        'failed',
        endpoint,
        `control, ${endpoint}: ${status}, but ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`,
      );
    }
    const absent = [404, 405, 501].includes(status);
    const known = this.#listed?.has(normalised(endpoint)) === true || this.#answered.has(endpoint);
    if (absent && !known) {
      this.#missing.add(endpoint);
      throw new ControlError('absent', endpoint, `control has no ${endpoint}`);
    }
    // A repeated action that is refused took effect the first time; the check will see its result.
    if (turn > 0 && status >= 400 && status < 500 && isPersonAction(endpoint))
      return { value: answer.parse(undefined), isSure: false };
    const problem = status >= 400 && status < 500 && !absent ? 'refused' : 'failed';
    throw new ControlError(problem, endpoint, `control, ${endpoint}: ${status} ${this.#quoted(text)}`);
  }

  /** The answer of control on one line, without the token. */
  #quoted(text: string | null): string {
    if (text === null) return 'and no text';
    const told = this.#token === null ? text : text.replaceAll(this.#token, '$TARGET_CONTROL_TOKEN');
    return told.slice(0, 200).replace(/[\s\p{Cc}]+/gu, ' ');
  }
}

// Made once: a schema is compiled when it is first used.
const anything = z.unknown();
const clockMoved = z.looseObject({ now: z.string() });
const merchantMade = z.looseObject({ merchantId: z.string(), apiKey: z.string(), webhookSecret: z.string() });
const rotated = z.looseObject({ webhookSecret: z.string() });
const deliveryList = z.looseObject({
  deliveries: z.array(
    z.looseObject({
      id: z.string(),
      eventId: z.string(),
      event: z.string(),
      reference: z.string(),
      state: z.enum(['pending', 'delivered', 'abandoned']),
      attempts: z.array(z.looseObject({ at: z.string(), status: z.number().nullable(), error: z.string().nullable() })),
      payload: z.string(),
    }),
  ),
});

type ReadEndpoint = Extract<ControlEndpoint, `GET ${string}`> | 'GET /';
const isRead = (endpoint: ControlEndpoint | 'GET /'): endpoint is ReadEndpoint => endpoint.startsWith('GET ');

/** The part of an answer that may be recorded: it contains no secrets. */
const recordableAnswer = z.looseObject({ now: z.string().optional(), merchantId: z.string().optional() }).catch({});

function pathOf(endpoint: string, names: Readonly<Record<string, string>>): string {
  const [, template = ''] = endpoint.split(' ');
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''));
}

/** `GET /` may name its placeholders differently. */
function normalised(endpoint: string): string {
  return endpoint
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\{\w+\}/g, '{}');
}
