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
  /** A share: 0.05. */
  readonly tolerance: number;
  /** Print it as JSON in place of the tables. */
  readonly json: boolean;
  /** Where the comparison goes, and what each turn left. */
  readonly out: string;
  /** How often each of two targets is loaded; null: as usual. */
  readonly turns: number | null;
  /** Loads a target once with `steady`, and returns what that left. */
  readonly load: (settings: Settings, name: string, again: boolean) => Promise<Recorded>;
}

/** Turns where nothing else is asked for: A B A B. */
const TURNS = 2;

/** Resamplings for an interval of 95%: its ends are the tenth of 400 from below and from above. */
const RESAMPLINGS = 400;

/**
 * Compares two runs by what they left in their folders, or two targets by what `steady` says of them in turns. Returns the exit status:
 * 0; 1 where B is worse; 2 where latencies could not be compared. Throws Incomparable or SettingsError.
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
  // Both before anything is sent.
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

/** The settings of one target in a file: lines of NAME=VALUE, or the line of JSON that the reference prints. What the environment says of a target is none of them. */
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
