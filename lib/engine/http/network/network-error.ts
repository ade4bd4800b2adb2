export type NetworkErrorKind = 'unreachable' | 'reset' | 'timeout' | 'too_large' | 'malformed';

/** No complete answer came. The message is one line with method and path, and contains no secret. */
export class NetworkError extends Error {
  readonly kind: NetworkErrorKind;

  constructor(kind: NetworkErrorKind, message: string) {
    super(message);
    this.name = 'NetworkError';
    this.kind = kind;
  }
}

/** Whether the request or its answer was lost, or took too long: then nothing that the target answered is known. */
export function isLoss(kind: Failure['kind']): boolean {
  return kind === 'unreachable' || kind === 'reset' || kind === 'timeout';
}

/**
 * How an exchange failed, in words that contain no address and no header. `caller`: the request could not be sent at all; `closed`: this
 * side ended it by closing its connections, so that nothing was lost on the way.
 */
export interface Failure {
  kind: NetworkErrorKind | 'aborted' | 'caller' | 'closed';
  reason: string;
}

/** The phase in which an exchange failed. */
export type Phase = 'connecting' | 'waiting' | 'answering';

/** Converts undici's errors. */
export function failureOf(error: Error, phase: Phase): Failure {
  const proxy = /^Proxy.*\((\d{3})\)/.exec(error.message)?.[1];
  if (proxy === '407') return { kind: 'unreachable', reason: 'the proxy wants other credentials' };
  if (proxy !== undefined) return { kind: 'unreachable', reason: `the proxy makes no tunnel (${proxy})` };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED')
    return { kind: 'caller', reason: error.message };
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') {
    return { kind: 'closed', reason: 'the client was closed' };
  }
  // undici asserts that a status has three digits, and says no more about one that has not.
  if (code === 'ERR_ASSERTION') return { kind: 'malformed', reason: 'the answer has a status below 100' };
  if (phase === 'connecting')
    return { kind: 'unreachable', reason: unreachable[code] ?? `no connection (${code || error.message})` };

  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return { kind: 'too_large', reason: 'the headers of the answer are too long' };
  if (code === 'ETIMEDOUT') return { kind: 'timeout', reason: 'the connection timed out' };
  // A body cut off by the end of its connection is a parser error too; it counts as a reset, however the body was framed.
  const wrongLength = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && phase === 'waiting';
  if (wrongLength || (error.name === 'HTTPParserError' && !error.message.includes('Invalid EOF state'))) {
    const detail = wrongLength ? 'Content-Length' : (/\(([^)]*)\)$/.exec(error.message)?.[1] ?? 'unknown');
    return { kind: 'malformed', reason: `the answer is not HTTP/1.1 (${detail})` };
  }
  // undici reports an unexpected 100 or 101, and bytes without a request, as "bad".
  if (error.message === 'bad response' || error.message === 'bad upgrade') {
    return { kind: 'malformed', reason: 'the answer has a status that does not fit the request' };
  }
  return {
    kind: 'reset',
    reason:
      phase === 'waiting'
        ? 'the connection was closed before an answer'
        : 'the connection was closed in the middle of the answer',
  };
}

const unreachable: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed while it was being made',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  ETIMEDOUT: 'no connection in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate cannot be verified',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of the certificate is unknown',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  EPROTO: 'the other side does not speak TLS as expected',
};
