import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import type { Bundle } from '@sigstore/bundle';
import { parseWhole } from '../json.ts';
import { BadFile } from '../regular.ts';
import { type Envelope, PAYLOAD_TYPE } from './envelope.ts';

/** A Sigstore bundle: an attestation together with the evidence of who signed it keyless, or of when it was signed. */
export const bundleFile = 'attestation.sigstore.json';

const MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** A bundle of an envelope that was signed with a key, and the tokens of time-stamp authorities. */
export async function keyBundle(envelope: string, key: KeyObject, tokens: readonly Buffer[]): Promise<string> {
  const { bundleFromJSON } = await import('@sigstore/bundle');
  return await written(
    bundleFromJSON({
      mediaType: MEDIA_TYPE,
      verificationMaterial: {
        publicKey: { hint: hintOf(key) },
        tlogEntries: [],
        timestampVerificationData: {
          rfc3161Timestamps: tokens.map((token) => ({ signedTimestamp: token.toString('base64') })),
        },
      },
      dsseEnvelope: JSON.parse(envelope),
    }),
  );
}

/** The bundle as one line. The order of its fields is that of the library, whose types define the format. */
export async function written(bundle: Bundle): Promise<string> {
  const { bundleToJSON } = await import('@sigstore/bundle');
  return `${JSON.stringify(bundleToJSON(bundle))}\n`;
}

/**
 * Reads the bundle, and accepts only the exact bytes that this suite writes: another reader might interpret another spelling, a duplicate
 * name or an unknown field that this reader ignores. Throws BadFile.
 */
export async function readBundle(bytes: Buffer): Promise<Bundle> {
  const { bundleFromJSON } = await import('@sigstore/bundle');
  const { value, wrong } = parseWhole(bytes);
  if (wrong !== null) throw new BadFile(`${bundleFile} ${wrong}`);
  let bundle: Bundle;
  try {
    bundle = bundleFromJSON(value);
  } catch {
    throw new BadFile(`${bundleFile} is no Sigstore bundle`);
  }
  if ((await written(bundle)) !== bytes.toString())
    throw new BadFile(`${bundleFile} is not written as a run writes it`);
  return bundle;
}

/** Throws BadFile if the bundle is not of one statement with one signature. */
export function envelopeIn({ content }: Bundle): Envelope {
  const { payload, payloadType, signatures } = content.$case === 'dsseEnvelope' ? content.dsseEnvelope : NONE;
  const [signature, ...more] = signatures;
  if (payloadType !== PAYLOAD_TYPE || signature === undefined || more.length > 0 || signature.keyid !== '') {
    throw new BadFile(`${bundleFile} holds no envelope with one signature of a statement`);
  }
  return { payload, signature: signature.sig };
}

const NONE = { payload: Buffer.of(), payloadType: '', signatures: [] };

/** The key's hint as cosign computes it: SHA-256 of its DER, in base64. */
export function hintOf(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(open.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}
