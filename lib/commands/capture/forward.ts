import { request } from 'undici';
import { withoutUserInfo } from '../../engine/http/network/address.ts';
import type { Delivery } from '../../engine/webhooks/types.ts';
import { clean } from './show.ts';

/** The longest wait for the receiver, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Headers that belong to one connection and must not be forwarded to the next. */
const OF_CONNECTION = ['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding', 'upgrade'];

/** Forwards a delivery with its body and headers unchanged. Returns the receiver's answer, or the error, in one line; never throws. */
export async function forward({ headers, body }: Pick<Delivery, 'headers' | 'body'>, to: URL): Promise<string> {
  const began = performance.now();
  const answer = await request(to, {
    method: 'POST',
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name))),
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    async (response) => {
      await response.body.dump({ limit: 64 * 1024 }).catch(() => {});
      return `answered ${response.statusCode} in ${Math.round(performance.now() - began)} ms`;
    },
    (error: unknown) => `did not answer (${reasonOf(error)})`,
  );
  return `  → ${withoutUserInfo(to.href)} ${clean(answer)}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `${TIMEOUT_MS / 1_000} s`;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
