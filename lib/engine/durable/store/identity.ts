import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Appearance } from '../../run/disguise/appearance.ts';
import { timeOfDay } from '../../time/clock.ts';
import { TABLES } from './tables.ts';

/** What identifies a run: to resume it, all of this must be the same. Contains no secrets of the target. */
export interface Identity {
  readonly version: string;
  readonly registerDigest: string;
  readonly seed: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Names are derived from it, so a resumed run must have the same. Its secret is the run's own, not the target's. */
  readonly appearance: Appearance;
  /** As the command was given them. */
  readonly selection: {
    readonly chapter?: readonly string[];
    readonly requirement?: readonly string[];
    readonly profile?: string;
    readonly exhaustive?: boolean;
  };
  /** Settings by name: everything that affects the run, except secrets. */
  readonly settings: Readonly<Record<string, string | number | null>>;
  /** Salt of the encryption key, in base64. */
  readonly salt: string;
}

export interface Found {
  readonly identity: Identity;
  readonly finished: boolean;
  /** The port on which the capture server listened; null if it never did. */
  readonly port: number | null;
}

/** The file cannot be used: one line that says why. `underWay`: another process has it open. */
export class RunStoreError extends Error {
  override readonly name = 'RunStoreError';
  readonly underWay: boolean;

  constructor(message: string, underWay = false) {
    super(message);
    this.underWay = underWay;
  }
}

/** Reads what a run store's file holds; null if there is none. Throws RunStoreError if it cannot be read. */
export function lookAt(file: string): Found | null {
  if (!existsSync(file)) return null;
  return withDatabase(file, (database) => {
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

/** The file of the capture server's part of a run store. */
export function webhooksOf(file: string): string {
  return `${file}-webhooks`;
}

/** Begins the store of a new run, replacing any other in the file. */
export function begin(file: string, identity: Identity): void {
  discard(file);
  withDatabase(file, (database) => {
    database.exec(TABLES);
    database.prepare('INSERT INTO meta VALUES (?, ?)').run('identity', JSON.stringify(identity));
  });
}

/** Once a run's certificate is written it cannot be resumed: only who it was is kept, of a journal of up to a gigabyte. */
export function finish(file: string): void {
  const found = lookAt(file);
  if (found === null) return;
  begin(file, found.identity);
  withDatabase(file, (database) => {
    database.prepare('INSERT INTO meta VALUES (?, ?)').run('finished', new Date(timeOfDay()).toISOString());
  });
}

/** Renames an unfinished run's store so that a new run can begin. Returns the file's new name. */
export function setAside(file: string, { startedAt }: Identity): string {
  const at = new Date(startedAt)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const aside = join(dirname(file), `run-${at}.sqlite`);
  // The write-ahead log is merged, so that the one file holds everything.
  withDatabase(file, (database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  discard(aside);
  renameSync(file, aside);
  if (existsSync(webhooksOf(file))) {
    withDatabase(webhooksOf(file), (database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    renameSync(webhooksOf(file), webhooksOf(aside));
  }
  return aside;
}

/** Removes a run store that no run needs. */
export function discard(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) {
    rmSync(file + end, { force: true });
    rmSync(webhooksOf(file) + end, { force: true });
  }
}

function withDatabase<T>(file: string, work: (database: DatabaseSync) => T): T {
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
    // Exclusive before the first use: no shared-memory file is made, and no other process gets access.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; COMMIT;');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function runStoreError(file: string, error: unknown): RunStoreError {
  if (error instanceof RunStoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/locked|busy/i.test(message)) return new RunStoreError(`a run is under way here: ${file} is in use`, true);
  return new RunStoreError(`the journal ${file} cannot be used: ${message}`);
}
