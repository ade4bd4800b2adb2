/** Helpers for the tests of this folder: a running service, a merchant's calls, and a receiver of webhooks. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getGlobalDispatcher } from 'undici';
import { type Clock, createClock } from './engine/clock.ts';
import { newId } from './engine/ids.ts';
import { createTransport } from './engine/transport.ts';
import { rulebook } from './rules/index.ts';
import type { EnvironmentName } from './rules/records.ts';
import { type RunningService, startService } from './service.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** The error code, if the body has one. */
  code: string | undefined;
  text: string;
}

export interface Caller {
  id: string;
  apiKey: string;
  secret: string;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

export interface Bench extends AsyncDisposable {
  service: RunningService;
  clock: Clock;
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  merchant(environment?: EnvironmentName, webhookUrl?: string): Promise<Caller>;
  advance(seconds: number): Promise<number>;
}

export async function startBench({
  deliveryTimeoutMs = 3_000,
  rules = rulebook,
  transport = createTransport(),
} = {}): Promise<Bench> {
  const clock = createClock();
  const service = await startService({
    rulebook: rules,
    clock,
    transport,
    newId,
    controlToken: 'token',
    deliveryTimeoutMs,
    host: '127.0.0.1',
    ports: { sandbox: 0, live: 0, control: 0 },
  });
  const control: Bench['control'] = (method, path, body) =>
    call(method, service.controlUrl + path, { authorization: 'Bearer token' }, body);
  return {
    service,
    clock,
    control,
    async merchant(environment = 'sandbox', webhookUrl) {
      const { body } = await control('POST', '/merchants', { environment, webhookUrl });
      const base = environment === 'sandbox' ? service.sandboxUrl : service.liveUrl;
      const [id, apiKey, secret] = [body.merchantId, body.apiKey, body.webhookSecret].map(String) as [
        string,
        string,
        string,
      ];
      const own = { authorization: `Bearer ${apiKey}`, 'x-merchant-id': id };
      return {
        id,
        apiKey,
        secret,
        get: (path) => call('GET', base + path, own),
        post: (path, sent, headers) =>
          call('POST', base + path, { ...own, 'idempotency-key': newId('key-'), ...headers }, sent),
        delete: (path) => call('DELETE', base + path, own),
      };
    },
    advance: (seconds) => clock.advance(seconds),
    [Symbol.asyncDispose]: () => service.close(),
  };
}

async function call(method: string, url: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const { origin } = new URL(url);
  // Sends the path unchanged; `request` would resolve `.` and `..`.
  const answer = await getGlobalDispatcher().request({
    origin,
    path: url.slice(origin.length),
    method: method as 'GET',
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  const read = parse(text);
  const { code } = (read.error ?? {}) as { code?: string };
  return { status: answer.statusCode, headers: answer.headers, body: read, code, text };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

let references = 0;

export const bodies = {
  checkout: (changes: object = {}) => ({
    reference: nextReference(),
    amount: 5_000,
    currency: 'NGN',
    customer: { email: 'ada@example.com' },
    returnUrl: 'https://shop.example/thanks',
    ...changes,
  }),
  refund: (paymentReference: string, changes: object = {}) => ({
    reference: nextReference(),
    paymentReference,
    amount: 1_000,
    ...changes,
  }),
  payout: (changes: object = {}) => ({
    reference: nextReference(),
    amount: 10_000,
    currency: 'NGN',
    recipient: { bankName: 'GTBank', accountNumber: '0123456789', accountName: 'Ada Obi' },
    ...changes,
  }),
  escrow: (changes: object = {}) => ({
    reference: nextReference(),
    amount: 50_000,
    currency: 'NGN',
    seller: { walletId: '0000000001' },
    ...changes,
  }),
  link: (changes: object = {}) => ({
    linkRef: nextReference(),
    walletId: '0000000001',
    requesterName: 'The Shop',
    expiresInMinutes: 10,
    ...changes,
  }),
};

export function nextReference(): string {
  references += 1;
  return `ref-${references}`;
}

export interface Received {
  headers: IncomingHttpHeaders;
  raw: string;
  body: Record<string, unknown>;
}

export interface Receiver extends AsyncDisposable {
  url: string;
  received: Received[];
  events(): string[];
}

/** Receives webhooks; `answers` answers each, by default with 200. */
export async function startReceiver(
  answers: (response: ServerResponse, count: number) => void = (response) => response.end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      received.push({ headers: incoming.headers, raw, body: JSON.parse(raw) });
      answers(outgoing, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?shop=1`,
    received,
    events: () => received.map(({ body }) => String(body.event)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
