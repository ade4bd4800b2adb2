import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fingerprint, publicPem, signingKey, verifyingKey } from './keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const pem = (key: KeyObject, passphrase?: string) =>
  key.export({ type: 'pkcs8', format: 'pem', ...(passphrase && { cipher: 'aes-256-cbc', passphrase }) }).toString();

describe('the key that signs', () => {
  test('is one that openssl made, and has the fingerprint that openssl tells', () => {
    const path = join(folder, 'made.pem');
    execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', path], { stdio: 'ignore' });
    const key = signingKey(path);
    const der = execFileSync('openssl', ['pkey', '-in', path, '-pubout', '-outform', 'DER']);
    const digest = execFileSync('openssl', ['dgst', '-sha256', '-hex'], { input: der }).toString().trim();
    expect(fingerprint(key)).toBe(`sha256:${digest.split(/\s/).at(-1)}`);
    expect(fingerprint(verifyingKey(file('public.pem', publicPem(key))))).toBe(fingerprint(key));
  });

  test.each([
    [
      'another kind',
      () => pem(generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey),
      /of the kind rsa; it must be Ed25519/,
    ],
    ['another curve', () => pem(generateKeyPairSync('x25519').privateKey), /of the kind x25519; it must be Ed25519/],
    ['the public half', () => publicPem(generateKeyPairSync('ed25519').privateKey), /is no private key in PEM$/],
    [
      'a locked one',
      () => pem(generateKeyPairSync('ed25519').privateKey, 'open sesame'),
      /is locked with a passphrase$/,
    ],
    ['no key at all', () => 'hello', /is no private key in PEM$/],
  ])('%s is one clear line', (_, content, words) => {
    const path = file('key.pem', content());
    expect(() => signingKey(path)).toThrow(words);
    expect(() => signingKey(path)).toThrow(new RegExp(`^--sign: ${path} .*$`));
  });

  test('a file that is not there is one clear line', () => {
    expect(() => signingKey(join(folder, 'none.pem'))).toThrow(/^--sign: .*none\.pem cannot be read \(ENOENT\)$/);
    expect(() => verifyingKey(join(folder, 'none.pem'))).toThrow(/^--key: .*none\.pem cannot be read \(ENOENT\)$/);
  });
});
