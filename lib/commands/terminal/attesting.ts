import { Option } from 'commander';
import type { Attesting } from '../../engine/evidence/attestation/attest.ts';
import { mayGetToken, NO_TOKEN } from '../../engine/evidence/attestation/keyless.ts';
import { KeyError } from '../../engine/evidence/keys.ts';

/** Attestations beyond a signature with a key; each one needs a request to a service. */
export interface AttestingOptions {
  readonly timestamp?: string;
  readonly keyless?: true;
  readonly fulcio?: string;
  readonly rekor?: string;
}

export const timestampOption = () =>
  new Option(
    '--timestamp <url>',
    'have an authority (RFC 3161) time-stamp the signature; it learns the digest of the signature',
  );

export const keylessOptions = (): [Option, Option, Option] => [
  new Option(
    '--keyless',
    'sign without a key, as whom an OIDC token says (Sigstore); PUBLISHES your identity and digests in a log for everybody to read, for good',
  ).conflicts('sign'),
  new Option('--fulcio <url>', 'with --keyless: who certifies the identity, in place of the public instance'),
  new Option('--rekor <url>', 'with --keyless: the log, in place of the public one'),
];

/** Checks before a run that everything requested can be done after it. Throws KeyError. */
export async function attestingOf(
  { timestamp, keyless, fulcio, rekor }: AttestingOptions,
  isSigned: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Pick<Attesting, 'keyless' | 'timestamp'>> {
  if (timestamp !== undefined && !isSigned && !keyless) {
    throw new KeyError('--timestamp stamps a signature: give --sign or --keyless as well');
  }
  if (!keyless && (fulcio ?? rekor) !== undefined) throw new KeyError('--fulcio and --rekor belong to --keyless');
  const stamped = timestamp === undefined ? null : address('--timestamp', timestamp);
  if (!keyless) return { keyless: null, timestamp: stamped };
  if (!mayGetToken(environment)) throw new KeyError(`--keyless: there is no OIDC token: ${NO_TOKEN}`);
  await import('@sigstore/sign').catch(() => {
    throw new KeyError(
      '--keyless: the package @sigstore/sign is missing, which is not part of a plain installation: npm install @sigstore/sign',
    );
  });
  const instance = {
    fulcio: fulcio === undefined ? null : address('--fulcio', fulcio),
    rekor: rekor === undefined ? null : address('--rekor', rekor),
  };
  return { keyless: instance, timestamp: stamped };
}

function address(option: string, text: string): URL {
  const url = URL.parse(text);
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new KeyError(`${option}: ${text} is no address (http:// or https://)`);
}
