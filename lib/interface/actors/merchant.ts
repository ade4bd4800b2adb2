import { Blocked } from '../../engine/checks/outcome.ts';
import { short, step } from '../../engine/checks/step-log.ts';
import type { Body, CallOptions, Exchange } from '../../engine/http/index.ts';
import type { CleanupTask } from '../../engine/run/cleanup.ts';
import type { LateAccess, MerchantAccess } from '../../engine/run/merchants/merchant-access.ts';
import type { Time } from '../../engine/time/time.ts';
import { checkoutBody, escrowBody, payoutBody, refundBody } from './bodies.ts';
import type { Api } from './endpoints.ts';
import { kobo } from './kobo.ts';
import type { TestData } from './test-data.ts';
import type { Webhooks } from './webhooks.ts';

export type Kind = 'checkout' | 'refund' | 'payout' | 'escrow';

/** A resource that a step has created. `amount` in kobo. */
export interface Created {
  readonly kind: Kind;
  readonly reference: string;
  readonly amount: number;
  /** As in the create response. */
  readonly id: unknown;
  readonly status: unknown;
  /** Address of the hosted page: checkoutUrl or payUrl; empty where the response has none. */
  readonly url: string;
  readonly exchange: Exchange;
}

/**
 * Target time, in seconds, within which refunds and payouts must have settled in sandbox: far above "a few seconds".
 */
const SETTLEMENT = 120;

/**
 * Target time, in seconds, within which a payment made on a page must have been confirmed, where the clock can be moved:
 * "`pending` also covers a payment still being confirmed", and the interface names no bound.
 */
const CONFIRMATION = 1_800;

/** Target time, in seconds, within which a checkout counts a refund that has succeeded. */
const COUNTED_WITHIN = 60;

/** After this many failed GETs in a row, with no success before, the resource is taken not to exist. The pauses between them grow to several seconds. */
const VAIN_LOOKS = 5;

interface MerchantOptions {
  readonly api: Api;
  readonly access: LateAccess;
  readonly webhooks: Webhooks;
  readonly data: TestData;
  readonly time: Time;
  readonly bankName: (merchant: Merchant) => Promise<string>;
  readonly leaves: (task: CleanupTask) => void;
  /** The seller's wallet id, for escrows whose fields name no seller. */
  readonly seller?: () => Promise<string>;
}

/**
 * A merchant who calls the target. Two kinds of methods:
 * - `createRefund`, `get`, `becomes`, ... return the exchange, whatever its status: a check judges it;
 * - `refund`, `settles`, `checkout`, ... are steps that lead to a check: if one fails, the check is blocked.
 * Bodies are complete and valid; `fields` replaces single fields, and `undefined` leaves a field out.
 */
export class Merchant {
  readonly #options: MerchantOptions;
  /** The client: any request to any path. */
  readonly api: Api;
  readonly #access: LateAccess;
  readonly webhooks: Webhooks;
  readonly #data: TestData;
  readonly #time: Time;
  readonly #bankName: (merchant: Merchant) => Promise<string>;
  readonly #leaves: (task: CleanupTask) => void;
  /** Refunds that were seen to have succeeded, in kobo: by the reference of the checkout, and their own. */
  readonly #refunds = new Map<string, Map<unknown, number>>();

  constructor(options: MerchantOptions) {
    this.#options = options;
    this.api = options.api;
    this.#access = options.access;
    this.webhooks = options.webhooks;
    this.#data = options.data;
    this.#time = options.time;
    this.#bankName = options.bankName;
    this.#leaves = options.leaves;
  }

