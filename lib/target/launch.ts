import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type SettingName, SettingsError } from './settings.ts';

/** A target that this run started as a process of its own. It holds no other handle on it than these settings. */
export interface Launched {
  readonly settings: Partial<Record<SettingName, string>>;
  /** Ends the process: asks first, insists after two seconds. */
  stop(): Promise<void>;
}

const reference = fileURLToPath(new URL('../reference/main.ts', import.meta.url));

export function launchReference(): Promise<Launched> {
  return launch('the embedded reference', process.execPath, [reference, '--settings']);
}

/** Starts a program that prints one line of settings (JSON, setting names as keys) and ends when its standard input closes. */
export async function launch(name: string, command: string, args: readonly string[]): Promise<Launched> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => {});
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-2_000);
  });
  const stop = () => stopProcess(child);
  try {
    return { settings: await firstLine(child, () => complaints, name), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function firstLine(child: ChildProcess, complaints: () => string, name: string): Promise<Launched['settings']> {
  if (child.stdout === null) throw new SettingsError(`${name} could not be started: no standard output`);
  const lines = createInterface({ input: child.stdout });
  const deadline = AbortSignal.timeout(20_000);
  const line = await Promise.race([
    once(lines, 'line', { signal: deadline }).then(([text]) => String(text)),
    once(child, 'error').then(([error]) => {
      throw new SettingsError(`${name} could not be started: ${String(error)}`);
    }),
    once(child, 'exit').then(([code]) => {
      throw new SettingsError(
        `${name} ended with status ${code} before it was ready. ${complaints().trim().split('\n')[0]}`,
      );
    }),
  ]).catch((error: unknown) => {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(`${name} printed no settings within 20 s`);
  });
  // Whatever it prints later must not fill the pipe.
  lines.on('line', () => {});
  try {
    return JSON.parse(line) as Launched['settings'];
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
