import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MODULE_EXTENSION } from '../modules.ts';
import { seconds } from '../time/duration.ts';
import { type Definition, takeDefinitions } from './define.ts';

export interface Suite {
  /** Path relative to the parent of the suites folder: `suites/things/limits.ts`. */
  readonly file: string;
  readonly definitions: readonly Definition[];
  /** Why the file could not be imported; it then has no definitions. */
  readonly fault: string | null;
  /** Ids that the text of a file which could not be imported mentions: their requirements must neither vanish nor pass. */
  readonly lost: readonly string[];
}

/**
 * Imports every suite file below a folder, or those of `files` alone. `ids`: those that a check may be about. One that cannot be imported does
 * not stop the others.
 */
export async function loadSuites(
  folder: string,
  ids: readonly string[],
  files: ReadonlySet<string> | null = null,
): Promise<Suite[]> {
  const suites: Suite[] = [];
  for (const path of globSync(`**/*${MODULE_EXTENSION}`, { cwd: folder }).sort()) {
    // Certificates name the file by its `.ts` path, compiled or not.
    const file = relative(dirname(folder), `${folder}/${path}`).replace(/\.js$/, '.ts');
    if (files?.has(file) === false) continue;
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
 * How many of its checks each requirement gets. `first`: one, for runs with few requests. `drawn`: of each table the first row and others
 * drawn by the seed, when checks share a merchant and thus its rate limit. `all`: every row.
 */
export const depths = ['first', 'drawn', 'all'] as const;
export type Depth = (typeof depths)[number];

/** Which checks a run makes. The same choice gives the same checks, both in a run and when it is verified. */
export interface Choice {
  readonly depth: Depth;
  readonly seed: number;
  /** Whether the target lacks a capability: table rows that need it are left out if their requirement has other checks. */
  lacks?(need: string): boolean;
  /** Whether a requirement or observation is selected. Default: all. */
  selected?(id: string): boolean;
  /** Approximate number of requests to draw checks for; each requirement keeps one check regardless. Default: unbounded. */
  readonly budget?: number;
}

/** Budget when all checks share one merchant's rate limit: about 20 minutes at 110 requests a minute, including checks that run alone. */
export const SHARED_BUDGET = 1_300;

/** Without a clock that can be advanced, checks that wait longer than this, in seconds, are assumed not to be tried and cost no budget. */
const SHORT_WAIT_S = 120;

/** The suites, reduced to the chosen checks of what is selected. */
export function chosenOf(suites: readonly Suite[], choice: Choice): Suite[] {
  const { depth, seed, lacks = () => false, selected = () => true } = choice;
  const all = suites.flatMap(({ definitions }) => definitions.filter(({ id }) => selected(id)));
  const lacksCapability = ({ row }: Definition) => row?.needs.some(lacks) === true;
  // The check that a requirement keeps in any case: a possible one, preferably not a row of a table, and of these one that takes few requests;
  // of rows preferably one that needs nothing beyond its requirement, in a table of that requirement alone.
  const rankOf = (each: Definition) => {
    if (lacksCapability(each)) return 6;
    if (each.row === null) return each.cost === 0 ? 0 : 1;
    return (each.row.needs.length === 0 ? 2 : 4) + (each.row.mixed ? 1 : 0);
  };
  const firsts = new Map<string, Definition>();
  for (const each of all) {
    const first = firsts.get(each.id);
    if (first === undefined || rankOf(each) < rankOf(first)) firsts.set(each.id, each);
  }
  const others = all.filter((each) => firsts.get(each.id) !== each && !lacksCapability(each));
  const share = depth === 'drawn' ? shareOf([...firsts.values()], others, choice) : 1;
  const chosen = new Set(firsts.values());
  for (const each of others) {
    const drawLot = () =>
      createHash('sha256').update(`draw ${seed} ${each.id} ${each.title}`).digest().readUInt32LE(0) / 2 ** 32;
    if (depth === 'all' || (depth === 'drawn' && drawLot() < share * chanceOf(each))) chosen.add(each);
  }
  return suites.map((suite) => ({ ...suite, definitions: suite.definitions.filter((each) => chosen.has(each)) }));
}

/** Requests that a check may take without being drawn more rarely for it. */
const USUAL = 12;

/**
 * Each row after the first is drawn independently, `drawn` of them on average, so that no row's chance depends on another's title. What takes
 * many requests is drawn so much more rarely that it costs no more than others on average.
 */
function chanceOf({ row, cost }: Definition): number {
  const drawn = row === null || row.index === 0 ? 1 : Math.min(1, row.drawn / (row.of - 1));
  return cost > USUAL ? (drawn * USUAL) / cost : drawn;
}

/** The fraction, 0 to 1, of the drawn checks that the budget allows beside those made in any case. */
function shareOf(firsts: readonly Definition[], others: readonly Definition[], choice: Choice): number {
  const { budget = Number.POSITIVE_INFINITY, lacks = () => false } = choice;
  const isTried = ({ needs, waits }: Definition) =>
    !needs.some(lacks) && !(lacks('clock') && waits && seconds(waits) > SHORT_WAIT_S);
  // Those that are made in any case share what they prepare.
  const kept = firsts.filter(isTried).reduce((sum, { requests }) => sum + requests, 0);
  const drawn = others
    .filter(isTried)
    .reduce((sum, each) => sum + chanceOf(each) * Math.max(each.requests, each.cost), 0);
  return kept + drawn <= budget ? 1 : Math.max(0, budget - kept) / drawn;
}

/** Titles of the existing checks, by requirement or observation. */
export function plannedChecks(suites: readonly Suite[]): Map<string, string[]> {
  const planned = new Map<string, string[]>();
  const add = (id: string, sentence: string) => planned.set(id, [...(planned.get(id) ?? []), sentence]);
  for (const { file, definitions, lost } of suites) {
    for (const { id, title, kind } of definitions) add(id, kind === 'observation' ? file : `${file}: ${title}`);
    for (const id of lost) add(id, `${file}, which could not be imported`);
  }
  return planned;
}
