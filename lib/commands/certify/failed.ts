import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SettingsError } from '../../engine/run/target.ts';
import { isRequirementId } from '../../interface/register/index.ts';

const certificate = z.looseObject({
  seed: z.int().nonnegative().optional(),
  selection: z.looseObject({ profile: z.string().optional(), exhaustive: z.boolean().optional() }).nullish(),
  requirements: z.array(z.looseObject({ id: z.string(), outcome: z.string() })),
});

/** What to run again of an earlier run, and how: the seed and the depth decide which rows of the tables of cases are drawn. */
export interface Failed {
  readonly ids: readonly string[];
  readonly seed: number | undefined;
  readonly profile: string | undefined;
  readonly exhaustive: true | undefined;
}

/** What failed or was blocked in the run of this folder, if it is still in the register. Throws SettingsError. */
export function failedIn(folder: string): Failed {
  const file = join(folder, 'certificate.json');
  const read = certificate.safeParse(jsonIn(file));
  if (!read.success) throw new SettingsError(`--failed: ${file} is no certificate of a run`);
  const ids = read.data.requirements
    .filter(({ id, outcome }) => (outcome === 'failed' || outcome === 'blocked') && isRequirementId(id))
    .map(({ id }) => id);
  if (ids.length === 0)
    throw new SettingsError(`--failed: nothing failed or was blocked in the run of ${file}: nothing to run`);
  const { seed, selection } = read.data;
  return { ids, seed, profile: selection?.profile, exhaustive: selection?.exhaustive ? true : undefined };
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
