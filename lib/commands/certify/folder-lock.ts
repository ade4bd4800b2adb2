import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lockFile } from '../../engine/evidence/manifest.ts';
import { SettingsError } from '../../engine/run/target.ts';

/**
 * Locks a folder for one run until it is released: two runs would mix their files. The lock is a database in an open transaction: the
 * operating system releases it when the process ends, however it ends. The empty lock file is kept: a file that is deleted while another
 * process opens it would lock nothing. Throws SettingsError if another run holds the folder.
 */
export function lockFolder(out: string): { release(): void } {
  const file = join(out, lockFile);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    const held = database;
    return { release: () => held.close() };
  } catch (error) {
    database?.close();
    const words = error instanceof Error ? error.message : String(error);
    throw new SettingsError(
      /locked|busy/i.test(words)
        ? `--out: a run is under way here: ${file} is in use`
        : `--out: ${file} cannot be used: ${words}`,
    );
  }
}
