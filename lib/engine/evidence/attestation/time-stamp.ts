import { hash } from 'node:crypto';
import { readToken, tokenIn } from './token.ts';

/** Milliseconds that an authority may take to answer. A stamp is optional, so the wait is short. */
const TIMEOUT_MS = 15_000;

/** Bytes. An answer with all certificates has a few thousand. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** Why there is no time stamp, in one line. */
export class NotStamped extends Error {
  override readonly name = 'NotStamped';
}

/**
 * Requests a time stamp of these bytes from the authority over HTTP (RFC 3161, 3.4), the transport that every authority supports. The
 * authority receives only their SHA-256 digest. Throws NotStamped.
 */
export async function timeStampOf(data: Uint8Array, authority: URL, timeoutMs = TIMEOUT_MS): Promise<Buffer> {
  const digest = Buffer.from(hash('sha256', data), 'hex');
  const failed = (why: string) => new NotStamped(`no time stamp from ${authority.origin}: ${why}`);
  const signal = AbortSignal.timeout(timeoutMs);
  let answer: Buffer;
  try {
    const response = await fetch(authority, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: requestFor(digest),
      signal,
    });
    if (!response.ok) throw failed(`it answered with ${response.status}`);
    answer = await bodyOf(response, failed);
  } catch (error) {
    if (error instanceof NotStamped) throw error;
    throw failed(signal.aborted ? `no answer within ${timeoutMs / 1_000} s` : whyOf(error));
  }
  let token: Buffer;
  try {
    token = tokenIn(answer);
  } catch (error) {
    throw failed(`its answer is ${error instanceof Error ? error.message : String(error)}`);
  }
  if (readToken(token).tstInfo.messageImprintHashedMessage.equals(digest)) return token;
  throw failed('it stamped something else than it was asked to');
}

async function bodyOf(response: Response, failed: (why: string) => NotStamped): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > MAX_ANSWER_BYTES) throw failed(`its answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * TimeStampReq (RFC 3161, 2.4.1): version 1 and the SHA-256 digest, all of fixed length. No nonce is needed: no earlier answer can cover a
 * signature that was just made. Certificates are not requested, because the authority would not sign them.
 */
function requestFor(digest: Buffer): Uint8Array<ArrayBuffer> {
  const version = '020101';
  const sha256 = '300d06096086480165030402010500';
  return Uint8Array.from(Buffer.from(`3036${version}3031${sha256}0420${digest.toString('hex')}`, 'hex'));
}

function whyOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : (cause.message.split('\n')[0] ?? '');
}
