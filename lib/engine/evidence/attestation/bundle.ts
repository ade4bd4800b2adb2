import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import type { Bundle } from '@sigstore/bundle';
import { parseWhole } from '../json.ts';
import { BadFile } from '../regular.ts';
import { type Envelope, PAYLOAD_TYPE } from './envelope.ts';

/** A Sigstore bundle: an attestation together with what shows who signed it without a key of his own, or when it was signed. */
export const bundleFile = 'attestation.sigstore.json';

const MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** The envelope of a key with what time-stamp authorities have answered, as a bundle. */
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

/** One line. The library, whose types the form is defined by, orders its fields. */
export async function written(bundle: Bundle): Promise<string> {
  const { bundleToJSON } = await import('@sigstore/bundle');
  return `${JSON.stringify(bundleToJSON(bundle))}\n`;
}

/**
 * What the file holds, where it is as this suite writes it, to the byte: another reader may take another spelling, a name that is there twice or
 * a field that this one passes over for something. Throws BadFile.
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

/** Throws BadFile where it is not of one statement with one signature. */
export function envelopeIn({ content }: Bundle): Envelope {
  const { payload, payloadType, signatures } = content.$case === 'dsseEnvelope' ? content.dsseEnvelope : NONE;
  const [signature, ...more] = signatures;
  if (payloadType !== PAYLOAD_TYPE || signature === undefined || more.length > 0 || signature.keyid !== '') {
    throw new BadFile(`${bundleFile} holds no envelope with one signature of a statement`);
  }
  return { payload, signature: signature.sig };
}

const NONE = { payload: Buffer.of(), payloadType: '', signatures: [] };

/** As cosign names a key: SHA-256 of its DER, in base64. */
export function hintOf(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(open.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}
