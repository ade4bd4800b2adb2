import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { LoadScript } from '../script.ts';

/** Every other file in this folder is a load script and exports it as `script`. */
const files = globSync('*.{ts,js}', { cwd: import.meta.dirname }).filter((file) => !/^index\.|\.d\.ts$/.test(file));
const modules = await Promise.all(
  files.sort().map(async (file) => (await import(`./${basename(file)}`)) as { readonly script: LoadScript }),
);

export const scripts: readonly LoadScript[] = modules.map(({ script }) => script);

/** Scripts that `all` runs. */
export const scriptNames: readonly string[] = scripts.flatMap(({ name, onDemand }) => (onDemand ? [] : name));
/** Scripts that run only by name. */
export const onDemandNames: readonly string[] = scripts.flatMap(({ name, onDemand }) => (onDemand ? name : []));

/** Scripts that have to see defects. What `capacity` finds is tried at a service of known capacity. */
export const judgingNames: readonly string[] = [...scriptNames, ...onDemandNames].filter((name) => name !== 'capacity');

/** Throws if no script has this name. */
export function scriptNamed(name: string): LoadScript {
  const script = scripts.find((each) => each.name === name);
  if (script === undefined) throw new Error(`there is no load script "${name}"`);
  return script;
}
