import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certify, type Ended, merchantAt } from '../../../commands/certify/command.support.ts';
import { answering } from '../../../interface/control/answering.support.ts';
import { verifyFolder } from '../../../interface/verify.ts';
import type { Certificate } from '../certificate.ts';
import { verifyingKey } from '../keys.ts';
import { filesOf, sealAgain } from '../manifest.ts';
import { checkIntegrity } from './integrity.ts';

/** Evidence of real runs of the real command, verified as by another user. */
const scratch = mkdtempSync(join(tmpdir(), 'verify-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const key = join(scratch, 'key.pem');
const asked = [
  'checkout.created',
  'refund.exceeds-paid',
  'escrow.release-pays-seller',
  'balance.payment-adds',
  'webhook.payout-succeeded',
  'webhook.no-false-success',
  'bank.has-code',
  'auth.unknown-key',
];
let signed: Ended;

beforeAll(async () => {
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key], { stdio: 'ignore' });
  signed = await certify(['--requirement', asked.join(','), '--sign', key]);
}, 60_000);

let copies = 0;

/** A copy that the test can change. */
function copyOf({ out }: Ended): string {
  const copy = join(scratch, `copy-${++copies}`);
  cpSync(out, copy, { recursive: true });
  return copy;
}

async function contradictions(folder: string, environment: Record<string, string> = {}): Promise<readonly string[]> {
  return (await verifyFolder(folder, null, environment)).contradictions;
}

function edit<T>(file: string, change: (content: T) => void): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as T;
  change(content);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** Changes the certificate of an unsigned run and the manifest with it, as anybody with the folder can. */
async function forged(change: (certificate: Certificate) => void): Promise<readonly string[]> {
  const folder = copyOf(signed);
  edit(join(folder, 'certificate.json'), change);
  for (const file of ['manifest.sig', 'public-key.pem']) rmSync(join(folder, file));
  edit<{ signedBy: unknown }>(join(folder, 'manifest.json'), (manifest) => {
    manifest.signedBy = null;
  });
  await sealAgain(folder);
  return await contradictions(folder);
}