  /**
   * The same merchant, with this seller (a wallet id) for escrows whose fields name none: in live the seller's wallet
   * must exist.
   */
  sellingFor(seller: () => Promise<string>): Merchant {
    return new Merchant({ ...this.#options, seller });
  }

  /** Available once a request was sent or `present` was called. */
  get access(): MerchantAccess {
    return this.#access.known;
  }

  /** Creates the merchant if no request has done so yet. */
  present(): Promise<MerchantAccess> {
    return this.#access.made();
  }

  createCheckout(fields: Body = {}, options?: CallOptions): Promise<Exchange> {
    const body = checkoutBody(this.#data, fields);
    return asks(`creates a checkout of ${kobo(body.amount)}`, fields, options, () =>
      this.api.createCheckout(body, options),
    );
  }

  createRefund(fields: Body & { paymentReference?: unknown }, options?: CallOptions): Promise<Exchange> {
    const body = refundBody(this.#data, fields);
    return asks(`asks for a refund of ${kobo(body.amount)}`, fields, options, () =>
      this.api.createRefund(body, options),
    );
  }

  /** A bank name from the target's own list. */
  bankName(): Promise<string> {
    return this.#bankName(this);
  }

  /** The bank name is from the target's own list by default. */
  async createPayout(fields: Body = {}, options?: CallOptions): Promise<Exchange> {
    const body = payoutBody(this.#data, await this.#bankName(this), fields);
    return await asks(`asks for a payout of ${kobo(body.amount)}`, fields, options, () =>
      this.api.createPayout(body, options),
    );
  }

  async createEscrow(fields: Body = {}, options?: CallOptions): Promise<Exchange> {
    const { seller } = this.#options;
    const given = seller === undefined || 'seller' in fields ? {} : { seller: { walletId: await seller() } };
    const body = escrowBody(this.#data, { ...given, ...fields });
    const exchange = await asks(`creates an escrow of ${kobo(body.amount)}`, fields, options, () =>
      this.api.createEscrow(body, options),
    );
    const { reference } = body;
    if (exchange.status === 201 && typeof reference === 'string') {
      const path = `/v1/escrows/${encodeURIComponent(reference)}/cancel`;
      this.#leaves({ what: `escrow ${reference}`, undo: { method: 'POST', path } });
    }
    return exchange;
  }

  /** GET of a resource, recorded as a step. */
  get(resource: Pick<Created, 'kind' | 'reference'>): Promise<Exchange> {
    const words = `the merchant looks at the ${resource.kind} ${resource.reference}`;
    return step(words, () => this.#look(resource), answered);
  }

  #look({ kind, reference }: Pick<Created, 'kind' | 'reference'>): Promise<Exchange> {
    switch (kind) {
      case 'checkout':
        return this.api.getCheckout(reference);
      case 'refund':
        return this.api.getRefund(reference);
      case 'payout':
        return this.api.getPayout(reference);
      case 'escrow':
        return this.api.getEscrow(reference);
    }
  }

  // ---- steps

  async checkout(fields: Body = {}): Promise<Created> {
    return created('checkout', await this.createCheckout(fields));
  }

  /** The refund may be pending or already settled. */
  async refund(payment: Created, fields: Body = {}): Promise<Created> {
    return created('refund', await this.createRefund({ paymentReference: payment.reference, ...fields }));
  }

  async payout(fields: Body = {}): Promise<Created> {
    return created('payout', await this.createPayout(fields));
  }

  async escrow(fields: Body = {}): Promise<Created> {
    return created('escrow', await this.createEscrow(fields));
  }

  /** Creates a refund and waits until it has succeeded. */
  async refundSettles(payment: Created, fields: Body = {}): Promise<Created> {
    return await this.settles(await this.refund(payment, fields));
  }

  /** Waits until a refund or payout has this status; blocks the check where it does not within 120 s. */
  async settles(resource: Created, status: 'succeeded' | 'failed' = 'succeeded'): Promise<Created> {
    const last = await this.becomes(resource, status);
    const seen = field(last.json, 'status');
    if (seen !== status) {
      throw new Blocked(
        `the ${resource.kind} ${resource.reference} should have become ${status}: GET shows ${summary(last)}`,
      );
    }
    return { ...resource, exchange: last };
  }

  /** As `becomes`, of what a buyer has paid on a page: waits until the payment is confirmed. */
  async confirms(resource: Pick<Created, 'kind' | 'reference'>, status: string): Promise<Exchange> {
    return await this.becomes(resource, status, this.#time.canMove ? CONFIRMATION : SETTLEMENT);
  }

  /**
   * Reads the resource until it has this status, another final one, or `within` seconds of the target's time have
   * passed, and where a refund has succeeded until its checkout counts it; not so long where no look ever finds it, as
   * after a create that was refused. Returns the last GET, for the check to judge.
   */
  async becomes(resource: Pick<Created, 'kind' | 'reference'>, status: string, within = SETTLEMENT): Promise<Exchange> {
    let last: Exchange | undefined;
    let inVain: number | null = 0;
    const look = async () => {
      last = await this.#look(resource);
      if (last.status < 400 || last.status === 429) inVain = null;
      else if (inVain !== null && ++inVain === VAIN_LOOKS) return true;
      const seen = field(last.json, 'status');
      return seen === status || (status !== 'pending' && (seen === 'succeeded' || seen === 'failed'))
        ? true
        : undefined;
    };
    await this.#time.until(`${resource.kind} ${resource.reference} becomes ${status}`, within, look, () =>
      last === undefined ? '' : answered(last),
    );
    if (last === undefined) throw new Blocked('suite fault: nothing was looked at');
    if (resource.kind === 'refund' && field(last.json, 'status') === 'succeeded') await this.#counts(last);
    return last;
  }

  /** Waits until the checkout of a refund that has succeeded counts it in `refundedAmount`: how soon it does is not shown. */
  async #counts({ json }: Exchange): Promise<void> {
    const { reference, paymentReference, amount } = asRecord(json);
    if (typeof paymentReference !== 'string' || typeof amount !== 'number') return;
    const refunds = this.#refunds.get(paymentReference) ?? new Map<unknown, number>();
    this.#refunds.set(paymentReference, refunds);
    if (refunds.has(reference)) return;
    refunds.set(reference, amount);
    // Not for longer than a wait may last: whether it is counted at all is for checks to judge.
    const within = Math.min(COUNTED_WITHIN, this.#time.maxWait);
    const sum = [...refunds.values()].reduce((total, each) => total + each, 0);
    await this.#time.until(`the checkout ${paymentReference} counts the refund`, within, async () => {
      const counted = field((await this.api.getCheckout(paymentReference)).json, 'refundedAmount');
      return typeof counted === 'number' && counted < sum ? undefined : true;
    });
  }
}

/** The resource of a create response; throws Blocked where the response is none. */
export function created(kind: Kind, exchange: Exchange): Created {
  const { json } = exchange;
  const sent = asRecord(exchange.sent.body === null ? undefined : JSON.parse(exchange.sent.body));
  // Taken from the request: that the response repeats it is a requirement of its own.
  const { reference } = sent;
  if (exchange.status !== 201 || typeof reference !== 'string') {
    throw new Blocked(
      `${kind === 'escrow' ? 'an' : 'a'} ${kind} should have been created with 201; got ${summary(exchange)}`,
    );
  }
  const url = field(json, kind === 'escrow' ? 'payUrl' : 'checkoutUrl');
  return {
    kind,
    reference,
    amount: typeof sent.amount === 'number' ? sent.amount : 0,
    id: field(json, 'id'),
    status: field(json, 'status'),
    url: typeof url === 'string' ? url : '',
    exchange,
  };
}

/** Adds a step: the request with the fields that the check chose, except the amount, and a summary of the response. */
async function asks(
  words: string,
  fields: Body,
  options: CallOptions | undefined,
  call: () => Promise<Exchange>,
): Promise<Exchange> {
  const chosen = Object.entries(fields).filter(([name]) => name !== 'amount' && name !== 'paymentReference');
  const said = chosen.map(([name, value]) => (value === undefined ? `no ${name}` : `${name} ${short(value)}`));
  const key = options?.idempotencyKey;
  if (key !== undefined) said.push(key === null ? 'no idempotency key' : `the idempotency key ${short(key)}`);
  const all = [words, ...said.slice(0, 4), ...(said.length > 4 ? ['…'] : [])];
  return await step(`the merchant ${all.join(', ')}`, call, answered);
}

function answered(exchange: Exchange): string {
  return ` → ${summary(exchange)}`;
}

/** A short summary of an exchange: `409 duplicate_reference`, `201`, `200 (not JSON: "<html>")`. */
export function summary({ status, json, text }: Exchange): string {
  const code = field(field(json, 'error'), 'code');
  if (typeof code === 'string') return `${status} ${code}`;
  if (json === undefined && text !== '') return `${status} (not JSON: ${JSON.stringify(text.slice(0, 60))})`;
  const state = field(json, 'status');
  return typeof state === 'string' ? `${status}, status ${state}` : String(status);
}

/** A field of a JSON object; undefined where there is none. A path goes into nested objects: `customer.email`. */
export function field(json: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => asRecord(value)[name], json);
}

function asRecord(json: unknown): Record<string, unknown> {
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
}
