import type { Bundle } from '@sigstore/bundle';
import { PAYLOAD_TYPE } from './envelope.ts';

/** Where an identity is certified and where its signatures are logged; null: Sigstore's public instance, whose log is for everybody to read. */
export interface Keyless {
  readonly fulcio: URL | null;
  readonly rekor: URL | null;
}

/** Why nothing was signed, in one line. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

/** Milliseconds for each request to a service, which is made twice at most. */
const TIMEOUT_MS = 15_000;

/**
 * Signs a statement with a key that is made for it and forgotten, which Fulcio certifies for whom the OIDC token of the environment is of, and
 * has Rekor log it. The log keeps digests, the signature and the certificate with that identity, and no word of the statement. Throws NotSigned.
 */
export async function signKeyless(statement: Buffer, { fulcio, rekor }: Keyless): Promise<Bundle> {
  const sigstore = await import('@sigstore/sign');
  const token = await tokenIn(process.env);
  const often = { timeout: TIMEOUT_MS, retry: 1 };
  const [ca, log] = [addressOf(fulcio) ?? sigstore.DEFAULT_FULCIO_URL, addressOf(rekor) ?? sigstore.DEFAULT_REKOR_URL];
  const signer = new sigstore.FulcioSigner({
    ...often,
    fulcioBaseURL: ca,
    identityProvider: { getToken: async () => token },
  });
  const witnesses = [new sigstore.RekorWitness({ ...often, rekorBaseURL: log, entryType: 'dsse' })];
  try {
    return await new sigstore.DSSEBundleBuilder({ signer, witnesses }).create({ data: statement, type: PAYLOAD_TYPE });
  } catch (error) {
    // Some of the library's messages repeat the token.
    throw new NotSigned(whyOf(error, { ca, log }).replaceAll(token, '$SIGSTORE_ID_TOKEN'));
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The library's own provider waits for the job's tokens without a bound, and keeps the process alive meanwhile. A job's token holds for minutes:
 * it is asked for when it is needed.
 */
async function tokenIn({ SIGSTORE_ID_TOKEN, ...environment }: Environment): Promise<string> {
  if (SIGSTORE_ID_TOKEN) return SIGSTORE_ID_TOKEN;
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = environment;
  const failed = new NotSigned(`no OIDC token: ${NO_TOKEN}`);
  if (!address || !secret) throw failed;
  try {
    const url = new URL(address);
    url.searchParams.set('audience', 'sigstore');
    const headers = { accept: 'application/json', authorization: `Bearer ${secret}` };
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { value } = (await response.json()) as { value?: unknown };
    if (typeof value === 'string') return value;
  } catch {
    // Without words of others, who may repeat what they were sent.
  }
  throw failed;
}

/** Told before a run too: whoever waits for hours for a certificate should not learn at its end that it cannot be signed. */
export function mayGetToken(environment: Environment): boolean {
  const { SIGSTORE_ID_TOKEN, ACTIONS_ID_TOKEN_REQUEST_URL, ACTIONS_ID_TOKEN_REQUEST_TOKEN } = environment;
  return Boolean(SIGSTORE_ID_TOKEN || (ACTIONS_ID_TOKEN_REQUEST_URL && ACTIONS_ID_TOKEN_REQUEST_TOKEN));
}

export const NO_TOKEN = 'set SIGSTORE_ID_TOKEN, or give the job of GitHub Actions the permission id-token: write';

function addressOf(url: URL | null): string | null {
  return url === null ? null : url.href.replace(/\/$/, '');
}

function whyOf(error: unknown, { ca, log }: { readonly ca: string; readonly log: string }): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  if (code === 'IDENTITY_TOKEN_PARSE_ERROR') return 'the OIDC token is none that tells whose it is';
  if (code === 'CA_CREATE_SIGNING_CERTIFICATE_ERROR') return `Fulcio at ${ca} issued no certificate${cause}`;
  if (code === 'TLOG_CREATE_ENTRY_ERROR') return `Rekor at ${log} logged no entry${cause}`;
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
