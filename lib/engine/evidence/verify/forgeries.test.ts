import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certify, type Ended } from '../../../commands/certify/command.support.ts';
import { conclusionOf, report } from '../../../commands/verify/terminal.ts';
import { launch } from '../../../interface/target/launch.ts';
import { verifyFolder } from '../../../interface/verify.ts';
import { signingKey, verifyingKey } from '../keys.ts';
import { sealAgain } from '../manifest.ts';
import { open, write } from './forger.support.ts';
import { attestation } from './forgeries/attestation.support.ts';
import { forgeries } from './forgeries/index.support.ts';
import { checkIntegrity } from './integrity.ts';

/** Forgeries of the evidence of an honest run that failed at one requirement, as its owner can make them. */
const scratch = mkdtempSync(join(tmpdir(), 'forgeries-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const [own, theirs] = ['own', 'theirs'].map((name) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const [secret, known] = [join(scratch, `${name}.pem`), join(scratch, `${name}-public.pem`)];
  writeFileSync(secret, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(known, publicKey.export({ type: 'spki', format: 'pem' }));
  return { secret, known };
}) as [{ secret: string; known: string }, { secret: string; known: string }];

const asked = [
  'refund.exceeds-paid',
  'checkout.created',
  'webhook.payout-succeeded',
  'bank.has-code',
  'auth.unknown-key',
];
/** The first check of each of these, in which most forgeries are seen, and every check. */
let honest: Ended;
let whole: Ended;

beforeAll(async () => {
  const mutants = fileURLToPath(new URL('../../../proof/mutants/main.ts', import.meta.url));
  const target = await launch('a mutant', process.execPath, [
    mutants,
    '--mutant',
    'refund-exceeding-with-400',
    '--settings',
  ]);
  try {
    const args = ['--requirement', asked.join(','), '--sign', own.secret];
    honest = await certify([...args, '--profile', 'standard'], { ...target.settings });
    whole = await certify(args, { ...target.settings });
  } finally {
    await target.stop();
  }
}, 120_000);

let copies = 0;
function copy(of = honest): string {
  const folder = join(scratch, `copy-${++copies}`);
  cpSync(of.out, folder, { recursive: true });
  return folder;
}

const concluded = async (folder: string, key?: string) =>
  conclusionOf(await verifyFolder(folder, key === undefined ? null : verifyingKey(key), {}));

describe('honest evidence', () => {
  test('of a run that failed is verified with its key, and consistent without', async () => {
    expect(honest.certificate?.verdict).toBe('nonconformant');
    expect(await concluded(honest.out, own.known)).toMatchObject({
      status: 0,
      words: expect.stringMatching(/^VERIFIED/),
    });
    const { status, words } = await concluded(honest.out);
    expect([status, words]).toEqual([
      0,
      expect.stringMatching(/^CONSISTENT, SIGNED by a key that nobody vouched for: sha256:/),
    ]);
    expect(await concluded(honest.out, theirs.known)).toMatchObject({ status: 1 });
  });

  test('that is taken apart and put together again holds as before: what a forgery changes is what is seen', async () => {
    const folder = copy();
    await write(folder, await open(folder));
    expect((await verifyFolder(folder, null, {})).contradictions).toEqual([]);
    expect(await concluded(folder)).toMatchObject({ status: 0, words: expect.stringMatching(/^CONSISTENT, UNSIGNED/) });
  });
});

describe.each(Object.entries(forgeries))('a forgery of %s', (_, all) => {
  test.each(all.map((forgery) => [forgery.what, forgery] as const))(
    '%s',
    async (_name, { needsEveryCheck, change, finish, told }) => {
      const folder = copy(needsEveryCheck ? whole : honest);
      const forged = await open(folder);
      change(forged);
      await write(folder, forged, finish);
      const verified = await verifyFolder(folder, null, {});
      if (told === null) expect(verified.contradictions).toEqual([]);
      else expect(verified.contradictions.join('\n')).toMatch(told);
      const shown = report(folder, verified);
      expect(shown).not.toMatch(/^VERIFIED/m);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test shows that there are none
      expect(shown.replace(/\u001b\[\d+m/g, '')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
      // If the verifier knew the key beforehand, any change contradicts it, with whatever key it is signed again.
      const byKey = async () => (await checkIntegrity(folder, verifyingKey(own.known))).contradictions;
      expect(await byKey()).toContainEqual(expect.stringMatching(/^manifest\.sig: it is missing/));
      await sealAgain(folder, signingKey(theirs.secret));
      expect(await byKey()).toContainEqual(expect.stringMatching(/the signature does not hold for the key/));
    },
  );
});

describe('a forgery of the attestation', () => {
  test.each(attestation.map((forgery) => [forgery.what, forgery] as const))('%s', async (_name, { forge, told }) => {
    const folder = copy();
    await forge(folder, signingKey(own.secret), signingKey(theirs.secret));
    const verified = await verifyFolder(folder, null, {});
    expect(verified.contradictions.join('\n')).toMatch(told);
    expect(report(folder, verified)).not.toMatch(/^VERIFIED/m);
    expect(await concluded(folder, own.known)).toMatchObject({ status: 1 });
  });
});

test('of another version or register this version cannot tell: neither that it holds nor that it does not', async () => {
  for (const change of [{ version: '99.0.0' }, { registerDigest: `sha256:${'0'.repeat(64)}` }]) {
    const folder = copy();
    const forged = await open(folder);
    Object.assign(forged.certificate.suite, change);
    await write(folder, forged);
    expect(await concluded(folder)).toMatchObject({ status: 2, words: expect.stringMatching(/^NOT VERIFIABLE/) });
  }
});

test('the documents name every kind of forgery, and whether it is seen without a key', () => {
  const docs = readFileSync(new URL('../../../../docs/reports-and-trust.md', import.meta.url), 'utf8');
  const all = [...Object.values(forgeries).flat(), ...attestation];
  expect(all.length).toBeGreaterThanOrEqual(45);
  const row = ({ what, told }: (typeof all)[number]) => `| ${what} | ${told === null ? 'no' : 'yes'} | yes |`;
  expect(all.map(row).filter((line) => !docs.includes(line))).toEqual([]);
});
