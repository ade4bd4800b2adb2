import { X509Certificate } from 'node:crypto';
import type { TrustedRoot } from '@sigstore/protobuf-specs';
import { contentOf, KeyError } from './keys.ts';

/** Which services and signers the verifier trusts, beside a key. */
export interface Trust {
  /** Certificate chains of time-stamp authorities as DER, the signing certificate first; null: none was given. */
  readonly authorities: readonly Chain[] | null;
  /** The required keyless signer; null: none is required. */
  readonly signer: {
    readonly root: TrustedRoot;
    /** An email address, or the URL of a workflow; compared exactly. */
    readonly identity: string;
    /** The identity provider that issued the identity; compared exactly. */
    readonly issuer: string;
  } | null;
}

type Chain = readonly Buffer<ArrayBuffer>[];

/** No authority and no signer is trusted. */
export const NO_TRUST: Trust = { authorities: null, signer: null };

/**
 * The chain in the file given as `--timestamp-authority`: PEM, the authority's signing certificate first, then its issuers up to the root.
 * Throws KeyError.
 */
export function authorityIn(file: string): Chain {
  const blocks = contentOf('--timestamp-authority', file)
    .toString()
    .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  try {
    if (blocks === null) throw new Error('none');
    return blocks.map((pem) => Buffer.from(new X509Certificate(pem).raw));
  } catch {
    throw new KeyError(`--timestamp-authority: ${file} holds no certificates in PEM`);
  }
}

/** The content of the file given as `--trusted-root`: Sigstore's trusted_root.json. Throws KeyError. */
export async function trustedRootIn(file: string): Promise<TrustedRoot> {
  const text = contentOf('--trusted-root', file).toString();
  const { TrustedRoot } = await import('@sigstore/protobuf-specs');
  try {
    const value = JSON.parse(text) as { mediaType?: unknown };
    if (!String(value.mediaType).startsWith('application/vnd.dev.sigstore.trustedroot'))
      throw new Error('another type');
    return TrustedRoot.fromJSON(value);
  } catch {
    throw new KeyError(`--trusted-root: ${file} is no trusted root of Sigstore (JSON)`);
  }
}
