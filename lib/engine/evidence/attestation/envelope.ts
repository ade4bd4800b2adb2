import { type KeyObject, sign, verify } from 'node:crypto';
import { dsse } from '@sigstore/core';
import { z } from 'zod';
import { parseWhole } from '../json.ts';
import { BadFile } from '../regular.ts';

/** One line, which is valid both as a DSSE envelope and as a bundle (JSON Lines) of one attestation. */
export const attestationFile = 'attestation.intoto.jsonl';

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

export interface Envelope {
  readonly payload: Buffer;
  readonly signature: Buffer;
}

/** A statement in a DSSE envelope, signed with Ed25519 over the pre-authentication encoding of DSSE v1. */
export function envelopeOf(statement: object, key: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(statement));
  return written({ payload, signature: sign(null, signedBytes(payload), key) });
}

/** Reads the envelope, and accepts only the exact bytes that this suite writes. Throws BadFile. */
export function readEnvelope(bytes: Buffer): Envelope {
  const { value, wrong } = parseWhole(bytes);
  if (wrong !== null) throw new BadFile(`${attestationFile} ${wrong}`);
  const shaped = envelopeShape.safeParse(value);
  if (!shaped.success) throw new BadFile(`${attestationFile} is no DSSE envelope with one signature of a statement`);
  const { payload, signatures } = shaped.data;
  const envelope = { payload: Buffer.from(payload, 'base64'), signature: Buffer.from(signatures[0].sig, 'base64') };
  // Key ids and the spelling of base64 are not covered by the signature, so another reader might interpret a variant of them.
  if (written(envelope) !== bytes.toString()) throw new BadFile(`${attestationFile} is not written as a run writes it`);
  return envelope;
}

export function holds({ payload, signature }: Envelope, key: KeyObject): boolean {
  return verify(null, signedBytes(payload), key, signature);
}

const envelopeShape = z.strictObject({
  payload: z.string(),
  payloadType: z.literal(PAYLOAD_TYPE),
  signatures: z.tuple([z.strictObject({ keyid: z.literal(''), sig: z.string() })]),
});

/**
 * The key id is empty; DSSE does not define it. cosign and go-securesystemslib each skip a signature whose id differs from the one that
 * they compute from the key, each in its own way, and securesystemslib only requires that the field is present.
 */
function written({ payload, signature }: Envelope): string {
  const signatures = [{ keyid: '', sig: signature.toString('base64') }];
  return `${JSON.stringify({ payload: payload.toString('base64'), payloadType: PAYLOAD_TYPE, signatures })}\n`;
}

/** The bytes that are signed: DSSE's pre-authentication encoding. */
export function signedBytes(payload: Buffer): Buffer {
  return dsse.preAuthEncoding(PAYLOAD_TYPE, payload);
}
