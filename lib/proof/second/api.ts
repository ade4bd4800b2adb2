import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, Reply } from './call.ts';
import { cancelEscrow, createEscrow, readEscrow, refundEscrow, releaseEscrow } from './escrows.ts';
import { createLink, decideLink, deleteLink, readAccount, readLink, readWalletBalance } from './links.ts';
import {
  createCheckout,
  createPayout,
  createRefund,
  readBalance,
  readBanks,
  readCheckout,
  readPayout,
  readRefund,
} from './payments.ts';
import { type Fields, fields, invalid, missing, Refusal } from './rules.ts';
import type { Environment, Merchant, World } from './world.ts';

type Handler = (world: World, call: Call) => Reply | Promise<Reply>;

const routes: [method: string, path: string, handler: Handler][] = [
  ['POST', '/v1/checkouts', createCheckout],
  ['GET', '/v1/checkouts/*', readCheckout],
  ['POST', '/v1/refunds', createRefund],
  ['GET', '/v1/refunds/*', readRefund],
  ['POST', '/v1/payouts', createPayout],
  ['GET', '/v1/payouts/*', readPayout],
  ['POST', '/v1/escrows', createEscrow],
  ['GET', '/v1/escrows/*', readEscrow],
  ['POST', '/v1/escrows/*/release', releaseEscrow],
  ['POST', '/v1/escrows/*/refund', refundEscrow],
  ['POST', '/v1/escrows/*/cancel', cancelEscrow],
  ['GET', '/v1/accounts/*', readAccount],
  ['GET', '/v1/banks', readBanks],
  ['GET', '/v1/balance', readBalance],
  ['POST', '/v1/wallet-links', createLink],
  ['GET', '/v1/wallet-links/*', readLink],
  ['DELETE', '/v1/wallet-links/*', deleteLink],
  ['GET', '/v1/wallets/*/balance', readWalletBalance],
  ['POST', '/v1/sandbox/wallet-links/*/approve', (world, call) => decideLink(world, call, 'APPROVED')],
  ['POST', '/v1/sandbox/wallet-links/*/reject', (world, call) => decideLink(world, call, 'REJECTED')],
];

const perMinute = 120;

/** Serves the API of one environment. `path` is relative to its base address. */
export async function serveApi(
  world: World,
  env: Environment,
  path: string,
  raw: string,
  req: IncomingMessage,
  res: ServerResponse,
) {
  try {
    const { handler, param } = findRoute(env, req.method ?? '', path);
    const merchant = authenticate(world, env, req);
    countCall(world, merchant.apiKey);
    const isPost = req.method === 'POST';
    const body = isPost ? parseBody(raw) : {};
    const run = () => Promise.resolve(handler(world, { merchant, live: env === 'live', param, body }));
    const reply = await (isPost ? once(world, merchant, path, req, body, run) : run());
    send(world, res, reply.status, reply.body, 'replayed' in reply ? { 'idempotent-replayed': 'true' } : {});
  } catch (error) {
    sendError(world, res, error);
  }
}

/** Writes JSON in two chunks, with a `Date` header from the service's clock, and closes the connection. */
export function send(
  world: World,
  res: ServerResponse,
  status: number,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  res.sendDate = false;
  res.writeHead(status, {
    DATE: new Date(world.clock.now()).toUTCString(),
    connection: 'close',
    ...headers,
    ...(body === undefined ? {} : { 'CONTENT-TYPE': 'application/json; charset=utf-8' }),
  });
  if (body === undefined) {
    res.end();
    return;
  }
  const written = Buffer.from(JSON.stringify(body));
  res.write(written.subarray(0, 7));
  res.end(written.subarray(7));
}

export function sendError(world: World, res: ServerResponse, error: unknown): void {
  const known = error instanceof Refusal ? error : new Refusal(500, 'internal', 'The service failed.');
  if (known.status === 500) process.stderr.write(`second: ${error instanceof Error ? error.message : 'failure'}\n`);
  send(world, res, known.status, { error: { code: known.code, message: known.message } }, known.headers);
}

/** Reads the whole body as text; more than 256 KB is refused. */
export async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= 262_144) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8') + (size > 262_144 ? '(cut off)' : '');
}

/** An empty body counts as an empty object: several POSTs have none. */
export function parseBody(raw: string): Fields {
  if (raw.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    throw invalid('The body is not JSON.');
  }
  return fields(value, 'The body');
}

