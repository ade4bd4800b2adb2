/** A probe is a short story told to the reference and to a defect: a client sees a difference, or there is no defect. */
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Agent } from 'undici';
import { describe, expect, test } from 'vitest';
import { createTransport } from '../../reference/engine/transport.ts';
import { rulebook } from '../../reference/rules/index.ts';
import type { EnvironmentName } from '../../reference/rules/records.ts';
import {
  type Bench,
  type Caller,
  type Received,
  type Receiver,
  startBench,
  startReceiver,
} from '../../reference/testing.ts';
import { rulesOf, transportOf } from '../apply.ts';
import type { Mutant } from '../mutant.ts';

/** What a client saw, without what is new at every start: ids, addresses, times. */
export type Probe = (story: Story) => Promise<unknown>;

type Json = Record<string, unknown>;
type Path = 'checkouts' | 'refunds' | 'payouts' | 'escrows';

export interface Answered {
  status: number;
  code: string | undefined;
  body: Json;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

export interface Listed {
  id: string;
  eventId: string;
  event: string;
  reference: string;
  state: string;
  payload: string;
  attempts: { at: string; status: number | null; error: string | null }[];
}

/** A webhook receiver that gives a delivery too little time would be no probe of time-outs: it is short, so that they are. */
const TIMEOUT_MS = 300;

export class Story {
  readonly bench: Bench;
  readonly #agent = new Agent();
  readonly #receivers: Receiver[] = [];
  #made = 0;

  constructor(bench: Bench) {
    this.bench = bench;
  }

  advance = (seconds: number) => this.bench.advance(seconds);
  control = (method: string, path: string, body?: unknown) => this.bench.control(method, path, body);

  merchant(environment: EnvironmentName = 'sandbox', hook?: Receiver): Promise<Caller> {
    return this.bench.merchant(environment, hook?.url);
  }

  async hook(answers?: (response: ServerResponse, count: number) => void): Promise<Receiver> {
    const receiver = await startReceiver(answers);
    this.#receivers.push(receiver);
    return receiver;
  }

  wallet(environment: EnvironmentName, walletId: string, holderName = 'Ngozi Eze', balanceMinor = 0) {
    return this.control('POST', '/wallets', { environment, walletId, holderName, balanceMinor });
  }

  checkout(changes: Json = {}) {
    return {
      reference: this.#next(),
      amount: 5_000,
      currency: 'NGN',
      customer: { email: 'ada@example.com' },
      returnUrl: 'https://shop.example/thanks',
      ...changes,
    };
  }

