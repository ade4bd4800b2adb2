import { createHash } from 'node:crypto';
import type { Depth } from '../../engine/checks/suites.ts';
import type { Chapter, RequirementEntry, RequirementId } from '../../interface/register/index.ts';
import type { Mutant } from '../mutants/index.ts';
import type { Job } from './types.ts';

type Entry = RequirementEntry & { readonly id: RequirementId };

export interface PlanOptions {
  readonly seed: number;
  /** Every other check as well, in place of a sample. */
  readonly all: boolean;
  /** With all: how many checks of each of the others; all of them, if it is left out. */
  readonly depth?: Depth;
  /** Everything happens that the checks of what is broken make happen, also where one of them has failed. */
  readonly thorough?: boolean;
}

/** How many requirements beside the broken one are looked at: of the same chapter, and of the others. */
const SAMPLE = { near: 8, far: 8 } as const;

/** Pages need a browser, rate limits a service for themselves: looked at beside a defect only where it is of their own chapter. */
const COSTLY: readonly Chapter[] = ['hosted-pages', 'rate-limit'];

/** More requirements than this are as much as a whole run. */
const MANY = 200;

/** What is run against a mutant: all checks of what it breaks, then a sample of the rest, the same for the same seed. */
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

/** The checks of these chapters against what is legal: none may fail, and none may be kept from telling. */
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

/** Where chance puts something, from 0 to 2^32: the same text always at the same place. */
export function placeOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0);
}
