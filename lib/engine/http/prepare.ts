import type { ClientLook } from './look.ts';
import type { Outgoing } from './network/transport.ts';
import { type Mask, maskBytes } from './shown/mask.ts';
import type { Credentials, RequestOptions } from './types.ts';

/** A request ready to be sent, any number of times, and how reports show it. */
export interface Prepared {
  outgoing: Outgoing;
  url: string;
  shownPath: string;
  shownHeaders: [string, string][];
  shownBody: string | null;
  bodyInBase64: boolean;
  /** The caller chose the credentials: they may be wrong in any way. */
  otherCredentials: boolean;
}

/** Headers in the order in which they are sent: names and values alternate in `sent`. */
interface HeaderSet {
  sent: string[];
  shown: [string, string][];
}

export interface Sender {
  origin: string;
  /** Without a trailing slash; may be empty. */
  basePath: string;
  credentials: Credentials | null;
  mask: Mask;
  newIdempotencyKey: () => string;
  look: ClientLook;
  usual: HeaderSet;
}

/** Throws if the base address is not an http or https address. */
export function createSender({
  baseUrl,
  credentials,
  mask,
  newIdempotencyKey,
  look,
}: Pick<Sender, 'credentials' | 'mask' | 'newIdempotencyKey' | 'look'> & { baseUrl: string }): Sender {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Error(`Not an http or https address: ${mask.text(baseUrl)}`);
  }
  const usual: HeaderSet = { sent: [], shown: [] };
  // undici adds these two itself.
  usual.shown.push(['Host', url.host], ['Connection', 'keep-alive']);
  addCredentials(usual, credentials, mask);
  set(usual, 'Accept', look.accept, mask);
  set(usual, 'User-Agent', look.userAgent, mask);
  for (const [name, value] of look.others) set(usual, name, value, mask);
  return {
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ''),
    credentials,
    mask,
    newIdempotencyKey,
    look,
    usual,
  };
}

const credentialHeaders = ['authorization', 'x-merchant-id'];

function namesCredentials(headers: RequestOptions['headers'] = {}): boolean {
  return Object.keys(headers).some((name) => credentialHeaders.includes(name.toLowerCase()));
}

export function prepare(sender: Sender, options: RequestOptions): Prepared {
  const { mask } = sender;
  const { method } = options;
  const headers: HeaderSet = { sent: sender.usual.sent.slice(), shown: sender.usual.shown.slice() };
  if (options.credentials !== undefined) {
    const other =
      options.credentials === null
        ? null
        : { apiKey: '', merchantId: '', ...sender.credentials, ...options.credentials };
    remove(headers, 'authorization');
    remove(headers, 'x-merchant-id');
    addCredentials(headers, other, mask);
  }

  let body: Buffer | null = null;
  let shownBody: string | null = null;
  let bodyInBase64 = false;
  if (options.rawBody !== undefined) {
    body = Buffer.from(options.rawBody);
    const shown = maskBytes(body, mask);
    shownBody = shown.body;
    bodyInBase64 = shown.bodyEncoding === 'base64';
  } else if (options.body !== undefined) {
    const text = JSON.stringify(options.body) ?? '';
    body = Buffer.from(text);
    shownBody = mask.text(text);
  }
  if (body !== null && options.contentType !== null) {
    const contentType = options.contentType ?? 'application/json';
    headers.sent.push('Content-Type', contentType);
    headers.shown.push(['Content-Type', contentType]);
  }
  // Authentication: every POST sends an Idempotency-Key.
  const key =
    options.idempotencyKey === undefined && method === 'POST' ? sender.newIdempotencyKey() : options.idempotencyKey;
  if (key !== undefined && key !== null) {
    headers.sent.push('Idempotency-Key', key);
    headers.shown.push(['Idempotency-Key', options.idempotencyKey === undefined ? key : mask.text(key)]);
  }
  if (options.headers !== undefined) {
    for (const [name, value] of Object.entries(options.headers)) {
      remove(headers, name.toLowerCase());
      if (value !== null) set(headers, name, value, mask);
    }
  }
  inOrder(headers, sender.look.order);
  if (body !== null || method === 'POST' || method === 'PUT' || method === 'PATCH')
    headers.shown.push(['Content-Length', String(body?.length ?? 0)]);

  const path = sender.basePath + options.path;
  const shownPath = mask.text(path);
  return {
    outgoing: { origin: sender.origin, method, path, headers: headers.sent, body },
    url: sender.origin + shownPath,
    shownPath,
    shownHeaders: headers.shown,
    shownBody,
    bodyInBase64,
    otherCredentials: options.credentials !== undefined || namesCredentials(options.headers),
  };
}

function addCredentials(headers: HeaderSet, credentials: Credentials | null, mask: Mask): void {
  if (credentials === null) return;
  set(headers, 'Authorization', `Bearer ${credentials.apiKey}`, mask);
  set(headers, 'X-Merchant-Id', credentials.merchantId, mask);
}

function set(headers: HeaderSet, name: string, value: string, mask: Mask): void {
  headers.sent.push(name, value);
  headers.shown.push([name, mask.text(value)]);
}

/** Sorts headers by `order`; others follow, and what undici adds itself comes first. */
function inOrder(headers: HeaderSet, order: readonly string[]): void {
  const place = (name: string) => {
    const at = order.indexOf(name.toLowerCase());
    return at === -1 ? order.length : at;
  };
  const [host, connection, ...rest] = headers.shown;
  const pairs = headers.sent.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, headers.sent[at + 1] ?? '']] : [],
  );
  const byPlace = ([a]: [string, string], [b]: [string, string]) => place(a) - place(b);
  headers.sent = pairs.sort(byPlace).flat();
  headers.shown = [...[host, connection].flatMap((each) => (each ? [each] : [])), ...rest.sort(byPlace)];
}

function remove(headers: HeaderSet, lowerName: string): void {
  const kept: string[] = [];
  for (let i = 0; i < headers.sent.length; i += 2) {
    const [name = '', value = ''] = [headers.sent[i], headers.sent[i + 1]];
    if (name.toLowerCase() !== lowerName) kept.push(name, value);
  }
  headers.sent = kept;
  headers.shown = headers.shown.filter(([name]) => name.toLowerCase() !== lowerName);
}
