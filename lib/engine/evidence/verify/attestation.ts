import { hash, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { bundleFile, envelopeIn, readBundle } from '../attestation/bundle.ts';
import { attestationFile, holds, readEnvelope } from '../attestation/envelope.ts';
import { statementOf } from '../attestation/statement.ts';
import { parseWhole } from '../json.ts';
import { type Manifest, sealFiles } from '../manifest.ts';
import { BadFile, readRegular } from '../regular.ts';
import type { Evidence } from './read.ts';

/** The result of verifying the attestation. */
export type AttestationState = 'none' | 'holds' | 'broken';

const subjectShape = z.looseObject({ subject: z.tuple([z.looseObject({ digest: z.object({ sha256: z.string() }) })]) });

/** Bytes. A statement names each requirement once. */
const MAX_ATTESTATION_BYTES = 16 * 1024 * 1024;

/**
 * Whether the attestation is signed with `key` and is about this manifest; `otherStatement` compares what it says of the run. `key`: null
 * if there is no usable key, which is reported elsewhere.
 */
export async function checkAttestation(
  folder: string,
  signedBy: Manifest['signedBy'],
  key: KeyObject | null,
): Promise<{ state: AttestationState; contradictions: string[] }> {
  const bytes = await bytesIn(folder, attestationFile);
  if (bytes === null) {
    const lacking = signedBy?.attestation === undefined ? [] : [`${attestationFile} is missing; the manifest names it`];
    return { state: 'none', contradictions: lacking };
  }
  const contradictions: string[] = [];
  const say = (what: string) => contradictions.push(`${attestationFile}: ${what}`);
  if (signedBy?.attestation === undefined) say('the manifest names no attestation');
  try {
    if (bytes instanceof BadFile) throw bytes;
    const envelope = readEnvelope(bytes);
    if (key === null || !holds(envelope, key)) say('its signature does not hold for the key');
    const manifest = await readRegular(folder, sealFiles.manifest);
    if (subjectIn(envelope.payload) !== hash('sha256', manifest)) say(`it is of another ${sealFiles.manifest}`);
  } catch (error) {
    contradictions.push(error instanceof Error ? error.message : String(error));
  }
  return { state: contradictions.length === 0 ? 'holds' : 'broken', contradictions };
}

/**
 * A statement depends only on the certificate and the manifest, so it is rebuilt here. The attestation and the bundle must both hold
 * exactly these bytes.
 */
export async function otherStatement(folder: string, { certificate }: Evidence): Promise<string[]> {
  const found: string[] = [];
  for (const [file, payloadOf] of Object.entries(payloads)) {
    const bytes = await bytesIn(folder, file);
    if (!(bytes instanceof Buffer)) continue;
    try {
      const payload = await payloadOf(bytes);
      const due = statementOf(certificate, await readRegular(folder, sealFiles.manifest));
      if (payload.equals(Buffer.from(JSON.stringify(due)))) continue;
      const names = otherNames(parseWhole(payload).value, due);
      const what = names.length === 0 ? 'its statement' : names.join(', ');
      found.push(`${file}: it says other than certificate.json and ${sealFiles.manifest}: ${what}`);
    } catch {
      // Reported by `checkIntegrity`.
    }
  }
  return found;
}

const payloads = {
  [attestationFile]: async (bytes: Buffer) => readEnvelope(bytes).payload,
  [bundleFile]: async (bytes: Buffer) => envelopeIn(await readBundle(bytes)).payload,
};

/** Null: the file does not exist. BadFile: it cannot be read. */
export async function bytesIn(folder: string, file: string): Promise<Buffer | BadFile | null> {
  try {
    return await readRegular(folder, file, MAX_ATTESTATION_BYTES);
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    return error.message === `${file} is missing` ? null : error;
  }
}

/** The digest of the manifest that the statement names as its subject; null: it names none. */
export function subjectIn(payload: Buffer): string | null {
  const shaped = subjectShape.safeParse(parseWhole(payload).value);
  return shaped.success ? shaped.data.subject[0].digest.sha256 : null;
}

/** The names of the fields in which two statements differ; fields of the predicate by their own names. */
function otherNames(said: unknown, due: object): string[] {
  const entries = (value: unknown) => new Map(Object.entries(value ?? {}));
  const fields = (statement: unknown) => {
    const { predicate, ...rest } = Object.fromEntries(entries(statement)) as { predicate?: unknown };
    return new Map([
      ...entries(rest),
      ...[...entries(predicate)].map(([name, value]) => [`predicate.${name}`, value] as const),
    ]);
  };
  const [a, b] = [fields(said), fields(due)];
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].filter((name) => JSON.stringify(a.get(name)) !== JSON.stringify(b.get(name)));
}
