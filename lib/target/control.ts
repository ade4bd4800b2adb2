import type { Pool } from 'undici';
import { Pool as UndiciPool } from 'undici';
import { z } from 'zod';
import type { MerchantKeys } from './settings.ts';

export type Environment = 'sandbox' | 'live';

/** The control interface's endpoints, as `GET /` lists them. */
export type ControlEndpoint =
  | 'POST /clock/advance'
  | 'POST /merchants'
  | 'PATCH /merchants/{merchantId}'
  | 'POST /merchants/{merchantId}/rotate-webhook-secret'
  | 'GET /merchants/{merchantId}/deliveries'
  | 'POST /merchants/{merchantId}/deliveries/{id}/resend'
  | 'POST /merchants/{merchantId}/checkouts/{reference}/settle'
  | 'POST /merchants/{merchantId}/escrows/{reference}/pay'
  | 'POST /merchants/{merchantId}/escrows/{reference}/dispute'
  | 'POST /merchants/{merchantId}/escrows/{reference}/buyer-release'
  | 'POST /wallets'
  | 'POST /merchants/{merchantId}/wallet-links/{linkId}/owner'
  | 'POST /merchants/{merchantId}/processing-delay';

/** The console's list of deliveries, as control gives it. */
export type ConsoleDelivery = z.infer<typeof deliveryList>['deliveries'][number];

/** `absent`: the target has no such endpoint. `refused`: it could not be done and nothing changed. `failed`: anything
 * else, a lost connection included. `token`: the control token is wrong, so that no run can be made. */
export type ControlProblem = 'absent' | 'refused' | 'failed' | 'token';

export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly problem: ControlProblem;
  readonly endpoint: ControlEndpoint | 'GET /';
  constructor(problem: ControlProblem, endpoint: ControlEndpoint | 'GET /', message: string) {
    super(message);
    this.problem = problem;
    this.endpoint = endpoint;
  }
}

/** The control interface of a target: a buyer who pays, a merchant in the console, a day that passes. Every call throws ControlError. */
export class Control {
  readonly #pool: Pool;
  readonly #basePath: string;
  readonly #headers: Record<string, string>;
  readonly #token: string | null;
  /** What `GET /` listed; null while it is not known. */
  #listed: ReadonlySet<string> | null = null;
  readonly #answered = new Set<string>();
  readonly #missing = new Set<string>();

  constructor(url: string, token: string | null) {
    const parsed = new URL(url);
    // A connection for each call: a control interface is often a small server that closes them unannounced.
    this.#pool = new UndiciPool(parsed.origin, { connections: 64, pipelining: 0 });
    this.#basePath = parsed.pathname.replace(/\/+$/, '');
    this.#token = token;
    this.#headers = {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
  }

  /** Asks what is there. A target without `GET /` is found out by use. */
  async discover(): Promise<void> {
    try {
      const { supports } = await this.#call('GET /', {}, undefined, z.looseObject({ supports: z.array(z.string()) }));
      this.#listed = new Set(supports.map(normalised));
    } catch (error) {
      if (!(error instanceof ControlError) || error.problem === 'token' || error.message.includes('no answer'))
        throw error;
    }
  }

  /** The endpoints that may be there, given what is known now. */
  offers(endpoint: ControlEndpoint): boolean {
    if (this.#missing.has(endpoint)) return false;
    return this.#listed === null || this.#listed.has(normalised(endpoint)) || this.#answered.has(endpoint);
  }

  /** What a second Control of the same target needs to know. */
  get knowledge(): { listed: string[] | null; answered: string[]; missing: string[] } {
    return { listed: this.#listed && [...this.#listed], answered: [...this.#answered], missing: [...this.#missing] };
  }

  learn(knowledge: Control['knowledge']): this {
    this.#listed = knowledge.listed && new Set(knowledge.listed);
    for (const endpoint of knowledge.answered) this.#answered.add(endpoint);
    for (const endpoint of knowledge.missing) this.#missing.add(endpoint);
    return this;
  }

  /** Moves the target's clock; answers when all that fell due has happened. Returns the target's time in epoch milliseconds. */
  async advance(seconds: number, timeoutMs = 600_000): Promise<number> {
    const answer = await this.#call(
      'POST /clock/advance',
      {},
      { seconds },
      z.looseObject({ now: z.string() }),
      timeoutMs,
    );
    return Date.parse(answer.now);
  }

  async createMerchant(environment: Environment, webhookUrl?: string): Promise<MerchantKeys> {
    const made = z.looseObject({ merchantId: z.string(), apiKey: z.string(), webhookSecret: z.string() });
    return await this.#call('POST /merchants', {}, { environment, webhookUrl }, made);
  }

  async updateMerchant(
    merchantId: string,
    change: { webhookUrl?: string | null; requireLinkedWallets?: boolean },
  ): Promise<void> {
    await this.#call('PATCH /merchants/{merchantId}', { merchantId }, change, z.unknown());
  }

  async rotateWebhookSecret(merchantId: string): Promise<string> {
    const answer = z.looseObject({ webhookSecret: z.string() });
    return (await this.#call('POST /merchants/{merchantId}/rotate-webhook-secret', { merchantId }, undefined, answer))
      .webhookSecret;
  }

  async deliveries(merchantId: string): Promise<ConsoleDelivery[]> {
    return (await this.#call('GET /merchants/{merchantId}/deliveries', { merchantId }, undefined, deliveryList))
      .deliveries;
  }

  async resend(merchantId: string, id: string): Promise<void> {
    await this.#call('POST /merchants/{merchantId}/deliveries/{id}/resend', { merchantId, id }, undefined, z.unknown());
  }

  async settleCheckout(merchantId: string, reference: string, outcome: 'succeeded' | 'failed'): Promise<void> {
    await this.#call(
      'POST /merchants/{merchantId}/checkouts/{reference}/settle',
      { merchantId, reference },
      { outcome },
      z.unknown(),
    );
  }

  async payEscrow(merchantId: string, reference: string, buyerEmail?: string): Promise<void> {
    await this.#call(
      'POST /merchants/{merchantId}/escrows/{reference}/pay',
      { merchantId, reference },
      { buyerEmail },
      z.unknown(),
    );
  }

  async disputeEscrow(merchantId: string, reference: string): Promise<void> {
    await this.#call(
      'POST /merchants/{merchantId}/escrows/{reference}/dispute',
      { merchantId, reference },
      undefined,
      z.unknown(),
    );
  }

