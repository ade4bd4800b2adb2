import type { Bundle } from '@sigstore/bundle';
import { PAYLOAD_TYPE } from './envelope.ts';

/** The services that certify the identity and log the signature; null: Sigstore's public instance, whose log anybody can read. */
export interface Keyless {
  readonly fulcio: URL | null;
  readonly rekor: URL | null;
}

/** Why nothing was signed, in one line. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

/** Milliseconds for each request to a service; each request is made at most twice. */
const TIMEOUT_MS = 15_000;

/**
 * Signs a statement with a temporary key. Fulcio certifies the key for the identity in the OIDC token of the environment, and Rekor logs
 * the signature. The log keeps digests, the signature and the certificate with that identity, but nothing of the statement's content.
 * Throws NotSigned.
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
    // Some of the library's messages contain the token.
    throw new NotSigned(whyOf(error, { ca, log }).replaceAll(token, '$SIGSTORE_ID_TOKEN'));
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Used instead of the library's own provider, which waits for the job's token without a limit and keeps the process alive meanwhile. A
 * job's token is valid for minutes only, so it is requested just before use.
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
    // The error of the service is dropped: it may repeat the secret that was sent.
  }
  throw failed;
}

/** Also called before a run, so that the user does not learn only after hours that the certificate cannot be signed. */
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
