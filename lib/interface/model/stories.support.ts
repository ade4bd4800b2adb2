import type { Environment } from '../../engine/run/target.ts';
import type { Attempt, ConsoleEntry, ConsoleList } from './arrivals.ts';
import {
  type Arrival,
  type Event,
  type Exchange,
  type Fields,
  inOrder,
  type PageOpened,
  type TimedStep,
  type Webhook,
} from './events.ts';
import { judge } from './judge.ts';

interface Asked {
  readonly merchant?: string;
  readonly key?: string | null;
  readonly isReplay?: boolean;
  readonly environment?: Environment;
  /** Milliseconds on the story's clock; by default one request follows the other. */
  readonly began?: number;
  readonly ended?: number;
  /** The request body as sent, where it is not the plain JSON of `body`. */
  readonly text?: string | undefined;
  /** The response as received, where it is not the plain JSON of `json`. */
  readonly said?: { readonly text?: string; readonly type?: string };
  readonly credentials?: Exchange['credentials'];
  /** The `Date` header of the response, in epoch milliseconds. */
  readonly date?: number | null;
  readonly retryAfter?: string | null;
}

const BEGAN = Date.UTC(2026, 0, 1);

/** The events of every story judged in this process: see rows.test.ts. */
export const histories: Event[][] = [];

/** A history, written in the order in which it happened. */
export class Story {
  readonly #exchanges: Exchange[] = [];
  readonly #steps: TimedStep[] = [];
  readonly #webhooks: Webhook[] = [];
  readonly #unread: Arrival[] = [];
  readonly #pages: PageOpened[] = [];
  readonly #attempts: Attempt[] = [];
  readonly #lists: ConsoleList[] = [];
  /** Amounts of escrows, by path: `gets` adds them to their records. */
  readonly #amounts = new Map<string, unknown>();
  #now = BEGAN;
  #ids = 0;

  constructor() {
    this.step(
      'POST /merchants',
      {},
      { environment: 'sandbox', webhookUrl: 'http://127.0.0.1:9/hook-1' },
      { merchantId: 'm1' },
    );
    this.step(
      'POST /merchants',
      {},
      { environment: 'sandbox', webhookUrl: 'http://127.0.0.1:9/hook-2' },
      { merchantId: 'm2' },
    );
    // There is control over buyers and owners, so that none of them acts unseen.
    this.step(
      'POST /merchants/{merchantId}/checkouts/{reference}/settle',
      { merchantId: 'm1', reference: 'none' },
      null,
    );
    this.step('POST /merchants/{merchantId}/escrows/{reference}/pay', { merchantId: 'm1', reference: 'none' }, null);
    this.step('POST /merchants/{merchantId}/wallet-links/{linkId}/owner', { merchantId: 'm1', linkId: 'none' }, null);
  }

  get now(): number {
    return this.#now;
  }

  waits(ms: number): this {
    this.#now += ms;
    return this;
  }

