import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { describe, expect, test } from 'vitest';
import { certificate } from '../../reports/testing.support.ts';
import { envelopeOf, holds, readEnvelope } from './envelope.ts';
import { statementOf } from './statement.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const manifest = Buffer.from('{}\n');
const certified = certificate({
  'checkout.created': { outcome: 'passed' },
  'refund.exceeds-paid': { outcome: 'failed', reason: 'expected 422' },
  'refund.created': { outcome: 'blocked', reason: 'no checkout could be paid' },
});

/** The result of Sigstore's own verifier: its error, or what it accepted. */
function bySigstore(envelope: string, key: KeyObject): string {
  const nothing = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] };
  const trusted = {
    ...toTrustMaterial({ mediaType: '', ...nothing }),
    publicKey: () => ({ publicKey: key, validFor: () => true }),
  };
  try {
    const bundle = bundleFromJSON({
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: { publicKey: { hint: 'told beforehand' }, tlogEntries: [] },
      dsseEnvelope: JSON.parse(envelope),
    });
    const options = { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 };
    new Verifier(trusted, options).verify(toSignedEntity(bundle));
    return 'accepted';
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

describe('a statement', () => {
  const { subject, predicate, ...types } = statementOf(certified, manifest);

  test('is of the manifest, and says of each requirement once what became of it', () => {
    expect(types).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    });
    const digest = { sha256: 'ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356' };
    expect(subject).toEqual([{ name: 'manifest.json', digest }]);
    const { passedTests, warnedTests, failedTests, merchantPaymentsConformance } = predicate;
    expect({ passedTests, warnedTests, failedTests }).toEqual({
      passedTests: ['checkout.created'],
      warnedTests: [],
      failedTests: ['refund.exceeds-paid'],
    });
    expect(merchantPaymentsConformance).toMatchObject({
      target: { baseUrl: 'http://127.0.0.1:9' },
      interfaceVersion: certified.interfaceVersion,
      selection: null,
      blockedTests: ['refund.created'],
    });
    expect(merchantPaymentsConformance.notExercisedTests).toHaveLength(certified.requirements.length - 3);
  });

  test.each([
    ['conformant', 'PASSED'],
    ['conformant_in_scope', 'WARNED'],
    ['inconclusive', 'FAILED'],
    ['nonconformant', 'FAILED'],
  ] as const)(
    'of a run that is %s has the result %s: what is no whole pass is never told as one',
    (verdict, result) => {
      expect(statementOf({ ...certified, verdict }, manifest).predicate.result).toBe(result);
    },
  );

  test('names the register that the run was made with', () => {
    const sha256 = certified.suite.registerDigest.slice('sha256:'.length);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(predicate.configuration).toEqual([
      { name: 'register', digest: { sha256 }, annotations: expect.objectContaining({ suiteVersion: '0.1.0' }) },
    ]);
  });
});

describe('an envelope', () => {
  const envelope = envelopeOf(statementOf(certified, manifest), privateKey);
  const other = generateKeyPairSync('ed25519').publicKey;

  test("is accepted by Sigstore's verifier with the key, and with no other", () => {
    expect([bySigstore(envelope, publicKey), bySigstore(envelope, other)]).toEqual(['accepted', 'VerificationError']);
    expect(holds(readEnvelope(Buffer.from(envelope)), publicKey)).toBe(true);
    expect(holds(readEnvelope(Buffer.from(envelope)), other)).toBe(false);
  });

  test('is refused by both after one changed byte, wherever it is', () => {
    const inPayload = envelope.indexOf('"payload":"') + '"payload":"'.length;
    const inSignature = envelope.indexOf('"sig":"') + '"sig":"'.length;
    const inType = envelope.indexOf('vnd.in-toto');
    for (const at of [inPayload + 40, inPayload + 401, inPayload + 4_003, inSignature, inSignature + 60, inType]) {
      const to = envelope[at] === 'A' ? 'B' : 'A';
      const changed = envelope.slice(0, at) + to + envelope.slice(at + 1);
      expect(bySigstore(changed, publicKey), changed.slice(at - 10, at + 10)).not.toBe('accepted');
      const ours = () => holds(readEnvelope(Buffer.from(changed)), publicKey) || expect.fail('accepted');
      expect(ours).toThrow();
    }
  });
});
