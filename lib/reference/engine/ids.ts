import { randomBytes } from 'node:crypto';

/** A new id: the prefix and 24 random letters and digits. Unguessable, so it serves for keys and secrets too. */
export function newId(prefix: string): string {
  return prefix + randomBytes(18).toString('base64url').replace(/[-_]/g, 'x');
}
