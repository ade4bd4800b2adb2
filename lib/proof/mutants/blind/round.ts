import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { BlindClasses, BlindMutant } from './against.ts';

/** Reads the defects of a round. Each file of its folder holds one class and bears its name. A round without a folder has no defects. */
export async function readRound(name: string): Promise<BlindClasses> {
  const folder = new URL(`${name}/`, import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /^[a-z-]+\.ts$/.test(file)) : [];
  const classes = files.sort().map(async (file) => {
    const { found } = (await import(new URL(file, folder).href)) as { found: readonly BlindMutant[] };
    return [basename(file, '.ts').replaceAll('-', ' '), found] as const;
  });
  return Object.fromEntries(await Promise.all(classes));
}
