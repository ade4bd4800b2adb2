import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mutant } from '../../mutants/index.ts';
import type { Job } from '../types.ts';
import { type Candidate, type Explored, exploreAll, median } from './exploring.ts';

/** The present content of `proof.json`; empty if there is no such file. */
export function proofIn(folder: string): Record<string, unknown> {
  const file = join(folder, 'proof.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};
}

/** Adds fields to `proof.json`. Returns its path. */
export async function addToProof(folder: string, more: object): Promise<string> {
  const file = join(folder, 'proof.json');
  await writeFile(file, `${JSON.stringify({ ...proofIn(folder), ...more }, null, 2)}\n`);
  return file;
}

/** Explores mutants and clean targets, and adds the results to `proof.json`. Returns the exit status. */
export async function proveByExploring(
  mutants: readonly Mutant[],
  clean: readonly Pick<Job, 'name' | 'target'>[],
  { folder, seed, requests }: { folder: string; seed: number; requests: number },
): Promise<0 | 1> {
  const candidates: Candidate[] = [
    ...clean.map(({ name, target }) => ({ name, target, breaks: null })),
    ...mutants.map(({ name, breaks }) => ({ name, target: [name], breaks })),
  ];
  console.error(`exploring ${mutants.length} mutants and ${clean.length} that must be clean, seed ${seed}`);
  const all = await exploreAll(candidates, { requests, seed, onExplored: (each) => console.error(lineOf(each)) });
  const totals = totalsOf(all);
  const file = await addToProof(folder, { exploration: { seed, requests, ...totals, targets: all } });
  console.log(
    [
      `${totals.found} of ${totals.mutants} mutants found, ${totals.named} of them at the requirement that they name; median ${totals.medianSteps} steps`,
      `${totals.clean} of ${totals.clean + totals.blamed.length} that are legal came out clean`,
      ...totals.blamed.map((name) => `✗ ${name} was blamed`),
      ...totals.faults.map((fault) => `✗ ${fault}`),
      `${totals.medianJudgedPerSecond.toLocaleString('en')} exchanges judged a second of one processor (median) · ${file}`,
    ].join('\n'),
  );
  return totals.blamed.length + totals.faults.length === 0 ? 0 : 1;
}

function lineOf({ name, breaks, found, reason, steps, requests, reached, of, fault }: Explored): string {
  if (fault !== null) return `✗ ${name}: ${fault}`;
  if (found === null)
    return `${breaks === null ? '✓' : '·'} ${name}: nothing in ${requests} requests, ${reached} of ${of} pairs`;
  const mark = breaks === null ? '✗' : '✓';
  return `${mark} ${name}: ${found} in ${steps} steps, after ${requests} requests (${reason})`;
}

function totalsOf(all: readonly Explored[]) {
  const tried = all.filter(({ fault }) => fault === null);
  const mutants = tried.filter(({ breaks }) => breaks !== null);
  const found = mutants.filter((each) => each.found !== null);
  const blamed = tried.filter((each) => each.breaks === null && each.found !== null);
  return {
    mutants: mutants.length,
    found: found.length,
    named: found.filter((each) => each.found === each.breaks).length,
    medianSteps: median(found.map(({ steps }) => steps)),
    medianJudgedPerSecond: median(tried.map(({ judgedPerSecond }) => judgedPerSecond)),
    clean: tried.length - mutants.length - blamed.length,
    blamed: blamed.map(({ name }) => name),
    faults: all.flatMap(({ name, fault }) => (fault === null ? [] : `${name}: ${fault}`)),
  };
}
