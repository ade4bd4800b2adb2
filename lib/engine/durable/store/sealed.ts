import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';

/** Encrypts what is written to disk: it may contain keys that control made, and anything that a target says. */
export interface Seal {
  close(value: unknown): Buffer;
  /** Throws if the secret is another one, or a byte has changed. */
  open(sealed: Uint8Array): unknown;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `secret`: one of the settings, never written anywhere; `salt`: written beside the encrypted data. */
export function createSeal(secret: string, salt: Buffer): Seal {
  // Not a Buffer: each use of one costs an exception within Node, which takes longer than the encryption.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, salt, 'journal of a certification', 32)));
  return {
    close(value) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = Buffer.concat([cipher.update(serialize(value)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return deserialize(Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]));
    },
  };
}
