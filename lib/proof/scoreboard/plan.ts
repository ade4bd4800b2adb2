import { createHash } from 'node:crypto';
import type { Depth } from '../../engine/checks/suites.ts';
import type { Chapter, RequirementEntry, RequirementId } from '../../interface/register/index.ts';
import type { Mutant } from '../mutants/index.ts';
import type { Job } from './types.ts';

type Entry = RequirementEntry & { readonly id: RequirementId };

export interface PlanOptions {
  readonly seed: number;
  /** Also run all other checks, instead of a sample. */
  readonly all: boolean;
  /** With `all`: how many checks of each other requirement; default: all. */
  readonly depth?: Depth;
  /** Run all checks of the broken requirement, even after one has failed. */
  readonly thorough?: boolean;
}

/** How many requirements besides the broken one are checked: of the same chapter, and of others. */
const SAMPLE = { near: 8, far: 8 } as const;

/** Pages need a browser, and rate limits a service of their own: sampled only for mutants of the same chapter. */
const COSTLY: readonly Chapter[] = ['hosted-pages', 'rate-limit'];

/** More requirements than this take as long as a whole run. */
const MANY = 200;

/** The job for a mutant: all checks of the requirement it breaks, then a sample of the others, the same for the same seed. */
export function jobFor(
  { name, breaks }: Pick<Mutant, 'name' | 'breaks'>,
  entries: readonly Entry[],
  { seed, all, depth = 'all', thorough = false }: PlanOptions,
): Job {
  const rest = entries.filter(({ id }) => id !== breaks);
  const target = [name];
  const own = { name, target, first: [breaks], untilFailed: !thorough };
  if (all) return { kind: 'whole', ...own, beside: rest.map(({ id }) => id), depth };
  const chapter = entries.find(({ id }) => id === breaks)?.chapter;
  const kind = chapter === 'hosted-pages' ? 'pages' : 'quick';
  const draw = (from: readonly Entry[], count: number) =>
    from
      .filter((entry) => entry.chapter === chapter || !COSTLY.includes(entry.chapter))
      .map(({ id }) => ({ id, place: placeOf(`${seed} ${name} ${id}`) }))
      .sort((a, b) => a.place - b.place)
      .slice(0, count)
      .map(({ id }) => id);
  const isCostly = chapter !== undefined && COSTLY.includes(chapter);
  const near = rest.filter((entry) => entry.chapter === chapter);
  const far = rest.filter((entry) => entry.chapter !== chapter);
  const beside = [...draw(near, isCostly ? 2 : SAMPLE.near), ...draw(far, SAMPLE.far)];
  return { kind, ...own, beside, depth: 'first' };
}

/** A job that runs the checks of these chapters against a correct target: none may fail or be blocked. */
export function cleanJob(
  name: string,
  target: Job['target'],
  entries: readonly Entry[],
  chapters: readonly Chapter[] | 'all',
  depth: Job['depth'] = 'all',
): Job {
  const touched = entries.filter(({ chapter }) => chapters === 'all' || chapters.includes(chapter));
  const pages = touched.some(({ chapter }) => chapter === 'hosted-pages');
  const kind = touched.length > MANY ? 'whole' : pages ? 'pages' : 'quick';
  return { kind, name, target, first: [], untilFailed: false, beside: touched.map(({ id }) => id), depth };
}

/** A pseudo-random number from 0 to 2^32, always the same for the same text. */
export function placeOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0);
}
