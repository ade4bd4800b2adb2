import { type KeyObject, verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, publicKeyIn } from '../keys.ts';
import { digestOf, filesOf, type Manifest, readManifest, sealFiles } from '../manifest.ts';
import { readRegular } from '../regular.ts';
import { NO_TRUST, type Trust } from '../trust.ts';
import { type AttestationState, checkAttestation } from './attestation.ts';
import { type BundleState, checkBundle } from './bundle.ts';

/** The result of verifying the seal. */
export interface Integrity {
  /** Null if it cannot be read. */
  readonly manifest: Manifest | null;
  readonly files: number;
  readonly signature:
    | { readonly state: 'none' }
    | { readonly state: 'holds' | 'broken'; readonly fingerprint: string; readonly given: boolean };
  readonly attestation: AttestationState;
  readonly bundle: BundleState;
  readonly contradictions: readonly string[];
}

/**
 * Compares every file with the manifest, and the manifest with its signature and its attestations. `key`: the key that must have signed it;
 * null: any key.
 */
export async function checkIntegrity(
  folder: string,
  key: KeyObject | null,
  trust: Trust = NO_TRUST,
): Promise<Integrity> {
  const contradictions: string[] = [];
  const manifest = await readManifest(folder).catch((error: unknown) => {
    contradictions.push(said(error));
    return null;
  });
  const signature = await checkSignature(folder, manifest, key, contradictions);
  const signedWith = key ?? (await keyBeside(folder));
  const attestation = await checkAttestation(folder, manifest?.signedBy ?? null, signedWith);
  const bundled = await checkBundle(folder, { manifest, key: signedWith, trust });
  contradictions.push(...attestation.contradictions, ...bundled.contradictions);
  const listed = new Map((manifest?.files ?? []).map((file) => [file.path, file]));
  const there = filesOf(folder);
  if (manifest !== null) {
    if (listed.size !== manifest.files.length)
      contradictions.push(`${sealFiles.manifest}: it lists a file more than once`);
    for (const path of there) if (!listed.has(path)) contradictions.push(`${path}: it is not in the manifest`);
  }
  const present = new Set(there);
  for (const { path, size, sha256 } of listed.values()) {
    if (!present.has(path)) {
      contradictions.push(`${path}: it is missing`);
      continue;
    }
    try {
      const now = await digestOf(folder, path, size);
      if (now.sha256 !== sha256) contradictions.push(`${path}: it was changed, its SHA-256 is another`);
    } catch (error) {
      contradictions.push(said(error));
    }
  }
  return {
    manifest,
    files: listed.size,
    signature,
    attestation: attestation.state,
    bundle: bundled.bundle,
    contradictions,
  };
}

async function checkSignature(
  folder: string,
  manifest: Manifest | null,
  given: KeyObject | null,
  contradictions: string[],
): Promise<Integrity['signature']> {
  const path = join(folder, sealFiles.signature);
  const signed = existsSync(path);
  const says = manifest?.signedBy ?? null;
  if (!signed) {
    if (says !== null)
      contradictions.push(`${sealFiles.signature}: it is missing; the manifest says that it is signed`);
    else if (given !== null) contradictions.push(`${sealFiles.signature}: it is missing: the evidence is not signed`);
    return { state: 'none' };
  }
  if (manifest !== null && says === null) {
    contradictions.push(`${sealFiles.signature}: the manifest says that it is not signed`);
  }
  const key = given ?? (await keyBeside(folder));
  if (key === null) {
    contradictions.push(`${sealFiles.publicKey}: it is no Ed25519 public key`);
    return { state: 'broken', fingerprint: says?.fingerprint ?? 'unknown', given: false };
  }
  const print = fingerprint(key);
  let holds = false;
  try {
    const [sealed, signature] = [
      await readRegular(folder, sealFiles.manifest),
      await readRegular(folder, sealFiles.signature),
    ];
    holds = verify(null, sealed, key, signature);
  } catch (error) {
    contradictions.push(said(error));
  }
  if (!holds) {
    contradictions.push(
      `${sealFiles.manifest} or ${sealFiles.signature}: the signature does not hold for the key ${print}`,
    );
  } else if (says !== null && says.fingerprint !== print) {
    contradictions.push(`${sealFiles.manifest}: it names the key ${says.fingerprint}, and is signed with ${print}`);
  }
  return { state: holds ? 'holds' : 'broken', fingerprint: print, given: given !== null };
}

/** The public key in the file beside the signature; null if it holds no key. */
async function keyBeside(folder: string): Promise<KeyObject | null> {
  return await readRegular(folder, sealFiles.publicKey, 100_000)
    .then((pem) => publicKeyIn(pem, sealFiles.publicKey))
    .catch(() => null);
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
