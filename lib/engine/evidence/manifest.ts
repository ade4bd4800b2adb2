import { createHash, hash, type KeyObject, sign } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { timeOfDay } from '../time/clock.ts';
import { bundleFile } from './attestation/bundle.ts';
import { attestationFile, envelopeOf } from './attestation/envelope.ts';
import { statementOf } from './attestation/statement.ts';
import type { Certificate } from './certificate.ts';
import { parseWhole } from './json.ts';
import { fingerprint, publicPem } from './keys.ts';
import { BadFile, piecesOf, readRegular, withRegular } from './regular.ts';

/**
 * The content of `manifest.json`. It lists every file of the folder except itself, its signature, its attestations and the files from which
 * a run is resumed.
 */
export interface Manifest extends About {
  readonly format: 1;
  readonly sealedAt: string;
  /** The key of the signature in `manifest.sig`; null: the manifest is not signed. */
  readonly signedBy: {
    readonly algorithm: 'Ed25519';
    readonly publicKey: string;
    readonly fingerprint: string;
    /** The file of the attestation, which must exist then. Runs of earlier versions did not write one. */
    readonly attestation?: typeof attestationFile | undefined;
  } | null;
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[];
}

/** What the evidence is about. */
export interface About {
  readonly suite: { readonly version: string; readonly registerDigest: string };
  readonly predicates: {
    readonly recorded: number;
    /** The predicates that do not point into the evidence: see `valuesOnly`. */
    readonly valuesOnly: readonly { readonly check: string; readonly title: string; readonly expectation: string }[];
  };
}

export const sealFiles = {
  manifest: 'manifest.json',
  signature: 'manifest.sig',
  attestation: attestationFile,
  bundle: bundleFile,
  publicKey: 'public-key.pem',
} as const;

/** Its outcomes are attested. */
export const certificateFile = 'certificate.json';

