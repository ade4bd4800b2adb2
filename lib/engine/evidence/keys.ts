import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A key that cannot be used; the message is one line. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/** The private key in the file given as `--sign`. Throws KeyError. */
export function signingKey(file: string): KeyObject {
  const pem = contentOf('--sign', file);
  if (pem.includes('ENCRYPTED')) throw new KeyError(`--sign: ${file} is locked with a passphrase`);
  return ed25519(`--sign: ${file}`, () => createPrivateKey(pem), 'private');
}

/** The public key in the file given as `--key`, or in the file beside the signature. Throws KeyError. */
export function verifyingKey(file: string): KeyObject {
  return publicKeyIn(contentOf('--key', file), file);
}

/** As `verifyingKey`, from the content of the file. */
export function publicKeyIn(pem: Buffer, file: string): KeyObject {
  return ed25519(file, () => createPublicKey(pem), 'public');
}

/** SHA-256 of the key as DER, as printed by `openssl pkey -pubin -in public-key.pem -outform DER | openssl dgst -sha256`. */
export function fingerprint(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  return `sha256:${createHash('sha256')
    .update(open.export({ type: 'spki', format: 'der' }))
    .digest('hex')}`;
}

export function publicPem(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
}

export function contentOf(option: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new KeyError(`${option}: ${file} cannot be read (${why})`);
  }
}

function ed25519(what: string, read: () => KeyObject, side: 'private' | 'public'): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch (error) {
    throw error instanceof KeyError ? error : new KeyError(`${what} is no ${side} key in PEM`);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new KeyError(
    `${what} is a key of the kind ${key.asymmetricKeyType ?? key.type}; it must be Ed25519 (openssl genpkey -algorithm ed25519 -out key.pem)`,
  );
}
