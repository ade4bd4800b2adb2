import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { attest } from '../../attestation/attest.ts';
import { keyBundle } from '../../attestation/bundle.ts';
import { attestationFile, envelopeOf, readEnvelope } from '../../attestation/envelope.ts';
import { type Services, tokenOf } from '../../attestation/services.support.ts';
import { timeStampOf } from '../../attestation/time-stamp.ts';
import { signingKey } from '../../keys.ts';

/** What the forgeries start from: services that stamp and sign, those of another instance, and evidence of two honest runs. */
export interface Honest {
  readonly ours: Services;
  readonly theirs: Services;
  /** The key file of the stamped run. */
  readonly key: string;
  /** Folders of evidence: signed with the key and stamped; signed keyless. */
  readonly stamped: string;
  readonly keyless: string;
  /** A token for the identity that signed keyless. */
  readonly token: Parameters<typeof tokenOf>;
  copyOf(folder: string): string;
}

/** A forgery of the Sigstore bundle, made by the owner of the evidence. */
export interface BundleForgery {
  /** As named in the table of docs/reports-and-trust.md. */
  readonly what: string;
  readonly of: 'stamped' | 'keyless';
  /** `bundle` is the text of the honest one. */
  readonly forge: (bundle: string, honest: Honest) => Promise<string>;
  /** The contradiction reported when no authority or signer is trusted; null: none can be. */
  readonly untrusted: RegExp | null;
  readonly trusted: RegExp;
}

export const BUNDLE = 'attestation.sigstore.json';

const envelopeIn = ({ stamped }: Honest) => readFileSync(join(stamped, attestationFile), 'utf8');
const stampOf = async (honest: Honest, by: Services, of = readEnvelope(Buffer.from(envelopeIn(honest)))) =>
  await timeStampOf(of.signature, by.stamps.right);
const bundled = async (honest: Honest, stamp?: Buffer, envelope = envelopeIn(honest)) =>
  await keyBundle(envelope, signingKey(honest.key), stamp === undefined ? [] : [stamp]);
const edited = (from: string | RegExp, to: string) => async (text: string) => {
  expect(text).toMatch(from);
  return text.replace(from, to);
};

export const bundleForgeries: readonly BundleForgery[] = [
  {
    what: 'a time stamp by another authority',
    of: 'stamped',
    forge: async (_, honest) => await bundled(honest, await stampOf(honest, honest.theirs)),
    untrusted: null,
    trusted: /timestamp could not be verified/,
  },
  {
    what: 'a time stamp of another signature',
    of: 'stamped',
    forge: async (_, honest) =>
      await bundled(
        honest,
        await stampOf(honest, honest.ours, { payload: Buffer.of(), signature: Buffer.from('older') }),
      ),
    untrusted: /message imprint does not match artifact/,
    trusted: /message imprint does not match artifact/,
  },
  {
    what: 'a statement of its own, signed and stamped, in the bundle alone',
    of: 'stamped',
    forge: async (_, honest) => {
      const statement = readEnvelope(Buffer.from(envelopeIn(honest))).payload.toString();
      const other = envelopeOf(JSON.parse(statement.replace('"WARNED"', '"PASSED"')), signingKey(honest.key));
      return await bundled(honest, await stampOf(honest, honest.ours, readEnvelope(Buffer.from(other))), other);
    },
    untrusted: /it holds another envelope than attestation\.intoto\.jsonl/,
    trusted: /it holds another envelope than attestation\.intoto\.jsonl/,
  },
  {
    what: 'a field that there is none of in the bundle',
    of: 'stamped',
    forge: edited('{"mediaType"', '{"approvedBy":"a notary","mediaType"'),
    untrusted: /is not written as a run writes it/,
    trusted: /is not written as a run writes it/,
  },
  {
    what: 'no time stamp in a bundle that is there for it',
    of: 'stamped',
    forge: async (_, honest) => await bundled(honest),
    untrusted: /it has neither time stamp nor identity/,
    trusted: /it has neither time stamp nor identity/,
  },
  {
    what: 'the bundle of another run, signed keyless',
    of: 'keyless',
    forge: async (_, { stamped }) => readFileSync(join(stamped, BUNDLE), 'utf8'),
    untrusted: /it is of another manifest\.json/,
    trusted: /it is of another manifest\.json/,
  },
  {
    what: 'another certificate, of the same identity by another instance',
    of: 'keyless',
    forge: async (_, { ours, theirs, keyless, token, copyOf }) => {
      const folder = copyOf(keyless);
      const { fulcio, rekor } = { fulcio: new URL(theirs.url), rekor: new URL(theirs.url) };
      process.env.SIGSTORE_ID_TOKEN = tokenOf(...token);
      await attest(folder, { key: null, keyless: { fulcio, rekor }, timestamp: ours.stamps.right });
      delete process.env.SIGSTORE_ID_TOKEN;
      return readFileSync(join(folder, BUNDLE), 'utf8');
    },
    untrusted: null,
    trusted: /Failed to verify certificate chain/,
  },
  {
    what: 'an entry of a log that is not there',
    of: 'keyless',
    forge: edited(/"tlogEntries":\[.*?\}\],(?="timestampVerificationData")/, ''),
    untrusted: null,
    trusted: /expected 1 tlog entries, got 0/,
  },
];
