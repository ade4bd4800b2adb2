import { createHash, randomFillSync } from 'node:crypto';

const ID_BYTES = 18;

/** Random bytes for many ids: each draw is a call of the system. */
const drawn = Buffer.alloc(256 * ID_BYTES);
let used = drawn.length;

/** A new id: the prefix and 24 random letters and digits. Unguessable, so it serves for keys and secrets too. */
export function newId(prefix: string): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += ID_BYTES;
  return prefix + letters(drawn.subarray(used - ID_BYTES, used));
}

/** Ids that are the same at every start with the same seed, and so can be predicted by anyone who knows it. */
export function idsFrom(seed: string): (prefix: string) => string {
  let made = 0;
  return (prefix) => prefix + letters(createHash('sha256').update(`${seed}\n${++made}`).digest().subarray(0, ID_BYTES));
}

function letters(bytes: Buffer): string {
  return bytes.toString('base64url').replace(/[-_]/g, 'x');
}