  asks(method: string, path: string, body: unknown, status: number, json: unknown, asked: Asked = {}): this {
    const id = ++this.#ids;
    const { merchant = 'm1', isReplay = false, environment = 'sandbox' } = asked;
    const key = asked.key === undefined ? (method === 'POST' ? `key-${id}` : null) : asked.key;
    const { began = this.#next(), ended = this.#next() } = asked;
    const error = (json as { error?: { code?: string } } | undefined)?.error;
    this.#exchanges.push({
      id,
      began,
      ended,
      environment,
      merchant,
      credentials: asked.credentials ?? 'own',
      method,
      path: path.split('/'),
      key,
      body,
      isJson: true,
      text: asked.text ?? (body === undefined ? '' : JSON.stringify(body)),
      status,
      json,
      code: error?.code ?? null,
      said: { text: json === undefined ? '' : JSON.stringify(json), type: 'application/json', ...asked.said },
      isReplay,
      date: asked.date ?? null,
      retryAfter: asked.retryAfter === undefined ? (status === 429 ? '30' : null) : asked.retryAfter,
    });
    return this;
  }

  creates(collection: string, body: Fields, answer: Fields = {}, asked: Asked = {}): this {
    const pending = collection === 'escrows' ? 'pending_payment' : 'pending';
    const { merchant = 'm1', environment = 'sandbox' } = asked;
    const page = { checkouts: 'checkoutUrl', escrows: 'payUrl' }[collection];
    const url = `https://pay.example.com/${environment}/${merchant}/${String(body.reference)}`;
    if (collection === 'escrows') this.#amounts.set(`escrows/${String(body.reference)}`, body.amount);
    const json = {
      id: `id-${String(body.reference)}`,
      reference: body.reference,
      status: pending,
      ...(page && { [page]: url }),
      ...answer,
    };
    return this.asks('POST', collection, body, 201, json, asked);
  }

  refused(collection: string, body: unknown, status: number, code: string, asked: Asked = {}): this {
    return this.asks('POST', collection, body, status, { error: { code, message: '' } }, asked);
  }

  gets(path: string, record: Fields, asked: Asked = {}): this {
    const amount = this.#amounts.get(path);
    return this.asks('GET', path, undefined, 200, { ...(amount !== undefined && { amount }), ...record }, asked);
  }

  misses(path: string, asked: Asked = {}): this {
    return this.asks('GET', path, undefined, 404, { error: { code: 'not_found', message: '' } }, asked);
  }

  step(endpoint: string, names: Record<string, string>, body: unknown, more: Partial<TimedStep> = {}): this {
    const [began, ended] = [this.#next(), this.#next()];
    this.#steps.push({
      endpoint,
      names,
      path: '',
      body,
      outcome: 'done',
      sighting: ++this.#ids,
      began,
      ended,
      ...more,
    });
    return this;
  }

  settles(reference: string, outcome: 'succeeded' | 'failed' = 'succeeded'): this {
    return this.step(
      'POST /merchants/{merchantId}/checkouts/{reference}/settle',
      { merchantId: 'm1', reference },
      { outcome },
    );
  }

  buyer(reference: string, act: 'pay' | 'dispute' | 'buyer-release', body: unknown = {}): this {
    return this.step(`POST /merchants/{merchantId}/escrows/{reference}/${act}`, { merchantId: 'm1', reference }, body);
  }

  owner(linkId: string, decision: 'approve' | 'reject' | 'unlink'): this {
    return this.step(
      'POST /merchants/{merchantId}/wallet-links/{linkId}/owner',
      { merchantId: 'm1', linkId },
      { decision },
    );
  }

  advances(hours: number): this {
    return this.step('POST /clock/advance', {}, { seconds: hours * 3_600 });
  }

  opens(kind: string, reference: string): this {
    this.#pages.push({ kind, reference });
    return this;
  }

  hears(payload: Fields, path = '/hook-1'): this {
    this.#webhooks.push({ seq: ++this.#ids, at: this.#next(), path, payload });
    return this;
  }

  /** Something that cannot be read, or is not well signed, arrives. */
  hearsSomething(payload: Fields | null = null, path = '/hook-1'): this {
    this.#unread.push({ path, payload });
    return this;
  }

  /** An attempt, sent `second` seconds after BEGAN in the target's time. `status` null: it gets no answer. */
  tries(payload: Fields, second: number, status: number | null, more: Partial<Attempt> = {}): this {
    this.#attempts.push({
      seq: ++this.#ids,
      at: this.#next(),
      path: '/hook-1',
      standing: 'genuine',
      payload,
      text: JSON.stringify(payload),
      method: 'POST',
      contentType: 'application/json',
      stamp: BEGAN / 1_000 + second,
      status,
      isSlow: false,
      isSignedTwice: true,
      rotations: null,
      ...more,
    });
    return this;
  }

  /** Moves the target's clock to `second` seconds after BEGAN. */
  until(second: number): this {
    return this.step(
      'POST /clock/advance',
      {},
      { seconds: 0 },
      { now: new Date(BEGAN + second * 1_000).toISOString() },
    );
  }

  lists(entries: readonly ConsoleEntry[], merchant = 'm1'): this {
    this.#lists.push({ merchant, at: this.#next(), ended: this.#next(), entries });
    return this;
  }

  get events(): Event[] {
    const [exchanges, steps, webhooks, pages] = [this.#exchanges, this.#steps, this.#webhooks, this.#pages];
    const [attempts, lists, unread] = [this.#attempts, this.#lists, this.#unread];
    return inOrder({ exchanges, steps, webhooks, pages, unread, attempts, lists });
  }

  get violations() {
    const { events } = this;
    histories.push(events);
    return judge(events).violations;
  }

  /** The requirements that the story breaks. */
  get broken(): string[] {
    return [...new Set(this.violations.map(({ requirement }) => requirement))];
  }

  #next(): number {
    this.#now += 10;
    return this.#now;
  }
}