function findRoute(env: Environment, method: string, path: string): { handler: Handler; param: string } {
  if (env === 'live' && path.startsWith('/v1/sandbox/')) throw missing('address');
  const parts = path.split('/');
  const fits = routes.filter(([, pattern]) => {
    const wanted = pattern.split('/');
    return (
      wanted.length === parts.length && wanted.every((part, i) => (part === '*' ? parts[i] !== '' : part === parts[i]))
    );
  });
  if (fits.length === 0) throw missing('address');
  const found = fits.find(([verb]) => verb === method);
  if (!found) throw new Refusal(405, 'wrong_method', 'This address does not take that method.');
  const place = found[1].split('/').indexOf('*');
  try {
    return { handler: found[2], param: place < 0 ? '' : decodeURIComponent(parts[place] ?? '') };
  } catch {
    throw missing('address');
  }
}

function authenticate({ store }: World, env: Environment, req: IncomingMessage): Merchant {
  const key = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
  const merchant = store.one<Merchant>('SELECT * FROM merchants WHERE apiKey = ?', key);
  if (merchant && merchant.env !== env) {
    throw new Refusal(403, 'wrong_environment', `This key belongs to the ${merchant.env} environment.`);
  }
  // The interface leaves open how bad credentials are answered.
  if (!merchant || req.headers['x-merchant-id'] !== merchant.id) {
    throw new Refusal(403, 'forbidden_key', 'The API key or the merchant id is missing or not known.');
  }
  return merchant;
}

const windows = new Map<string, { from: number; calls: number }>();

/** A fixed window of a minute that starts with the key's first call in it; refused calls count too. */
function countCall({ clock }: World, apiKey: string): void {
  const now = clock.now();
  let window = windows.get(apiKey);
  if (!window || now >= window.from + 60_000) {
    window = { from: now, calls: 0 };
    windows.set(apiKey, window);
  }
  window.calls += 1;
  if (window.calls <= perMinute) return;
  // An HTTP date has whole seconds: round up, so that the client never retries too early.
  const again = new Date(Math.ceil((window.from + 60_000) / 1000) * 1000).toUTCString();
  throw new Refusal(429, 'rate_limited', `More than ${perMinute} requests in a minute.`, { 'RETRY-AFTER': again });
}

interface Kept {
  fingerprint: string;
  state: 'busy' | 'done' | 'refused';
  status: number;
  body: string | null;
}

/**
 * Authentication, Idempotency-Key. Keys are kept for ever, per merchant and path. Successes are replayed. After a refusal the same request
 * is processed again, while another body is refused. The key is optional.
 */
async function once(
  { store }: World,
  merchant: Merchant,
  path: string,
  req: IncomingMessage,
  body: Fields,
  run: () => Promise<Reply>,
): Promise<Reply & { replayed?: true }> {
  const header = req.headers['idempotency-key'];
  const key = Array.isArray(header) ? header.join() : (header ?? '');
  if (key.length > 255) throw invalid('Idempotency-Key may have 255 characters at most.');
  const fingerprint = createHash('sha256').update(canonical(body)).digest('hex');
  const where = [merchant.id, path, key] as const;
  const keep = (state: Kept['state'], status: number | null, written: string | null) =>
    store.run(
      'INSERT OR REPLACE INTO idempotency VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...where,
      fingerprint,
      state,
      status,
      written,
    );

  if (key !== '') {
    const sql = 'SELECT * FROM idempotency WHERE merchant = ? AND endpoint = ? AND key = ?';
    const kept = store.one<Kept>(sql, ...where);
    if (kept?.state === 'busy') throw new Refusal(409, 'request_in_progress', 'The first request is still under way.');
    if (kept && kept.fingerprint !== fingerprint) {
      throw new Refusal(409, 'idempotency_key_reused', 'This Idempotency-Key came with another body before.');
    }
    if (kept?.state === 'done') {
      return { status: kept.status, body: kept.body === null ? undefined : JSON.parse(kept.body), replayed: true };
    }
    keep('busy', null, null);
  }
  try {
    if (merchant.delay > 0) await sleep(merchant.delay);
    const reply = await run();
    if (key !== '') keep('done', reply.status, reply.body === undefined ? null : JSON.stringify(reply.body));
    return reply;
  } catch (error) {
    if (key !== '') keep('refused', null, null);
    throw error;
  }
}

/** JSON with sorted keys, so that the order of fields does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