  async buyerReleasesEscrow(merchantId: string, reference: string): Promise<void> {
    await this.#call(
      'POST /merchants/{merchantId}/escrows/{reference}/buyer-release',
      { merchantId, reference },
      undefined,
      z.unknown(),
    );
  }

  /** Makes a wallet exist, or renames it and sets its balance (kobo). */
  async putWallet(wallet: {
    environment: Environment;
    walletId: string;
    holderName: string;
    balanceMinor?: number;
  }): Promise<void> {
    await this.#call('POST /wallets', {}, wallet, z.unknown());
  }

  async walletOwner(merchantId: string, linkId: string, decision: 'approve' | 'reject' | 'unlink'): Promise<void> {
    await this.#call(
      'POST /merchants/{merchantId}/wallet-links/{linkId}/owner',
      { merchantId, linkId },
      { decision },
      z.unknown(),
    );
  }

  async processingDelay(merchantId: string, milliseconds: number): Promise<void> {
    await this.#call('POST /merchants/{merchantId}/processing-delay', { merchantId }, { milliseconds }, z.unknown());
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #call<T>(
    endpoint: ControlEndpoint | 'GET /',
    names: Record<string, string>,
    body: unknown,
    answer: z.ZodType<T>,
    timeout = 30_000,
  ): Promise<T> {
    const [method, template] = endpoint.split(' ') as ['GET' | 'POST' | 'PATCH', string];
    const path =
      this.#basePath + template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''));
    if (this.#missing.has(endpoint)) throw new ControlError('absent', endpoint, `control has no ${endpoint}`);
    let status: number;
    let text: string;
    try {
      const signal = AbortSignal.timeout(timeout);
      const payload = method === 'GET' ? null : JSON.stringify(body ?? {});
      const response = await this.#pool.request({
        method,
        path,
        headers: this.#headers,
        body: payload,
        headersTimeout: timeout,
        signal,
      });
      status = response.statusCode;
      text = await response.body.text();
    } catch (error) {
      throw new ControlError('failed', endpoint, `control, ${endpoint}: no answer (${reasonOf(error)})`);
    }
    if (status === 401 || status === 403) {
      throw new ControlError(
        'token',
        endpoint,
        `the control interface refuses TARGET_CONTROL_TOKEN (${status} on ${endpoint})`,
      );
    }
    if (status >= 200 && status < 300) {
      this.#answered.add(endpoint);
      const parsed = answer.safeParse(asJson(text));
      if (parsed.success) return parsed.data;
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
    const problem = status >= 400 && status < 500 && !absent ? 'refused' : 'failed';
    throw new ControlError(problem, endpoint, `control, ${endpoint}: ${status} ${this.#quoted(text)}`);
  }

  /** What control said, on one line and without the token. */
  #quoted(text: string): string {
    const told = this.#token === null ? text : text.replaceAll(this.#token, '$TARGET_CONTROL_TOKEN');
    return told.slice(0, 200).replace(/[\s\p{Cc}]+/gu, ' ');
  }
}

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

/** `GET /` may spell its placeholders otherwise than we do. */
function normalised(endpoint: string): string {
  return endpoint
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\{\w+\}/g, '{}');
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return code === '' || code === '23' ? error.message : code;
}
