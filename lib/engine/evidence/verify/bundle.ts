import { hash, type KeyObject, verify } from 'node:crypto';
import type { Bundle } from '@sigstore/bundle';
import { bundleFile, envelopeIn, hintOf, readBundle } from '../attestation/bundle.ts';
import { attestationFile, type Envelope, readEnvelope, signedBytes } from '../attestation/envelope.ts';
import { readToken } from '../attestation/token.ts';
import { type Manifest, sealFiles } from '../manifest.ts';
import { BadFile, readRegular } from '../regular.ts';
import type { Trust } from '../trust.ts';
import { bytesIn, subjectIn } from './attestation.ts';

/** The result of verifying the bundle. */
export type BundleState =
  | { readonly state: 'none' | 'broken' }
  | {
      readonly state: 'holds';
      /** Null: the key that signed the manifest. */
      readonly signer: Signer | null;
      /** Null: there is no time stamp. */
      readonly stamp: Stamp | null;
    };

interface Signer {
  readonly identity: string;
  readonly issuer: string;
  /** Whether this was verified with a trusted root. Otherwise anybody may have made the certificate that states it. */
  readonly trusted: boolean;
}

interface Stamp {
  readonly at: string;
  /** Whether the stamp was verified with an authority's certificate. Otherwise anybody may have made it. */
  readonly trusted: boolean;
}

/** `key`: the key that signed the manifest; null if there is no usable one. */
export async function checkBundle(
  folder: string,
  {
    manifest,
    key,
    trust,
  }: { readonly manifest: Manifest | null; readonly key: KeyObject | null; readonly trust: Trust },
): Promise<{ bundle: BundleState; contradictions: string[] }> {
  const contradictions: string[] = [];
  const say = (what: string) => contradictions.push(`${bundleFile}: ${what}`);
  const bytes = await bytesIn(folder, bundleFile);
  if (bytes === null) {
    if (trust.signer !== null) say('it is missing: the evidence is not signed keyless');
    else if (trust.authorities !== null) say('it is missing: there is no time stamp');
    return { bundle: { state: 'none' }, contradictions };
  }
  try {
    if (bytes instanceof BadFile) throw bytes;
    const bundle = await readBundle(bytes);
    const envelope = envelopeIn(bundle);
    const sealed = await readRegular(folder, sealFiles.manifest);
    if (subjectIn(envelope.payload) !== hash('sha256', sealed)) say(`it is of another ${sealFiles.manifest}`);
    const found = { bundle, envelope, signedBy: manifest?.signedBy ?? null, trust };
    const signed =
      bundle.verificationMaterial.content.$case === 'publicKey'
        ? await signedWithKey(folder, found, key, say)
        : await signedKeyless(found, say);
    const stamp = await stampOf(found, signed.key, say);
    if (contradictions.length === 0) {
      return { bundle: { state: 'holds', signer: signed.signer, stamp }, contradictions };
    }
  } catch (error) {
    if (error instanceof BadFile) contradictions.push(error.message);
    else say(error instanceof Error ? error.message : String(error));
  }
  return { bundle: { state: 'broken' }, contradictions };
}

interface Found {
  readonly bundle: Bundle;
  readonly envelope: Envelope;
  readonly signedBy: Manifest['signedBy'];
  readonly trust: Trust;
}

type Say = (what: string) => void;

/** Such a bundle repeats the attestation, whose signature `checkAttestation` verifies. */
async function signedWithKey(
  folder: string,
  { bundle, envelope, signedBy, trust }: Found,
  key: KeyObject | null,
  say: Say,
): Promise<{ key: KeyObject | null; signer: null }> {
  if (signedBy === null) say('it is signed with a key, and the manifest is not');
  if (trust.signer !== null) say('it is signed with a key, and not keyless');
  const beside = readEnvelope(await readRegular(folder, attestationFile));
  if (!beside.payload.equals(envelope.payload) || !beside.signature.equals(envelope.signature)) {
    say(`it holds another envelope than ${attestationFile}`);
  }
  const { content, tlogEntries } = bundle.verificationMaterial;
  const hint = content.$case === 'publicKey' ? content.publicKey.hint : null;
  if (key !== null && hint !== hintOf(key)) say('it names another key');
  if (tlogEntries.length > 0) say('it says to be logged, which no run does with a key');
  if (tokensIn(bundle).length === 0) say('it has neither time stamp nor identity, for which it would be there');
  return { key, signer: null };
}

