import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Suite } from './suites.ts';

/** Which suite files define checks of which requirement or observation, and the state of the sources from which that was learnt. */
const memory = z.strictObject({ sources: z.string(), holders: z.record(z.string(), z.array(z.string())) });

/**
 * Remembers, from one load of all suites to the next, which files define which checks, so that a run of few requirements need not load all.
 * Once a source has changed it knows nothing until the next load. Make it before that load: what changes meanwhile is then no part of what it
 * learns.
 */
export class Holders {
  readonly #file: string;
  /** Of the sources when this was made. */
  readonly #digest: string;

  /** `file`: where it is kept. `sources`: folders on whose files it depends. */
  constructor(file: string, sources: readonly string[]) {
    this.#file = file;
    this.#digest = digestOf(sources);
  }

  /** The files, as `Suite.file`, that define checks of these ids; null where that is not known. */
  filesOf(ids: Iterable<string>): ReadonlySet<string> | null {
    try {
      const { sources, holders } = memory.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
      return sources === this.#digest ? new Set([...ids].flatMap((id) => holders[id] ?? [])) : null;
    } catch {
      return null;
    }
  }

  /** Learns from all suites. Not where one could not be imported: what it defines is unknown. */
  learn(suites: readonly Suite[]): void {
    if (suites.some(({ fault }) => fault !== null) || this.filesOf([]) !== null) return;
    const holders: Record<string, string[]> = {};
    for (const { file, definitions } of suites)
      for (const id of new Set(definitions.map((each) => each.id))) holders[id] = [...(holders[id] ?? []), file];
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      // Several runs may begin at once.
      const part = `${this.#file}.${process.pid}`;
      writeFileSync(part, JSON.stringify({ sources: this.#digest, holders }));
      renameSync(part, this.#file);
    } catch {
      // An installation that cannot be written to loads all suites each time.
    }
  }
}

/** Names, sizes and times of change of all files. A time of change cannot be set, as an archive or a copy sets that of modification. */
function digestOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const { ctimeMs, size } = statSync(join(folder, name));
      hash.update(`${folder}/${name} ${ctimeMs} ${size}\n`);
    }
  return hash.digest('hex');
}
