/** Finds the services that run on this machine, for other commands of the same user. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Addresses and token of a running service, and its first sandbox merchant. */
export interface Running {
  readonly sandboxUrl: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly merchantId: string;
  readonly apiKey: string;
  readonly webhookUrl: string | null;
}

/**
 * Writes a note that this process runs a service, removed when it ends. Only this user can read the keys and token in it. Throws if it
 * cannot be written.
 */
export function noteRunning(running: Running): void {
  const folder = notes();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${process.pid}.json`);
  // A file left by an ended process may have other permissions.
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(running), { mode: 0o600 });
  process.on('exit', () => rmSync(file, { force: true }));
}

/** The noted services, latest first. Includes those that were killed and so could not remove their note. */
export function noted(): Running[] {
  const folder = notes();
  const files = readNames(folder).map((name) => join(folder, name));
  return files
    .flatMap((file) => {
      const running = read(file);
      return running === null ? [] : [running];
    })
    .sort((one, other) => other.at - one.at)
    .map(({ running }) => running);
}

/** In the user's cache folder, so that it does not depend on the current folder. */
function notes(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'merchant-payments-conformance', 'running');
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

/** Null if the file is still being written, or has been removed. */
function read(file: string): { running: Running; at: number } | null {
  try {
    return { running: JSON.parse(readFileSync(file, 'utf8')) as Running, at: statSync(file).mtimeMs };
  } catch {
    return null;
  }
}