// Usual request bodies and records.

export const checkoutBody = (reference = 'c1', amount = 5_000) => ({
  reference,
  amount,
  currency: 'NGN',
  customer: { email: 'buyer@example.com' },
  returnUrl: 'https://shop.example.com',
});

export function checkoutRecord(status: string, change: Fields = {}): Fields {
  const { returnUrl: _, ...body } = checkoutBody();
  return {
    id: 'id-c1',
    ...body,
    status,
    description: null,
    metadata: null,
    checkoutUrl: 'https://pay.example.com/c1',
    paymentMethod: null,
    failureReason: status === 'failed' ? 'declined' : null,
    refundedAmount: 0,
    paidAt: status === 'succeeded' ? '2026-01-01T00:00:00Z' : null,
    createdAt: '2026-01-01T00:00:00Z',
    ...change,
  };
}

export const refundBody = (reference = 'r1', amount = 1_000, more: Fields = {}) => ({
  reference,
  paymentReference: 'c1',
  amount,
  ...more,
});

export function refundRecord(status: string, change: Fields = {}): Fields {
  return {
    id: 'id-r1',
    ...refundBody(),
    status,
    currency: 'NGN',
    reason: null,
    failureReason: status === 'failed' ? 'declined' : null,
    createdAt: '2026-01-01T00:00:00Z',
    ...change,
  };
}

export const payoutBody = (reference = 'p1', accountNumber = '0123456789') => ({
  reference,
  amount: 20_000,
  currency: 'NGN',
  recipient: { bankName: 'Access Bank', accountNumber, accountName: 'Ada' },
});

export function payoutRecord(status: string, change: Fields = {}): Fields {
  return {
    id: 'id-p1',
    ...payoutBody(),
    status,
    narration: null,
    failureReason: status === 'failed' ? 'declined' : null,
    createdAt: '2026-01-01T00:00:00Z',
    ...change,
  };
}

export const escrowBody = (more: Fields = {}) => ({
  reference: 'e1',
  amount: 50_000,
  currency: 'NGN',
  seller: { walletId: '0000000001' },
  ...more,
});

export const linkBody = (linkRef = 'ref-1', walletId = '0000000001') => ({
  linkRef,
  walletId,
  requesterName: 'Shop',
  expiresInMinutes: 60,
});

export function linkAnswer(linkId = 'l1', body: Fields = linkBody()): Fields {
  const expiresAt = '2026-01-01T01:00:00Z';
  return {
    linkId,
    status: 'PENDING',
    linkRef: body.linkRef,
    walletId: body.walletId,
    walletName: 'A** B**',
    expiresAt,
  };
}

/** A checkout that was paid. */
export const paid = (amount = 5_000) => new Story().creates('checkouts', checkoutBody('c1', amount)).settles('c1');

export const event = (kind: string, reference: string, more: Fields = {}): Fields => ({
  id: `evt-${kind}-${reference}`,
  event: kind,
  reference,
  amountMinor: 5_000,
  currency: 'NGN',
  occurredAt: '2026-01-01T00:00:00Z',
  ...more,
});

export type Tale = () => Story;
export type Case = readonly [words: string, tell: Tale, requirement: string];

/** Times for two requests that are under way at once. */
export const overlapping = (story: Story) => ({ began: story.now + 1, ended: story.now + 500 });

export const refunded = (...amounts: number[]) =>
  amounts.reduce((story, amount, index) => story.creates('refunds', refundBody(`r${index + 1}`, amount)), paid());

export const failing = (reference: string, amount: number) => refundBody(reference, amount, { reason: 'sandbox_fail' });
