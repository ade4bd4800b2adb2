import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { Certificate } from '../../engine/evidence/certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'certify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let runs = 0;

/** In seconds: no run that has to end in bounded time takes longer, even on a busy machine. */
export const BOUNDED = 120;

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  /** The folder given as --out. */
  readonly out: string;
  readonly certificate: Certificate | null;
}

/** Settings of a sandbox merchant at this address. */
export function merchantAt(url: string): Record<string, string> {
  return { TARGET_BASE_URL: url, TARGET_API_KEY: 'svc_test_sk_0123456789abcdef', TARGET_MERCHANT_ID: 'mch_test_1' };
}

/** A folder that no run has used. */
export function newFolder(): string {
  return join(folder, String(++runs));
}

/** Runs the command as a user would, with only these settings and, by default, a new folder. `meanwhile` may interrupt or kill it. */
export async function certify(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  meanwhile: (running: {
    interrupt(): void;
    kill(): void;
    said(words: string): Promise<void>;
    told(words: string): Promise<void>;
  }) => Promise<void> = async () => {},
  out = newFolder(),
): Promise<Ended> {
  const began = performance.now();
  const command = [join(import.meta.dirname, 'main.ts'), '--out', out, ...args];
  const child = spawn(process.execPath, command, { env: { PATH: process.env.PATH, ...settings } });
  let stdout = '';
  let stderr = '';
  const listeners = new Set<() => unknown>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const look of listeners) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    for (const look of listeners) look();
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const until = async (has: () => boolean) => {
    await Promise.race([
      ended,
      new Promise<void>((resolve) => {
        const look = () => has() && resolve();
        listeners.add(look);
        look();
      }),
    ]);
  };
  await meanwhile({
    interrupt: () => child.kill('SIGINT'),
    kill: () => child.kill('SIGKILL'),
    /** On standard error. */
    said: (words) => until(() => stderr.includes(words)),
    /** On standard output. */
    told: (words) => until(() => stdout.includes(words)),
  });
  const status = await ended;
  const seconds = (performance.now() - began) / 1_000;
  // Output is written for users: never a stack trace.
  expect(`${stdout}\n${stderr}`).not.toMatch(/^\s+at .+(?::\d+:\d+|\(native\)|<anonymous>)|node:internal|Unhandled/m);
  return { status, stdout, stderr, seconds, out, certificate: certificateIn(out) };
}

function certificateIn(out: string): Certificate | null {
  try {
    return JSON.parse(readFileSync(join(out, 'certificate.json'), 'utf8')) as Certificate;
  } catch {
    return null;
  }
}

/** Outcome of one requirement. */
export function outcomeOf({ certificate }: Ended, id: string): string | undefined {
  return certificate?.requirements.find((requirement) => requirement.id === id)?.outcome;
}

/** Every file that a run has left, with its content. */
export function filesIn(out: string): { name: string; content: Buffer }[] {
  return readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, content: readFileSync(join(entry.parentPath, entry.name)) }));
}
