import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SettingsError } from '../../engine/run/target.ts';
import { isRequirementId } from '../../interface/register/index.ts';

const certificate = z.looseObject({
  requirements: z.array(z.looseObject({ id: z.string(), outcome: z.string() })),
});

/** Ids that failed or were blocked in the run of this folder, if they are still in the register. Throws SettingsError. */
export function failedIn(folder: string): string[] {
  const file = join(folder, 'certificate.json');
  const read = certificate.safeParse(jsonIn(file));
  if (!read.success) throw new SettingsError(`--failed: ${file} is no certificate of a run`);
  const ids = read.data.requirements
    .filter(({ id, outcome }) => (outcome === 'failed' || outcome === 'blocked') && isRequirementId(id))
    .map(({ id }) => id);
  if (ids.length === 0) throw new SettingsError(`--failed: nothing failed or was blocked in the run of ${file}`);
  return ids;
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
