import { ASN1Obj, RFC3161Timestamp } from '@sigstore/core';

/**
 * The signed parts of a time-stamp authority's answer, without its unsigned parts: status text and certificates that were not requested.
 * Throws an Error of one line.
 */
export function tokenIn(answer: Uint8Array): Buffer {
  try {
    const root = ASN1Obj.parseBuffer(Buffer.from(answer));
    const { status } = new RFC3161Timestamp(root);
    // 0 granted, 1 granted with other parameters (RFC 3161, 2.4.2).
    if (status > 1) throw new Unusable(`a refusal, with status ${status}`);
    return signedPartsOf(root);
  } catch (error) {
    throw error instanceof Unusable ? error : new Unusable('no time stamp of RFC 3161');
  }
}

class Unusable extends Error {}

/**
 * Accepts only the exact bytes that `tokenIn` returns: the library ignores the parts of a token that it does not need, and no variant of
 * those is allowed. Throws an Error of one line.
 */
export function readToken(token: Uint8Array): TimeStamp {
  if (!tokenIn(token).equals(token)) throw new Error('a time stamp that is not written as a run writes it');
  return new TimeStamp(ASN1Obj.parseBuffer(Buffer.from(token)));
}

/**
 * The library reads only fractions of a second with exactly three digits; an authority may write any number of digits, without trailing
 * zeros.
 */
export class TimeStamp extends RFC3161Timestamp {
  override get signingTime(): Date {
    const [, year, month, day, hour, minute, second] = GEN_TIME.exec(genTimeIn(this.tstInfo.raw)) ?? [];
    return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  }
}

const GEN_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d(?:\.\d+)?)Z$/;

function genTimeIn(tstInfo: Buffer): string {
  return ASN1Obj.parseBuffer(Buffer.from(tstInfo)).subs[4]?.value.toString('ascii') ?? '';
}

/** TimeStampResp (RFC 3161, 2.4.2) with SignedData of one signer (RFC 5652, 5.1). */
function signedPartsOf(root: ASN1Obj): Buffer {
  const { tstInfo, signatureValue, signerIssuer, signerSerialNumber } = new RFC3161Timestamp(root);
  const signed = root.subs[1]?.subs[1]?.subs[0]?.subs.at(-1)?.subs[0]?.subs.slice(2) ?? [];
  const [digest, attributes, signature] = signed.map((part) => part.toDER());
  const hashed = algorithm([SHA256, SHA384, SHA512], digest);
  const how = algorithm(hashed?.includes(SHA256) ? [...ECDSA, ...RSA] : ECDSA, signature);
  if (hashed === undefined || how === undefined || attributes === undefined) {
    throw new Unusable('a time stamp by an algorithm that is not supported: ECDSA and RSA with SHA-256 are');
  }
  if (!GEN_TIME.test(genTimeIn(tstInfo.raw))) throw new Unusable('a time stamp without a time');
  const info = tagged(0x30, TST_INFO, tagged(0xa0, tagged(0x04, tstInfo.raw)));
  const signer = tagged(0x30, tagged(0x30, signerIssuer), tagged(0x02, signerSerialNumber));
  const by = tagged(0x30, number(1), signer, hashed, attributes, how, tagged(0x04, signatureValue));
  const data = tagged(0x30, number(3), tagged(0x31, hashed), info, tagged(0x31, by));
  return tagged(0x30, tagged(0x30, number(0)), tagged(0x30, SIGNED_DATA, tagged(0xa0, data)));
}

/** The AlgorithmIdentifier if it is one of `known`, with parameters absent or NULL; undefined: it is another. */
function algorithm(known: readonly Buffer[], found: Buffer = Buffer.of()): Buffer | undefined {
  const parameters = [[], [tagged(0x05)]];
  return known.flatMap((oid) => parameters.map((no) => tagged(0x30, oid, ...no))).find((each) => each.equals(found));
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > 0xffff) throw new Error('it is too long');
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), ...parts]);
}

function number(value: number): Buffer {
  return tagged(0x02, Buffer.of(value));
}

const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex');
const TST_INFO = Buffer.from('060b2a864886f70d0109100104', 'hex');

const [SHA256, SHA384, SHA512] = ['01', '02', '03'].map((last) =>
  Buffer.from(`06096086480165030402${last}`, 'hex'),
) as [Buffer, Buffer, Buffer];

/** With SHA-256, SHA-384 and SHA-512. */
const ECDSA = ['02', '03', '04'].map((last) => Buffer.from(`06082a8648ce3d0403${last}`, 'hex'));

/** rsaEncryption, whose digest is named beside it, and sha256WithRSAEncryption: the library verifies RSA with SHA-256 only. */
const RSA = ['01', '0b'].map((last) => Buffer.from(`06092a864886f70d0101${last}`, 'hex'));