const manifestShape = z.strictObject({
  format: z.literal(1),
  sealedAt: z.string(),
  suite: z.strictObject({ version: z.string(), registerDigest: z.string() }),
  predicates: z.strictObject({
    recorded: z.number(),
    valuesOnly: z.array(z.strictObject({ check: z.string(), title: z.string(), expectation: z.string() })),
  }),
  signedBy: z
    .strictObject({
      algorithm: z.literal('Ed25519'),
      publicKey: z.string(),
      fingerprint: z.string(),
      attestation: z.literal(attestationFile).optional(),
    })
    .nullable(),
  files: z.array(
    z.strictObject({
      path: z.string().max(4_096),
      size: z.number().int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

/**
 * Writes the manifest of the current content of the folder; with a key, also its signature and, if there is a certificate, the attestation.
 * Must be the last change to a run's evidence: any file that is changed, added or removed later contradicts the manifest.
 */
export async function seal(folder: string, about: About, key: KeyObject | null): Promise<void> {
  await unseal(folder);
  if (key !== null) await writeFile(join(folder, sealFiles.publicKey), publicPem(key));
  const certificate = key === null ? null : await certificateIn(folder);
  const manifest: Manifest = {
    format: 1,
    ...about,
    sealedAt: new Date(timeOfDay()).toISOString(),
    signedBy:
      key === null
        ? null
        : {
            algorithm: 'Ed25519',
            publicKey: sealFiles.publicKey,
            fingerprint: fingerprint(key),
            ...(certificate !== null && { attestation: sealFiles.attestation }),
          },
    files: await digestsOf(folder),
  };
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  if (key !== null) await writeFile(join(folder, sealFiles.signature), sign(null, bytes, key));
  if (key !== null && certificate !== null) {
    await writeFile(join(folder, sealFiles.attestation), envelopeOf(statementOf(certificate, bytes), key));
  }
  const path = join(folder, sealFiles.manifest);
  await writeFile(`${path}.part`, bytes);
  await rename(`${path}.part`, path);
}

/** Null: there is no certificate, as in a folder that holds only load results. */
async function certificateIn(folder: string): Promise<Certificate | null> {
  const text = await readFile(join(folder, certificateFile), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Certificate);
}

/** Removes the seal of an earlier run. */
export async function unseal(folder: string): Promise<void> {
  for (const file of Object.values(sealFiles)) await rm(join(folder, file), { force: true });
}

/**
 * Seals a run's evidence again after a file was added to it, such as a report. Does nothing if there is no manifest. Throws an Error of one
 * line if the manifest is signed and no key is given, or if a file other than those of `isOwn` was changed since.
 */
export async function sealAgain(
  folder: string,
  key: KeyObject | null = null,
  isOwn: (path: string) => boolean = () => true,
): Promise<void> {
  const manifest = await readManifest(folder).catch(() => null);
  if (manifest === null) return;
  mustBeSealable(folder, manifest, key);
  const known = new Map(manifest.files.map(({ path, sha256 }) => [path, sha256]));
  const now = new Map((await digestsOf(folder)).map(({ path, sha256 }) => [path, sha256]));
  const [other] = [...new Set([...known.keys(), ...now.keys()])].filter(
    (path) => !isOwn(path) && known.get(path) !== now.get(path),
  );
  if (other !== undefined) throw new Error(`${other} was changed meanwhile: ${folder} is not sealed again`);
  await seal(folder, { suite: manifest.suite, predicates: manifest.predicates }, key);
}

function mustBeSealable(folder: string, { signedBy }: Manifest, key: KeyObject | null): void {
  if (signedBy === null && existsSync(join(folder, sealFiles.bundle))) {
    throw new Error(`${folder} is signed keyless, which sealing again would take away: add what is added to a copy`);
  }
  if (signedBy === null || key !== null) return;
  throw new Error(`${folder} is signed: give --sign KEY.pem to sign it again with what is added, or add it to a copy`);
}

/**
 * The preconditions of `sealAgain`, to be checked before anything is added; throws an Error of one line. `stampsAgain`: the caller will
 * request a new time stamp after sealing.
 */
export async function maySealAgain(folder: string, key: KeyObject | null = null, stampsAgain = false): Promise<void> {
  const manifest = await readManifest(folder).catch(() => null);
  if (manifest === null) {
    if (key !== null) throw new Error(`${folder} has no manifest: there is nothing to be signed again`);
    return;
  }
  mustBeSealable(folder, manifest, key);
  if (!stampsAgain && existsSync(join(folder, sealFiles.bundle))) {
    throw new Error(
      `${folder} is time-stamped: give --timestamp URL to stamp it again, or add what is added to a copy`,
    );
  }
  if (key === null || manifest.signedBy?.fingerprint === fingerprint(key)) return;
  throw new Error(`${folder} was not signed with this key before: certify --sign signs what it has seen itself`);
}

/** Rejects with an Error of one line if there is no manifest, or none that can be read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readRegular(folder, sealFiles.manifest, MOST_OF_MANIFEST);
  const { value, wrong } = parseWhole(text);
  if (wrong !== null) throw new BadFile(`${sealFiles.manifest} ${wrong}`);
  const shaped = manifestShape.safeParse(value);
  if (!shaped.success) throw new BadFile(`${sealFiles.manifest} is no manifest of evidence`);
  return shaped.data;
}

/** Marks the folder as in use by a run. */
export const lockFile = '.lock';

/** Files that the run itself uses, or that it can be resumed from. They are not evidence, and change later. */
const MEMORY = /^(\.lock|run(-[\dTZ-]+)?\.sqlite(-webhooks)?)(-wal|-shm|-journal)?$/;

/** Files that are made from the manifest, so that it cannot hold their digests. */
const unlisted: readonly string[] = [sealFiles.manifest, sealFiles.signature, sealFiles.attestation, sealFiles.bundle];

/**
 * The paths of all files of the folder, sorted, with `/` between folders; without the manifest, the files made from it and the files of
 * `MEMORY`.
 */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !unlisted.includes(path) && !MEMORY.test(path))
    .sort();
}

/** Throws BadFile if it is not a regular file, or if its size is not `size`; then nothing of it is read. */
export async function digestOf(folder: string, path: string, size?: number): Promise<Manifest['files'][number]> {
  return await withRegular(folder, path, Number.MAX_SAFE_INTEGER, async (handle, found) => {
    if (size !== undefined && found !== size) throw new BadFile(`${path}: ${found} bytes; the manifest says ${size}`);
    if (found <= AT_ONCE) return { path, size: found, sha256: hash('sha256', await handle.readFile()) };
    const digest = createHash('sha256');
    for await (const piece of piecesOf(handle)) digest.update(piece);
    return { path, size: found, sha256: digest.digest('hex') };
  });
}

/** One after the other: a run leaves thousands of small files, too many to open at once. */
async function digestsOf(folder: string): Promise<Manifest['files']> {
  const digests: Manifest['files'][number][] = [];
  for (const path of filesOf(folder)) digests.push(await digestOf(folder, path));
  return digests;
}

/** Bytes. A run leaves a few thousand files, and each takes about a hundred bytes. */
const MOST_OF_MANIFEST = 64 * 1024 * 1024;

/** Bytes; larger files are read in pieces. */
const AT_ONCE = 4 * 1024 * 1024;
