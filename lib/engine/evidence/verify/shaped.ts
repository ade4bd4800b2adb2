import type { z } from 'zod';
import { type parseWhole, parseWritten } from '../json.ts';
import { BadFile } from '../regular.ts';

/**
 * How evidence is read. `again`: another thread of the same process looks closely at it, and uses nothing that was made of it here where
 * something is wrong.
 */
export type Look = 'closely' | 'again';

export const parsers: Readonly<Record<Look, typeof parseWhole>> = {
  closely: parseWritten,
  again: (bytes) => ({ value: JSON.parse(bytes.toString()), wrong: null }),
};

/** The value itself, and no copy of it, where it has the shape. Throws BadFile. */
export function shaped(shape: z.ZodType, value: unknown, name: string, look: Look = 'closely'): unknown {
  if (look === 'again') return value;
  const found = shape.safeParse(value);
  if (found.success) return value;
  const at = found.error.issues[0]?.path.join('.') || 'its beginning';
  throw new BadFile(`${name} is not as a run writes it, at ${at}`);
}
