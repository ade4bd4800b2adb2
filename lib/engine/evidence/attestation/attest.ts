import type { KeyObject } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Certificate } from '../certificate.ts';
import { certificateFile, sealFiles } from '../manifest.ts';
import { keyBundle, written } from './bundle.ts';
import { readEnvelope } from './envelope.ts';
import { type Keyless, NotSigned, signKeyless } from './keyless.ts';
import { statementOf } from './statement.ts';
import { NotStamped, timeStampOf } from './time-stamp.ts';

/** Attestations by services, beyond a signature with the user's own key. Each one needs a request to a service. */
export interface Attesting {
  /** The key that the evidence was signed with; null: it is not signed. */
  readonly key: KeyObject | null;
  readonly keyless?: Keyless | null;
  /** The URL of the time-stamp authority. */
  readonly timestamp?: URL | null;
}

/**
 * Adds a Sigstore bundle to sealed evidence: a keyless signature if `keyless` is given, otherwise the attestation that `key` signed
 * together with a time stamp. Does nothing if neither `keyless` nor `timestamp` is given. Throws NotSigned or NotStamped; the sealed files
 * stay unchanged then, and a keyless signature whose time stamp failed is kept without it.
 */
export async function attest(folder: string, { key, keyless = null, timestamp = null }: Attesting): Promise<void> {
  if (keyless !== null) await attestKeyless(folder, keyless, timestamp);
  else if (timestamp !== null && key !== null) {
    const envelope = await readFile(join(folder, sealFiles.attestation));
    const token = await timeStampOf(readEnvelope(envelope).signature, timestamp);
    await keep(folder, await keyBundle(envelope.toString(), key, [token]));
  }
}

/** As `attest`, but resolves with the reason why the attestation is incomplete, in one line; null: it is complete. */
export async function tryToAttest(folder: string, attesting: Attesting): Promise<string | null> {
  try {
    await attest(folder, attesting);
    return null;
  } catch (error) {
    if (error instanceof NotSigned || error instanceof NotStamped) return error.message;
    throw error;
  }
}

async function attestKeyless(folder: string, keyless: Keyless, timestamp: URL | null): Promise<void> {
  const [certificate, manifest] = [
    JSON.parse(await readFile(join(folder, certificateFile), 'utf8')) as Certificate,
    await readFile(join(folder, sealFiles.manifest)),
  ];
  const bundle = await signKeyless(Buffer.from(JSON.stringify(statementOf(certificate, manifest))), keyless);
  await keep(folder, await written(bundle));
  const [signature] = bundle.content.$case === 'dsseEnvelope' ? bundle.content.dsseEnvelope.signatures : [];
  if (timestamp === null || signature === undefined) return;
  const signedTimestamp = await timeStampOf(signature.sig, timestamp);
  bundle.verificationMaterial.timestampVerificationData = { rfc3161Timestamps: [{ signedTimestamp }] };
  await keep(folder, await written(bundle));
}

/** Writes the bundle atomically. */
async function keep(folder: string, bundle: string): Promise<void> {
  const path = join(folder, sealFiles.bundle);
  await writeFile(`${path}.part`, bundle);
  await rename(`${path}.part`, path);
}
