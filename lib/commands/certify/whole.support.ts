import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import type { Certificate } from '../../engine/evidence/certificate.ts';
import { type Launched, launch } from '../../interface/target/launch.ts';

/** Whole certifications, as a user runs them, and the verification of their evidence. */
const out = mkdtempSync(join(tmpdir(), 'certify-whole-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

export interface Whole {
  readonly status: number | null;
  readonly certificate: Certificate;
  readonly said: string;
}

/** `seed`: its draws within checks are in the table of expectations (npm run predicates). */
export async function certify(
  name: string,
  seed: number,
  settings: Launched['settings'] = {},
  args: readonly string[] = [],
): Promise<Whole> {
  const folder = join(out, name);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, '--out', folder, '--seed', String(seed), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const status = await new Promise<number | null>((done) => child.on('close', done));
  return { status, certificate: JSON.parse(readFileSync(join(folder, 'certificate.json'), 'utf8')), said };
}

/** Runs `verify`, a separate process that sends nothing to the target. */
export function verified(name: string): { status: number | null; said: string; contradictions: string[] } {
  const main = fileURLToPath(new URL('../verify/main.ts', import.meta.url));
  const env = { PATH: process.env.PATH, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, join(out, name)], { env, encoding: 'utf8' });
  const said = stdout + stderr;
  return { status, said, contradictions: said.split('\n').filter((line) => line.startsWith('✗')) };
}

export function told({ requirements }: Certificate, outcome: string): string[] {
  return requirements.filter((each) => each.outcome === outcome).map(({ id, reason }) => `${id}: ${reason}`);
}

/** An implementation that shares no code with the reference. */
export function launchSecond(): Promise<Launched> {
  const main = fileURLToPath(new URL('../../proof/second/main.ts', import.meta.url));
  return launch('the second implementation', process.execPath, [main]);
}

/** Certifies the second implementation: it is conformant in what its control interface lets be exercised, and the evidence agrees. */
export async function secondIsConformant(args: readonly string[] = [], known: readonly string[] = []): Promise<Whole> {
  const second = await launchSecond();
  try {
    const whole = await certify('second', 3, second.settings, args);
    expect(told(whole.certificate, 'failed')).toEqual([]);
    expect(told(whole.certificate, 'blocked')).toEqual([]);
    // The second implementation has no endpoint for a buyer's release, and its live console accepts only https addresses: anything else
    // that is not exercised would be a gap of the suites.
    const lacks = /buyer-release|no live webhooks/;
    expect(told(whole.certificate, 'not_exercised').filter((line) => !lacks.test(line))).toEqual(known);
    expect(whole.status).toBe(0);
    const { contradictions, status } = verified('second');
    expect({ contradictions, status }).toEqual({ contradictions: [], status: 0 });
    return whole;
  } finally {
    await second.stop();
  }
}