describe('signed evidence', () => {
  test('holds, and openssl says so too', async () => {
    expect({ status: signed.status, stderr: signed.stderr }).toMatchObject({ status: 0 });
    expect(await contradictions(signed.out)).toEqual([]);
    const { evaluated, integrity } = await verifyFolder(signed.out, null, {});
    expect(evaluated?.predicates.holding).toBeGreaterThan(20);
    expect(evaluated?.predicates.failing).toBe(0);
    expect(integrity.manifest?.predicates).toMatchObject({ valuesOnly: [] });
    const [manifest, signature, open] = ['manifest.json', 'manifest.sig', 'public-key.pem'].map((file) =>
      join(signed.out, file),
    );
    const said = execFileSync('openssl', [
      ...['pkeyutl', '-verify', '-pubin', '-inkey', String(open), '-rawin', '-in', String(manifest)],
      ...['-sigfile', String(signature)],
    ]);
    expect(said.toString()).toContain('Signature Verified Successfully');
  });

  test('one byte changed in any file is seen, and said where', async () => {
    const folder = copyOf(signed);
    const files = [...filesOf(folder), 'manifest.json', 'manifest.sig', 'attestation.intoto.jsonl'];
    expect(files).toEqual(expect.arrayContaining(['certificate.json', 'exchanges.har', 'junit.xml', 'public-key.pem']));
    for (const file of files) {
      const path = join(folder, file);
      const bytes = readFileSync(path);
      if (bytes.length === 0) continue;
      const at = Math.floor(bytes.length / 2);
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(path, changed);
      const { contradictions } = await checkIntegrity(folder, null);
      expect(contradictions.join('\n'), file).toContain(file);
      writeFileSync(path, bytes);
    }
    expect((await checkIntegrity(folder, null)).contradictions).toEqual([]);
  });

  test('a file that is missing, and one that is new', async () => {
    const folder = copyOf(signed);
    rmSync(join(folder, 'junit.xml'));
    writeFileSync(join(folder, 'added.txt'), 'hello');
    expect(await contradictions(folder)).toEqual(['added.txt: it is not in the manifest', 'junit.xml: it is missing']);
  });

  test('by another key than the one that was given', async () => {
    const other = join(scratch, 'other.pem');
    const { publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(other, publicKey.export({ type: 'spki', format: 'pem' }));
    const own = join(signed.out, 'public-key.pem');
    expect((await checkIntegrity(signed.out, verifyingKey(own))).contradictions).toEqual([]);
    expect((await checkIntegrity(signed.out, verifyingKey(other))).contradictions).toEqual([
      expect.stringMatching(
        /^manifest.json or manifest.sig: the signature does not hold for the key sha256:[0-9a-f]{64}$/,
      ),
      'attestation.intoto.jsonl: its signature does not hold for the key',
    ]);
  });

  test('whose signature was taken away, is not signed by whoever was named', async () => {
    const folder = copyOf(signed);
    rmSync(join(folder, 'manifest.sig'));
    expect(await contradictions(folder)).toEqual(['manifest.sig: it is missing; the manifest says that it is signed']);
  });

  test('is sealed again by its owner alone', async () => {
    const folder = copyOf(signed);
    writeFileSync(join(folder, 'added.txt'), 'hello');
    await expect(sealAgain(folder)).rejects.toThrow(/is signed: give --sign KEY\.pem/);
    expect(await contradictions(folder)).toEqual(['added.txt: it is not in the manifest']);
  });
});

describe('evidence that nobody signed', () => {
  test('an outcome that was edited in the certificate is contradicted', async () => {
    const bad = await forged((certificate) => {
      const { requirements, totals } = certificate;
      const entry = requirements.find(({ id }) => id === 'refund.exceeds-paid');
      Object.assign(entry ?? {}, { outcome: 'failed', reason: 'I say so' });
      Object.assign(totals, { passed: totals.passed - 1, failed: 1 });
      Object.assign(certificate, { verdict: 'nonconformant' });
    });
    expect(bad).toContainEqual(
      expect.stringMatching(
        /^certificate\.json: refund\.exceeds-paid failed; the evidence says passed: (\d+) of \1 checks passed/,
      ),
    );
    expect(bad).toContainEqual('certificate.json: totals: failed 1; the evidence says 0');
    expect(bad).toContainEqual('certificate.json: verdict nonconformant; the evidence says conformant_in_scope');
  });

  test('so is a requirement that was not exercised, and an observation', async () => {
    const bad = await forged(({ requirements, observations, totals }) => {
      Object.assign(requirements.find(({ outcome }) => outcome === 'not_exercised') ?? {}, { outcome: 'passed' });
      Object.assign(totals, { passed: totals.passed + 1, notExercised: totals.notExercised - 1 });
      Object.assign(observations.find(({ id }) => id === 'auth.unknown-key') ?? {}, { observed: '200' });
    });
    expect(bad).toContainEqual(
      expect.stringMatching(/^certificate\.json: \S+ passed; the evidence says blocked: 0 of/),
    );
    expect(bad).toContainEqual(
      expect.stringMatching(/^certificate\.json: auth\.unknown-key was observed otherwise: 4\d\d/),
    );
  });

  test('and words of the register', async () => {
    const bad = await forged(({ requirements: [first] }) => {
      Object.assign(first ?? {}, { statement: 'Anything goes.' });
    });
    expect(bad).toContainEqual(expect.stringMatching(/is not in the words of the register, or not in its place$/));
    expect(bad).toContainEqual('certificate.html: it says other than certificate.json');
  });

  test('an answer that was edited makes its predicate false, whatever was recorded', async () => {
    const folder = copyOf(signed);
    const har = join(folder, 'exchanges.har');
    const text = readFileSync(har, 'utf8');
    expect(text).toContain('refund_exceeds_paid');
    writeFileSync(har, text.replaceAll('refund_exceeds_paid', 'refund_exceeds_wish'));
    const bad = await contradictions(folder);
    expect(bad).toContainEqual('exchanges.har: it was changed, its SHA-256 is another');
    expect(bad).toContainEqual(
      expect.stringMatching(
        /^refund\.exceeds-paid: .*recorded as true, but does not hold: expected a refusal with 422 refund_exceeds_paid, got 422/,
      ),
    );
    expect(bad).toContainEqual(
      expect.stringMatching(/^certificate\.json: refund\.exceeds-paid passed; the evidence says failed/),
    );
  });

  test('a webhook that was taken out, or added where none was to come', async () => {
    const folder = copyOf(signed);
    const file = join(folder, 'deliveries.ndjson');
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const checks = readFileSync(join(folder, 'checks.ndjson'), 'utf8').trim().split('\n');
    const check = checks.find((line) => line.includes('"about":"webhook.no-false-success","title":"a payout fails"'));
    const { deliveries } = JSON.parse(check ?? '{}') as { deliveries?: number[] };
    const isLookedAt = (line: string) => deliveries?.includes((JSON.parse(line) as { seq: number }).seq);
    const failed = lines.findIndex((line) => line.includes('"event":"payout.failed"') && isLookedAt(line));
    const taken = /"seq":\d+/.exec(lines.find((line) => line.includes('"event":"payout.succeeded"')) ?? '')?.[0] ?? '';
    const success = (lines[failed] ?? '').replaceAll('payout.failed', 'payout.succeeded').replace(/"seq":\d+/, taken);
    writeFileSync(
      file,
      `${[...lines.filter((line) => !line.includes('"event":"payout.succeeded"')), success].join('\n')}\n`,
    );
    const bad = await contradictions(folder);
    expect(bad).toContainEqual(
      expect.stringMatching(/^webhook\.payout-succeeded: .*expected a webhook payout\.succeeded/),
    );
    expect(bad).toContainEqual(
      expect.stringMatching(/^webhook\.no-false-success: a payout fails: .*expected none, got 1 entry/),
    );
  });

  test('evidence that is cut off', async () => {
    const folder = copyOf(signed);
    appendFileSync(join(folder, 'checks.ndjson'), '{"id":');
    expect(await contradictions(folder)).toContainEqual(expect.stringMatching(/line \d+ of checks\.ndjson is no JSON/));
  });
});

describe('what a run failed at', () => {
  test('fails again, without the target', async () => {
    const target = await answering(() => [200, { id: 'c', reference: 'r', status: 'pending' }]);
    const settings = { ...merchantAt(target.url), TARGET_WEBHOOK_SECRET: 'whsec_1' };
    const ran = await certify(['--requirement', 'checkout.created,checkout.paid,auth.missing-key-refused'], settings);
    expect(ran.status).toBe(1);
    const { contradictions, evaluated, reconciled } = await verifyFolder(ran.out, null, {});
    expect(contradictions).toEqual([]);
    expect(evaluated?.predicates.failing).toBeGreaterThan(0);
    expect(reconciled?.totals).toEqual(ran.certificate?.totals);
    expect(reconciled?.verdict).toBe('nonconformant');
    edit<Certificate>(join(ran.out, 'certificate.json'), ({ requirements }) => {
      Object.assign(requirements.find(({ id }) => id === 'auth.missing-key-refused') ?? {}, { outcome: 'passed' });
    });
    expect((await verifyFolder(ran.out, null, {})).contradictions).toContainEqual(
      expect.stringMatching(/auth\.missing-key-refused passed; the evidence says failed: .*expected a refusal/),
    );
  });
});
