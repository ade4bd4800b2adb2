import { X509Certificate } from 'node:crypto';
import type { TrustedRoot } from '@sigstore/protobuf-specs';
import { contentOf, KeyError } from './keys.ts';

/** Whom somebody who verifies trusts, beside a key. */
export interface Trust {
  /** Chains of time-stamp authorities as DER, the certificate that signs first; null: none was given. */
  readonly authorities: readonly Chain[] | null;
  /** Who must have signed keyless; null: nobody was named. */
  readonly signer: {
    readonly root: TrustedRoot;
    /** An address, or the address of a workflow, to the letter. */
    readonly identity: string;
    /** Who vouches for the identity, to the letter. */
    readonly issuer: string;
  } | null;
}

type Chain = readonly Buffer<ArrayBuffer>[];

export const nobody: Trust = { authorities: null, signer: null };

/** What `--timestamp-authority` names: PEM, the certificate with which an authority signs, then those above it up to the root. Throws KeyError. */
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

/** What `--trusted-root` names: Sigstore's trusted_root.json. Throws KeyError. */
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
