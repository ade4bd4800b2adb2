import type { z } from 'zod';
import { type parseWhole, parseWritten } from '../json.ts';
import { BadFile } from '../regular.ts';

/**
 * How evidence is read. `again`: without validation, because another thread of the same process reads the same evidence `closely`, and
 * discards this thread's results if it finds anything wrong.
 */
export type Look = 'closely' | 'again';

export const parsers: Readonly<Record<Look, typeof parseWhole>> = {
  closely: parseWritten,
  again: (bytes) => ({ value: JSON.parse(bytes.toString()), wrong: null }),
};

/** Returns the value itself, not a copy, if it has the shape. Throws BadFile. */
export function shaped(shape: z.ZodType, value: unknown, name: string, look: Look = 'closely'): unknown {
  if (look === 'again') return value;
  const found = shape.safeParse(value);
  if (found.success) return value;
  const at = found.error.issues[0]?.path.join('.') || 'its beginning';
  throw new BadFile(`${name} is not as a run writes it, at ${at}`);
}
