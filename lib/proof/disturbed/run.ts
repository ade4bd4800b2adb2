import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Disturbance, disturb, disturbAt, environmentFor, type When } from './disturbances.ts';
import { type Started, start } from './targets.ts';
import { openWebhookWay } from './webhook-way.ts';

const command = fileURLToPath(new URL('../../commands/certify/main.ts', import.meta.url));

const certificates = z.looseObject({
  verdict: z.string(),
  harness: z.record(z.string(), z.number()).optional(),
  requirements: z.array(
    z.looseObject({ id: z.string(), outcome: z.string(), reason: z.string().nullable().optional() }),
  ),
});

export interface Ended {
  /** Null if there is no certificate. */
  readonly verdict: string | null;
  readonly failed: readonly string[];
  /** `told`: the reason says that this machine was too slow. */
  readonly blocked: readonly { id: string; told: boolean }[];
  readonly harness: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/** Certifies an implementation while the harness is disturbed. `asked`: further arguments of certify. */
export async function certified(
  how: Disturbance,
  implementation: Started,
  { out, seed, when, asked }: { out: string; seed: number; when: When; asked: readonly string[] },
): Promise<Ended> {
  const target = await start(implementation);
  const way = how === 'webhooks' || (how === 'wall' && when.atWebhook !== undefined) ? await openWebhookWay() : null;
  const jumpFile = `${out}.jump`;
  const ends: (() => void)[] = [];
  const began = performance.now();
  rmSync(jumpFile, { force: true });
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  try {
    const harness = spawn(process.execPath, [command, '--out', out, '--seed', String(seed), ...asked], {
      env: {
        ...withoutSettings(process.env),
        ...environmentFor(how, when, jumpFile),
        ...target.settings,
        ...way?.settings,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    way?.onArrival((nth) => ends.push(disturbAt(how, harness, nth, when, jumpFile)));
    let said = '';
    let begun = false;
    harness.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2_000);
      // Earlier the command only loads its modules, and a stop would disturb nothing.
      if (begun || !said.includes('certifying ')) return;
      begun = true;
      ends.push(disturb(how, harness, when, jumpFile));
    });
    const [status] = await once(harness, 'exit').finally(() => {
      for (const end of ends) end();
    });
    const seconds = (performance.now() - began) / 1_000;
    if (status !== 0 && status !== 1) {
      console.error(`it ended with ${String(status)}: ${said.trim().split('\n').at(-1)}`);
      return { verdict: null, failed: [], blocked: [], harness: {}, seconds };
    }
    return { ...read(join(out, 'certificate.json')), seconds };
  } finally {
    way?.close();
    rmSync(jumpFile, { force: true });
    await target.stop();
  }
}

function read(file: string): Omit<Ended, 'seconds'> {
  const { verdict, harness = {}, requirements } = certificates.parse(JSON.parse(readFileSync(file, 'utf8')));
  const of = (outcome: string) => requirements.filter((each) => each.outcome === outcome);
  const told = (reason: string | null | undefined) => /this machine was too slow/.test(reason ?? '');
  return {
    verdict,
    failed: of('failed').map(({ id }) => id),
    blocked: of('blocked').map(({ id, reason }) => ({ id, told: told(reason) })),
    harness,
  };
}

function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(TARGET|CAPTURE|PAGE)_|^CI$|^GITHUB_/.test(name)),
  );
}
