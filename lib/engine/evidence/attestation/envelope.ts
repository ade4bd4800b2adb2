import { type KeyObject, sign, verify } from 'node:crypto';
import { dsse } from '@sigstore/core';
import { z } from 'zod';
import { parseWhole } from '../json.ts';
import { BadFile } from '../regular.ts';

/** One line: a DSSE envelope, and a bundle (JSON Lines) of one attestation, whichever a reader takes it for. */
export const attestationFile = 'attestation.intoto.jsonl';

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

export interface Envelope {
  readonly payload: Buffer;
  readonly signature: Buffer;
}

/** A statement in a DSSE envelope, signed. Ed25519, over the pre-authentication encoding of DSSE v1. */
export function envelopeOf(statement: object, key: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(statement));
  return written({ payload, signature: sign(null, signedBytes(payload), key) });
}

/** What the file holds, where it is as this suite writes it, to the byte. Throws BadFile. */
export function readEnvelope(bytes: Buffer): Envelope {
  const { value, wrong } = parseWhole(bytes);
  if (wrong !== null) throw new BadFile(`${attestationFile} ${wrong}`);
  const shaped = envelopeShape.safeParse(value);
  if (!shaped.success) throw new BadFile(`${attestationFile} is no DSSE envelope with one signature of a statement`);
  const { payload, signatures } = shaped.data;
  const envelope = { payload: Buffer.from(payload, 'base64'), signature: Buffer.from(signatures[0].sig, 'base64') };
  // Ids of keys and the spelling of base64 are not signed: somebody else's reader may take another for something.
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
 * The id of the key is empty, as DSSE leaves it to be agreed on: cosign and go-securesystemslib pass over a signature whose id is not the one
 * that they make of the key, each in a way of its own, and securesystemslib wants some id to be there.
 */
function written({ payload, signature }: Envelope): string {
  const signatures = [{ keyid: '', sig: signature.toString('base64') }];
  return `${JSON.stringify({ payload: payload.toString('base64'), payloadType: PAYLOAD_TYPE, signatures })}\n`;
}

/** What a signature is of: DSSE's pre-authentication encoding. */
export function signedBytes(payload: Buffer): Buffer {
  return dsse.preAuthEncoding(PAYLOAD_TYPE, payload);
}
