import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Appearance } from '../../run/disguise/appearance.ts';
import { timeOfDay } from '../../time/clock.ts';
import { tables } from './tables.ts';

/** What a run is: whoever goes on with it needs the same. No secrets. */
export interface Identity {
  readonly version: string;
  readonly registerDigest: string;
  readonly seed: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Names follow from it: those of what is gone on with must be the same. Its secret is none of the target's. */
  readonly appearance: Appearance;
  /** As the command was given them. */
  readonly selection: {
    readonly chapter?: readonly string[];
    readonly requirement?: readonly string[];
    readonly profile?: string;
    readonly exhaustive?: boolean;
  };
  /** Settings by name: whatever decides what the run meets, secrets excepted. */
  readonly settings: Readonly<Record<string, string | number | null>>;
  /** For the key under which the rest is encrypted, in base64. */
  readonly salt: string;
}

export interface Found {
  readonly identity: Identity;
  readonly finished: boolean;
  /** Where the capture server listened; null where it never did. */
  readonly port: number | null;
}

/** The file cannot be used: one clear line. `underWay`: another process has it open. */
export class RunStoreError extends Error {
  override readonly name = 'RunStoreError';
  readonly underWay: boolean;

  constructor(message: string, underWay = false) {
    super(message);
    this.underWay = underWay;
  }
}

/** What is in a run store's file; null where there is none. Throws RunStoreError where it cannot be read. */
export function lookAt(file: string): Found | null {
  if (!existsSync(file)) return null;
  return using(file, (database) => {
    const all = database.prepare('SELECT name, value FROM meta').all() as { name: string; value: string }[];
    const meta = new Map(all.map(({ name, value }) => [name, value]));
    const identity = meta.get('identity');
    if (identity === undefined) throw new RunStoreError(`${file} is no journal of a run`);
    const port = meta.get('port');
    return {
      identity: JSON.parse(identity) as Identity,
      finished: meta.has('finished'),
      port: port === undefined ? null : Number(port),
    };
  });
}

/** The capture server's part of a run store. */
export function webhooksOf(file: string): string {
  return `${file}-webhooks`;
}

/** Begins the store of a new run, in place of what is there. */
export function begin(file: string, identity: Identity): void {
  discard(file);
  using(file, (database) => {
    database.exec(tables);
    database.prepare('INSERT INTO meta VALUES (?, ?)').run('identity', JSON.stringify(identity));
  });
}

/** The certificate is written: nothing is left to go on with. */
export function finish(file: string): void {
  using(file, (database) => {
    database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run('finished', new Date(timeOfDay()).toISOString());
  });
}

/** Keeps an unfinished run out of the way of a new one. Returns the file's new name. */
export function setAside(file: string, { startedAt }: Identity): string {
  const at = new Date(startedAt)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const aside = join(dirname(file), `run-${at}.sqlite`);
  // Opened and closed, all of it is in the one file.
  using(file, (database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  discard(aside);
  renameSync(file, aside);
  if (existsSync(webhooksOf(file))) {
    using(webhooksOf(file), (database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    renameSync(webhooksOf(file), webhooksOf(aside));
  }
  return aside;
}

/** Removes a run store that no run goes on with. */
export function discard(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) {
    rmSync(file + end, { force: true });
    rmSync(webhooksOf(file) + end, { force: true });
  }
}

function using<T>(file: string, work: (database: DatabaseSync) => T): T {
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(file);
    return work(database);
  } catch (error) {
    throw runStoreError(file, error);
  } finally {
    database?.close();
  }
}

/** Opens the file for this process alone. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Exclusive before the first use: no file for shared memory, and nobody else gets in.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; COMMIT;');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function runStoreError(file: string, error: unknown): RunStoreError {
  if (error instanceof RunStoreError) return error;
  const words = error instanceof Error ? error.message : String(error);
  if (/locked|busy/i.test(words)) return new RunStoreError(`a run is under way here: ${file} is in use`, true);
  return new RunStoreError(`the journal ${file} cannot be used: ${words}`);
}
