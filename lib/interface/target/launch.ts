import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { MODULE_EXTENSION } from '../../engine/modules.ts';
import { SettingsError } from '../../engine/run/target.ts';
import type { SettingName } from './settings.ts';

/** A target that this run started as a separate process. The run knows nothing of it but these settings. */
export interface Launched {
  readonly settings: Partial<Record<SettingName, string>>;
  /** Ends the process: SIGTERM, and SIGKILL after two seconds. */
  stop(): Promise<void>;
}

const reference = fileURLToPath(new URL(`../../proof/reference/main${MODULE_EXTENSION}`, import.meta.url));

export function launchReference(): Promise<Launched> {
  return launch('the embedded reference', process.execPath, [reference, '--settings']);
}

/** Starts a program that prints one line of settings (JSON, setting names as keys) and ends when its standard input closes. */
export async function launch(
  name: string,
  command: string,
  args: readonly string[],
  readyWithinMs = 20_000,
): Promise<Launched> {
  // Detached: Ctrl-C reaches only this program, which then ends the other one.
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true, windowsHide: true });
  child.stdin.on('error', () => {});
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-2_000);
  });
  const stop = () => stopProcess(child);
  try {
    return { settings: settingsIn(await firstLine(child, () => complaints, name, readyWithinMs), name), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function firstLine(
  child: ChildProcess,
  complaints: () => string,
  name: string,
  readyWithinMs: number,
): Promise<string> {
  if (child.stdout === null) throw new SettingsError(`${name} could not be started: no standard output`);
  const lines = createInterface({ input: child.stdout });
  const deadline = AbortSignal.timeout(readyWithinMs);
  const line = await Promise.race([
    once(lines, 'line', { signal: deadline }).then(([text]) => String(text)),
    // Rejects if the program cannot be started: then it never ends.
    once(child, 'exit').then(([code, signal]) => {
      throw new SettingsError(
        `${name} ended with ${code === null ? signal : `status ${code}`} before it was ready. ${complaints().trim().split('\n')[0]}`.trim(),
      );
    }),
  ]).catch((error: unknown) => {
    if (error instanceof SettingsError) throw error;
    if (deadline.aborted)
      throw new SettingsError(
        `${name} printed no settings within ${readyWithinMs / 1000} s: if this machine is busy, run it again when it is idle`,
      );
    throw new SettingsError(`${name} could not be started: ${error instanceof Error ? error.message : String(error)}`);
  });
  // Later output must not fill the pipe.
  lines.on('line', () => {});
  return line;
}

function settingsIn(line: string, name: string): Launched['settings'] {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(line));
  } catch {
    throw new SettingsError(`${name} printed something else than one line of settings: ${line.slice(0, 100)}`);
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.stdin?.end();
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await gone;
  clearTimeout(insist);
}