  refund(paymentReference: string, changes: Json = {}) {
    return { reference: this.#next(), paymentReference, amount: 1_000, ...changes };
  }

  payout(changes: Json = {}) {
    return {
      reference: this.#next(),
      amount: 10_000,
      currency: 'NGN',
      recipient: { bankName: 'GTBank', accountNumber: '0123456789', accountName: 'Ada Obi' },
      ...changes,
    };
  }

  failing = { bankName: 'GTBank', accountNumber: '0000000000', accountName: 'Ada Obi' };

  escrow(changes: Json = {}) {
    return {
      reference: this.#next(),
      amount: 50_000,
      currency: 'NGN',
      seller: { walletId: '0000000001' },
      ...changes,
    };
  }

  link(changes: Json = {}) {
    return {
      linkRef: this.#next(),
      walletId: '0000000001',
      requesterName: 'The Shop',
      expiresInMinutes: 5,
      ...changes,
    };
  }

  /** Makes one and says its reference; what leads to a probe has to work. */
  async made(by: Caller, path: Path, body: Json & { reference: string }): Promise<string> {
    const { status, text } = await by.post(`/v1/${path}`, body);
    if (status !== 201) throw new Error(`not made: ${text}`);
    return body.reference;
  }

  async paid(by: Caller, changes: Json = {}): Promise<string> {
    const reference = await this.made(by, 'checkouts', this.checkout(changes));
    await this.settle(by, reference, 'succeeded');
    return reference;
  }

  settle(by: Caller, reference: string, outcome: 'succeeded' | 'failed') {
    return this.control('POST', `/merchants/${by.id}/checkouts/${reference}/settle`, { outcome });
  }

  deed(by: Caller, reference: string, deed: 'pay' | 'dispute' | 'buyer-release', body?: Json) {
    return this.control('POST', `/merchants/${by.id}/escrows/${reference}/${deed}`, body);
  }

  async funded(by: Caller, changes: Json = {}): Promise<string> {
    const reference = await this.made(by, 'escrows', this.escrow(changes));
    await this.deed(by, reference, 'pay');
    return reference;
  }

  /** Asks for a link and says its id. */
  async linked(by: Caller, changes: Json = {}): Promise<string> {
    const { body, status, text } = await by.post('/v1/wallet-links', this.link(changes));
    if (status !== 201) throw new Error(`not made: ${text}`);
    return String(body.linkId);
  }

  async approved(by: Caller, changes: Json = {}): Promise<string> {
    const id = await this.linked(by, changes);
    await this.owner(by, id, 'approve');
    return id;
  }

  owner(by: Caller, linkId: string, decision: 'approve' | 'reject' | 'unlink') {
    return this.control('POST', `/merchants/${by.id}/wallet-links/${linkId}/owner`, { decision });
  }

  async record(by: Caller, path: Path, reference: string): Promise<Json> {
    return (await by.get(`/v1/${path}/${reference}`)).body;
  }

  async status(by: Caller, path: Path, reference: string): Promise<unknown> {
    return (await this.record(by, path, reference)).status;
  }

  async balance(by: Caller): Promise<unknown> {
    return (await by.get('/v1/balance')).body.availableMinor;
  }

  /** What the wallet holds, read by a merchant with an approved link to it. */
  async available(by: Caller, walletId: string): Promise<unknown> {
    return (await by.get(`/v1/wallets/${walletId}/balance`)).body.availableMinor;
  }

  async deliveries(by: Caller): Promise<Listed[]> {
    return (await this.control('GET', `/merchants/${by.id}/deliveries`)).body.deliveries as Listed[];
  }

  resend(by: Caller, id: string | undefined) {
    return this.control('POST', `/merchants/${by.id}/deliveries/${id}/resend`);
  }

  patch(by: Caller, change: Json) {
    return this.control('PATCH', `/merchants/${by.id}`, change);
  }

  async rotate(by: Caller): Promise<string> {
    return String((await this.control('POST', `/merchants/${by.id}/rotate-webhook-secret`)).body.webhookSecret);
  }

  /** Any request, with any headers, at either environment or at a page's own address. */
  async ask(
    where: EnvironmentName | { url: string },
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: unknown,
  ): Promise<Answered> {
    const { sandboxUrl, liveUrl } = this.bench.service;
    const base = typeof where === 'object' ? where.url : where === 'live' ? liveUrl : sandboxUrl;
    const { origin, pathname } = new URL(base);
    const answer = await this.#agent.request({
      origin,
      path: (pathname === '/' ? '' : pathname) + path,
      method: method as 'GET',
      headers:
        body === undefined || 'content-type' in headers ? headers : { 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answer.body.text();
    const read = parsed(text);
    const { code } = (read.error ?? {}) as { code?: string };
    return { status: answer.statusCode, code, body: read, text, headers: answer.headers };
  }

  page(url: unknown): Promise<Answered> {
    return this.ask({ url: String(url) }, 'GET', '');
  }

  /** Sends a hosted page's form. */
  send(url: unknown, form: Record<string, string>): Promise<Answered> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.ask({ url: String(url) }, 'POST', '', headers, new URLSearchParams(form).toString());
  }

  async end(): Promise<void> {
    await this.bench[Symbol.asyncDispose]();
    await this.#agent.destroy();
    for (const receiver of this.#receivers) await receiver[Symbol.asyncDispose]();
  }

  #next(): string {
    this.#made += 1;
    return `ref-${this.#made}`;
  }
}

export const card = { method: 'card', cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvv: '123' };

/** The good credentials of a merchant, and what is to be wrong in them. */
export function credentials({ apiKey, id }: Caller, wrong: Record<string, string> = {}): Record<string, string> {
  const good = { authorization: `Bearer ${apiKey}`, 'x-merchant-id': id, 'idempotency-key': `key of ${id}` };
  return Object.fromEntries(Object.entries({ ...good, ...wrong }).filter(([, value]) => value !== 'none'));
}

/** Whether both signatures hold, and the content type. */
export function signed({ headers, raw }: Received, secret: string): string {
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
  const timestamp = headers['x-service-timestamp'];
  const [v1, v2] = [headers['x-service-signature'], headers['x-service-signature-v2']];
  return `${v1 === hmac(raw)} ${v2 === hmac(`${timestamp}.${raw}`)} ${headers['content-type']}`;
}

export const told = ({ status, code }: { status: number; code?: string | undefined }) => [status, code ?? null];

/** One after the other. */
export async function times(count: number, does: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done++) await does();
}

/**
 * The times of a delivery's attempts, in seconds after the first, where they are answered in turn with these statuses,
 * cut off, or never answered; and what the console says of it.
 */
export function attempts(answers: readonly (number | 'cut' | 'never')[], seconds: number): Probe {
  return async (story) => {
    const hook = await story.hook((response, count) => {
      const answer = answers[count - 1] ?? 200;
      if (answer === 'cut') response.destroy();
      else if (answer !== 'never') response.writeHead(answer).end();
    });
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(seconds);
    const sent = hook.received.map(({ headers }) => Number(headers['x-service-timestamp']));
    const listed = await story.deliveries(merchant);
    return [sent.map((at) => at - (sent[0] ?? 0)), listed.map(({ state }) => state)];
  };
}

/** Told three times, twice to the reference: what differs there is left to chance, and shows nothing. */
export function probes(mutants: readonly Mutant[], table: Readonly<Record<string, Probe>>): void {
  test('every defect has a probe', () => {
    expect(Object.keys(table).sort()).toEqual(mutants.map(({ name }) => name).sort());
  });

  describe('a client sees the difference', () => {
    for (const mutant of mutants) {
      test(mutant.name, async () => {
        const probe = table[mutant.name];
        if (probe === undefined) throw new Error('no probe');
        const right = await tell(probe, []);
        expect(await tell(probe, []), 'the reference, twice').toEqual(right);
        expect(await tell(probe, [mutant]), mutant.what).not.toEqual(right);
      });
    }
  });
}

async function tell(probe: Probe, variants: readonly Mutant[]): Promise<unknown> {
  const bench = await startBench({
    deliveryTimeoutMs: TIMEOUT_MS,
    rules: rulesOf(variants, rulebook),
    transport: transportOf(variants, createTransport()),
  });
  const story = new Story(bench);
  try {
    return JSON.parse(JSON.stringify({ seen: await probe(story) }));
  } finally {
    await story.end();
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
