import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MODULE_EXTENSION } from '../module-extension.ts';
import { type Definition, takeDefinitions } from './define.ts';

export interface Suite {
  /** Below the folder that holds the suites' one: `suites/things/limits.ts`. */
  readonly file: string;
  readonly definitions: readonly Definition[];
  /** Why the file could not be imported; then it has no definitions. */
  readonly fault: string | null;
  /** What the checks of a file that could not be imported are about: they can neither vanish nor pass. */
  readonly lost: readonly string[];
}

/** Imports every suite file below a folder; `ids` are those that a check may be about. A file that cannot be imported is told, and does not keep the others from running. */
export async function loadSuites(folder: string, ids: readonly string[]): Promise<Suite[]> {
  const suites: Suite[] = [];
  for (const path of globSync(`**/*${MODULE_EXTENSION}`, { cwd: folder }).sort()) {
    // A certificate names it the same, wherever it was compiled.
    const file = relative(dirname(folder), `${folder}/${path}`).replace(/\.js$/, '.ts');
    let fault: string | null = null;
    await import(pathToFileURL(`${folder}/${path}`).href).catch((error: unknown) => {
      fault = `${file} could not be imported: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
    });
    const definitions = takeDefinitions();
    if (fault === null) suites.push({ file, definitions, fault, lost: [] });
    else
      suites.push({
        file,
        definitions: [],
        fault,
        lost: ids.filter((id) => readFileSync(`${folder}/${path}`, 'utf8').includes(`'${id}'`)),
      });
  }
  return suites;
}

/**
 * How many of its checks a requirement gets. `first`: one, for a gate with few requests. `drawn`: of each table the first row and some
 * that the seed draws, where checks share a merchant and so its rate limit. `all`: every row.
 */
export const depths = ['first', 'drawn', 'all'] as const;
export type Depth = (typeof depths)[number];

/**
 * The suites with the checks that a run of this depth and seed makes. The same seed draws the same rows. `lacks`: what the target does
 * not have; rows of tables that need it are left out where their requirement has other checks.
 */
export function chosenOf(
  suites: readonly Suite[],
  depth: Depth,
  seed: number,
  lacks: (need: string) => boolean = () => false,
): Suite[] {
  const isSpare = ({ row }: Definition) => row?.needs.some(lacks) === true;
  const all = suites.flatMap(({ definitions }) => definitions);
  // The one that a requirement keeps in any case: one that is possible, and rather a check of its own than a row of a table.
  const firsts = new Map<string, Definition>();
  for (const rank of [0, 1, 2])
    for (const each of all) {
      if ((isSpare(each) ? 2 : each.row === null ? 0 : 1) === rank && !firsts.has(each.id)) firsts.set(each.id, each);
    }
  const isChosen = (each: Definition) => {
    if (firsts.get(each.id) === each) return true;
    if (isSpare(each)) return false;
    return depth === 'all' || (depth === 'drawn' && isDrawn(each, seed));
  };
  return suites.map((suite) => ({ ...suite, definitions: suite.definitions.filter(isChosen) }));
}

/** Each row after the first is drawn by itself, so that on average `drawn` of them are: no row's chance depends on another's words. */
function isDrawn({ id, title, row }: Definition, seed: number): boolean {
  if (row === null || row.index === 0) return true;
  const lot = createHash('sha256').update(`draw ${seed} ${id} ${title}`).digest().readUInt32LE(0) / 2 ** 32;
  return lot < row.drawn / (row.of - 1);
}

/** The checks that exist, as sentences, by requirement or observation. */
export function plannedChecks(suites: readonly Suite[]): Map<string, string[]> {
  const planned = new Map<string, string[]>();
  const add = (id: string, sentence: string) => planned.set(id, [...(planned.get(id) ?? []), sentence]);
  for (const { file, definitions, lost } of suites) {
    for (const { id, title, kind } of definitions) add(id, kind === 'observation' ? file : `${file}: ${title}`);
    for (const id of lost) add(id, `${file}, which could not be imported`);
  }
  return planned;
}
