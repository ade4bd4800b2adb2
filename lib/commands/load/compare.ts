import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { SettingsError } from '../../engine/run/target.ts';
import { readSettings, type Settings } from '../../interface/target/settings.ts';
import { compareScript, type Recorded, type ScriptComparison } from '../../load/compare/compare.ts';
import { Incomparable, readRecorded } from '../../load/compare/folders.ts';
import type { CompareOptions } from '../../load/compare/latencies.ts';
import { comparisonTable } from '../../load/compare/table.ts';
import { compareTurns } from '../../load/compare/turns.ts';
import { comparePage } from '../../load/pages/compare-page.ts';

export interface CompareWishes {
  /** Relative change below which nothing counts as changed, such as 0.05. */
  readonly tolerance: number;
  /** Print JSON instead of tables. */
  readonly json: boolean;
  /** Folder for the comparison and for the results of each turn. */
  readonly out: string;
  /** How many times each of two targets is loaded; null: `TURNS`. */
  readonly turns: number | null;
  /** Loads a target once with `steady` and returns the recorded results. `again`: the target was loaded before. */
  readonly load: (settings: Settings, name: string, again: boolean) => Promise<Recorded>;
}

/** Default number of turns: A B A B. */
const TURNS = 2;

/** Bootstrap resamplings: the ends of a 95% interval are about the tenth lowest and the tenth highest of 400 values. */
const RESAMPLINGS = 400;

/**
 * Compares two runs by the results in their folders, or two targets by running `steady` at each in alternation. Returns the exit status: 1
 * if B is worse, 2 if latencies could not be compared, else 0. Throws Incomparable or SettingsError.
 */
export async function compareRuns(sides: readonly string[], wishes: CompareWishes): Promise<0 | 1 | 2> {
  const [first, second, ...more] = sides;
  if (first === undefined || second === undefined || more.length > 0)
    throw new Incomparable(
      'compare takes two folders, or two files with the settings of a target each: npm run load -- compare A B',
    );
  const files = [await isFile(first), await isFile(second)];
  if (files.includes(true) !== files.every(Boolean))
    throw new Incomparable(`${first} and ${second}: one is a file with settings, the other a folder with results`);
  if (files.includes(false) && wishes.turns !== null)
    throw new Incomparable('--turns is for two targets: A and B are then files with the settings of each');
  const { tolerance, json, out } = wishes;
  const options = { tolerance, resamplings: RESAMPLINGS };
  const { compared, gone, added } = files.includes(true)
    ? { compared: [await inTurns(first, second, wishes, options)], gone: [], added: [] }
    : await ofFolders(first, second, options);
  await mkdir(out, { recursive: true });
  const page = join(out, 'comparison.html');
  const turns = files.includes(true) ? (wishes.turns ?? TURNS) : 1;
  const all = { a: first, b: second, turns, compared, gone, added };
  await writeFile(page, comparePage(all));
  await writeFile(join(out, 'comparison.json'), `${JSON.stringify(all, null, 2)}\n`);
  console.error(`page: ${page}`);
  if (json) process.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
  else {
    for (const each of compared) console.log(`${comparisonTable(each)}\n`);
    if (gone.length > 0) console.log(`only in A: ${gone.join(', ')}`);
    if (added.length > 0) console.log(`only in B: ${added.join(', ')}`);
  }
  const has = (one: ScriptComparison['change']) => compared.some(({ change }) => change === one);
  return has('worse') ? 1 : has('not comparable') ? 2 : 0;
}

async function ofFolders(first: string, second: string, options: CompareOptions) {
  const [a, b] = [await readRecorded(first), await readRecorded(second)];
  const compared = [...b].flatMap(([script, later]): ScriptComparison[] => {
    const earlier = a.get(script);
    return earlier === undefined ? [] : [compareScript(earlier, later, options)];
  });
  if (compared.length === 0) throw new Incomparable(`${first} and ${second} have no script in common`);
  return {
    compared,
    gone: [...a.keys()].filter((script) => !b.has(script)),
    added: [...b.keys()].filter((script) => !a.has(script)),
  };
}

async function inTurns(
  first: string,
  second: string,
  { turns, load }: CompareWishes,
  options: CompareOptions,
): Promise<ScriptComparison> {
  // Both files are read, and checked, before any request is sent.
  const targets = [await settingsIn(first), await settingsIn(second)] as const;
  const [a, b]: [Recorded[], Recorded[]] = [[], []];
  for (let turn = 0; turn < (turns ?? TURNS); turn++) {
    a.push(await load(targets[0], `${turn + 1}-A`, turn > 0));
    b.push(await load(targets[1], `${turn + 1}-B`, turn > 0));
  }
  return compareTurns(a, b, options);
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/**
 * Reads the settings of one target from a file of NAME=VALUE lines, or of the JSON that the reference prints. TARGET_* variables of the
 * environment are ignored. Throws SettingsError.
 */
async function settingsIn(path: string): Promise<Settings> {
  const text = await readFile(path, 'utf8');
  const told = text.trimStart().startsWith('{') ? inJson(path, text) : parseEnv(text);
  const mine = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TARGET_')));
  const settings = readSettings({ ...mine, ...told });
  if (settings.baseUrl === null) throw new SettingsError(`${path} has no TARGET_BASE_URL`);
  return settings;
}

function inJson(path: string, text: string): Record<string, string> {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(text));
  } catch {
    throw new SettingsError(`${path} is no JSON object of settings`);
  }
}