async function signedKeyless(
  { bundle, envelope, signedBy, trust: { signer: due, authorities } }: Found,
  say: Say,
): Promise<{ key: KeyObject; signer: Signer }> {
  if (signedBy !== null) say('it is signed keyless, and the manifest with a key');
  const { X509Certificate, crypto } = await import('@sigstore/core');
  const { content } = bundle.verificationMaterial;
  if (content.$case !== 'certificate') throw new BadFile(`${bundleFile} is not written as a run writes it`);
  const certificate = X509Certificate.parse(Buffer.from(content.certificate.rawBytes));
  const key = crypto.createPublicKey(certificate.publicKey);
  // Verified without a trusted root too: even if anybody may have made the certificate, the signature must match its key.
  if (!verify('sha256', signedBytes(envelope.payload), key, envelope.signature)) {
    say('its signature does not hold for the key in its certificate');
  }
  const said = {
    identity: certificate.subjectAltName ?? '',
    issuer: certificate.extension(ISSUER)?.valueObj.subs[0]?.value.toString('utf8') ?? '',
  };
  if (due === null) return { key, signer: { ...said, trusted: false } };
  const { toSignedEntity, toTrustMaterial, Verifier } = await import('@sigstore/verify');
  const trusted = toTrustMaterial(due.root, () => {
    throw new Error('no key was given');
  });
  const entity = toSignedEntity(bundle);
  const known = [...trusted.timestampAuthorities, ...(await chainsOf(authorities ?? []))];
  const logged = entity.timestamps.filter(({ $case }) => $case === 'transparency-log');
  const timestamps = [...logged, ...(known.length > 0 ? stampsIn(bundle) : [])];
  // A private instance may have no certificate transparency log; the trusted root lists the logs that exist.
  const options = { ctlogThreshold: trusted.ctlogs.length > 0 ? 1 : 0, tlogThreshold: 1, timestampThreshold: 1 };
  new Verifier({ ...trusted, timestampAuthorities: known }, options).verify({ ...entity, timestamps });
  // Compared exactly: the library's own policy treats the identity as a pattern, which several names may match.
  if (said.identity !== due.identity) say(`it is signed by ${said.identity}, and not by ${due.identity}`);
  if (said.issuer !== due.issuer) say(`${said.issuer} vouches for who signed it, and not ${due.issuer}`);
  return { key, signer: { ...said, trusted: true } };
}

/** The extension of Fulcio's certificates that holds the issuer of the OIDC token, as text. */
const ISSUER = '1.3.6.1.4.1.57264.1.8';

/** That the stamp covers this signature is verified without an authority; that an authority made it, only with one. */
async function stampOf({ bundle, envelope, trust }: Found, key: KeyObject | null, say: Say): Promise<Stamp | null> {
  const known = [...(await chainsOf(trust.authorities ?? [])), ...(await authoritiesIn(trust))];
  const [token, ...more] = tokensIn(bundle);
  if (more.length > 0) say('it has more than one time stamp');
  if (token === undefined) {
    if (trust.authorities !== null) say('it has no time stamp');
    return null;
  }
  const stamp = stampIn(token);
  stamp.tstInfo.verify(envelope.signature);
  const at = stamp.signingTime.toISOString();
  if (known.length === 0 || key === null) return { at, trusted: false };
  const { toSignedEntity, Verifier } = await import('@sigstore/verify');
  const nothing = { certificateAuthorities: [], tlogs: [], ctlogs: [] };
  const trusted = {
    ...nothing,
    timestampAuthorities: known,
    publicKey: () => ({ publicKey: key, validFor: () => true }),
  };
  const options = { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 1 };
  new Verifier(trusted, options).verify({
    ...toSignedEntity(bundle),
    key: { $case: 'public-key', hint: '' },
    tlogEntries: [],
    timestamps: stampsIn(bundle),
  });
  return { at, trusted: true };
}

function stampIn(token: Uint8Array): ReturnType<typeof readToken> {
  try {
    return readToken(token);
  } catch (error) {
    throw new Error(`its time stamp is ${error instanceof Error ? error.message : String(error)}`);
  }
}

function stampsIn(bundle: Bundle) {
  return tokensIn(bundle).map((token) => ({ $case: 'timestamp-authority' as const, timestamp: stampIn(token) }));
}

function tokensIn({ verificationMaterial: { timestampVerificationData: data } }: Bundle): readonly Uint8Array[] {
  return (data?.rfc3161Timestamps ?? []).map(({ signedTimestamp }) => signedTimestamp);
}

/**
 * The chains are always valid here: a certificate states its own validity period, and it counts whether it was valid when the stamp was
 * made.
 */
async function chainsOf(chains: NonNullable<Trust['authorities']>) {
  const { X509Certificate } = await import('@sigstore/core');
  const validFor = { start: new Date(0), end: new Date(8.64e15) };
  return chains.map((chain) => ({ certChain: chain.map((der) => X509Certificate.parse(der)), validFor }));
}

async function authoritiesIn({ signer }: Trust) {
  if (signer === null) return [];
  const { toTrustMaterial } = await import('@sigstore/verify');
  return toTrustMaterial({ ...signer.root, certificateAuthorities: [], tlogs: [], ctlogs: [] }).timestampAuthorities;
}
