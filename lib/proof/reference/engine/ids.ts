import { createHash, randomBytes } from 'node:crypto';

/** A new id: the prefix and 24 random letters and digits. Unguessable, so it serves for keys and secrets too. */
export function newId(prefix: string): string {
  return prefix + letters(randomBytes(18));
}

/** Ids that are the same at every start with the same seed, and so can be predicted by anyone who knows it. */
export function idsFrom(seed: string): (prefix: string) => string {
  let made = 0;
  return (prefix) => prefix + letters(createHash('sha256').update(`${seed}\n${++made}`).digest().subarray(0, 18));
}

function letters(bytes: Buffer): string {
  return bytes.toString('base64url').replace(/[-_]/g, 'x');
}
