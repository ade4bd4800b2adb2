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

/** What others vouch for, beyond a signature with a key of one's own. Each asks somebody else for something. */
export interface Attesting {
  /** What the evidence was signed with; null: nothing. */
  readonly key: KeyObject | null;
  readonly keyless?: Keyless | null;
  /** The time-stamp authority's address. */
  readonly timestamp?: URL | null;
}

/**
 * Leaves a Sigstore bundle beside evidence that is sealed: signed keyless where that is asked for, else the attestation that the key signed, with
 * the authority's time stamp. What was sealed stays as it is, whatever fails here: throws NotSigned or NotStamped. What could be signed and not
 * stamped is there without a stamp. Does nothing where neither is asked for.
 */
export async function attest(folder: string, { key, keyless = null, timestamp = null }: Attesting): Promise<void> {
  if (keyless !== null) await attestKeyless(folder, keyless, timestamp);
  else if (timestamp !== null && key !== null) {
    const envelope = await readFile(join(folder, sealFiles.attestation));
    const token = await timeStampOf(readEnvelope(envelope).signature, timestamp);
    await keep(folder, await keyBundle(envelope.toString(), key, [token]));
  }
}

/** As `attest`. Resolves with why what was asked for is not there, in one line; null: it is. */
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

/** Never half a file. */
async function keep(folder: string, bundle: string): Promise<void> {
  const path = join(folder, sealFiles.bundle);
  await writeFile(`${path}.part`, bundle);
  await rename(`${path}.part`, path);
}
