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

/** What `manifest.json` holds: every file of the folder but itself, its signature, its attestations and what a run goes on from. */
export interface Manifest extends About {
  readonly format: 1;
  readonly sealedAt: string;
  /** Whose signature `manifest.sig` is; null: it is not signed. */
  readonly signedBy: {
    readonly algorithm: 'Ed25519';
    readonly publicKey: string;
    readonly fingerprint: string;
    /** The file of the attestation, which has to be there. Earlier runs have left none. */
    readonly attestation?: typeof attestationFile | undefined;
  } | null;
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[];
}

/** What the evidence is of. */
export interface About {
  readonly suite: { readonly version: string; readonly registerDigest: string };
  readonly predicates: {
    readonly recorded: number;
    /** Those that do not point into the evidence: see `valuesOnly`. */
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

/** Its outcomes are what is attested. */
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
 * Writes the manifest over whatever the folder holds now, and where there is a key its signature and, of a certificate, its attestation.
 * The last thing that is done to a run's evidence: what is changed, added or taken away later is seen.
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

/** Null: there is none, as in a folder of load alone. */
async function certificateIn(folder: string): Promise<Certificate | null> {
  const text = await readFile(join(folder, certificateFile), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Certificate);
}

/** Takes away the seal of an older run. */
export async function unseal(folder: string): Promise<void> {
  for (const file of Object.values(sealFiles)) await rm(join(folder, file), { force: true });
}

/**
 * For whoever adds a file to a run's evidence later, such as a report: seals it again. Where there is no manifest nothing is done; where
 * it is signed, only its owner can do so: throws an Error of one line without a key, or where more than `isOwn` was changed since.
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

/** As `sealAgain`, before anything is added. `stampsAgain`: what is sealed will have a time stamp anew, where it has one. */
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
  throw new Error(
    `${folder} was not signed with this key before: npm run certify -- --sign signs what it has seen itself`,
  );
}

/** Rejects with one clear line where there is none, or none that can be read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readRegular(folder, sealFiles.manifest, MOST_OF_MANIFEST);
  const { value, wrong } = parseWhole(text);
  if (wrong !== null) throw new BadFile(`${sealFiles.manifest} ${wrong}`);
  const shaped = manifestShape.safeParse(value);
  if (!shaped.success) throw new BadFile(`${sealFiles.manifest} is no manifest of evidence`);
  return shaped.data;
}

/** Says that a run has the folder for itself. */
export const lockFile = '.lock';

/** What a run keeps for itself, and for whoever goes on with it, is no evidence, and changes later. */
const MEMORY = /^(\.lock|run(-[\dTZ-]+)?\.sqlite(-webhooks)?)(-wal|-shm|-journal)?$/;

/** Those that cannot have a digest in the manifest, as they are made of it. */
const unlisted: readonly string[] = [sealFiles.manifest, sealFiles.signature, sealFiles.attestation, sealFiles.bundle];

/** Every file below the folder but the manifest, what is made of it and what a run goes on from, with `/` between folders, in order. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !unlisted.includes(path) && !MEMORY.test(path))
    .sort();
}

/** Throws BadFile where it is no regular file, or where `size` is given and it has another: then nothing of it is read. */
export async function digestOf(folder: string, path: string, size?: number): Promise<Manifest['files'][number]> {
  return await withRegular(folder, path, Number.MAX_SAFE_INTEGER, async (handle, found) => {
    if (size !== undefined && found !== size) throw new BadFile(`${path}: ${found} bytes; the manifest says ${size}`);
    if (found <= AT_ONCE) return { path, size: found, sha256: hash('sha256', await handle.readFile()) };
    const digest = createHash('sha256');
    for await (const piece of piecesOf(handle)) digest.update(piece);
    return { path, size: found, sha256: digest.digest('hex') };
  });
}

/** A run leaves thousands of small files: not all of them are open at once. */
async function digestsOf(folder: string): Promise<Manifest['files']> {
  const digests: Manifest['files'][number][] = [];
  for (const path of filesOf(folder)) digests.push(await digestOf(folder, path));
  return digests;
}

/** Bytes; a run leaves some thousand files, each of which takes a hundred. */
const MOST_OF_MANIFEST = 64 * 1024 * 1024;

/** Bytes; larger files are read in pieces. */
const AT_ONCE = 4 * 1024 * 1024;
