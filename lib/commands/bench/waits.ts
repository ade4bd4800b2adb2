import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { inTurns, median } from './compare.ts';
import { type Timed, timed } from './timed.ts';

/** The commands that users wait for, shortest first: a script of the checkout's package.json, and what follows it. */
export const waits = {
  requirement: ['certify', '--requirement', 'checkout.created', '--out', 'OUT/one'],
  standard: ['certify', '--profile', 'standard', '--out', 'OUT/standard'],
  everything: ['certify', '--out', 'OUT/everything'],
  verify: ['verify', 'OUT/everything'],
  proof: ['prove', '--quick', '--out', 'OUT/proof'],
  tests: ['test'],
} as const satisfies Record<string, readonly [script: string, ...args: string[]]>;
export type Wait = keyof typeof waits;

/** Measured if no wait is named: the others take minutes. `verify` reads the evidence that `everything` leaves, so it comes after it. */
export const usualWaits: readonly Wait[] = ['requirement', 'standard', 'everything', 'verify'];

export interface Waiting {
  readonly only: readonly Wait[];
  readonly rounds: number;
  /** Another checkout with its packages installed; each wait is measured there alternately. Null: none. */
  readonly against: string | null;
}

/** Yields one line per wait as soon as it has been measured. Throws if a command fails. */
export async function* benchWaits({ only, rounds, against }: Waiting): AsyncGenerator<string> {
  const here = fileURLToPath(new URL('../../../', import.meta.url));
  const scratch = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    for (const name of only) {
      const [ours, theirs]: [Timed[], Timed[]] = [[], []];
      const times = (folder: string, place: string, into: Timed[]) => async () => {
        const [script = '', ...args] = waits[name].map((arg) => arg.replace('OUT', join(scratch, place)));
        const command = [await scriptOf(folder, script), ...args].join(' ');
        const took = await timed('sh', ['-c', command], { cwd: folder, env: env(folder) });
        into.push(took);
        return took.wall;
      };
      const one = times(here, 'here', ours);
      if (against === null) {
        for (let round = 0; round < rounds; round++) await one();
        yield `${name}: ${inSeconds(ours)}`;
      } else {
        const { ratios } = await inTurns(rounds, one, times(against, 'there', theirs));
        const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
        yield `${name}: ratio ${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)}) — ${inSeconds(ours)}; there ${inSeconds(theirs)}`;
      }
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The script as that checkout has it, without npm, which takes part of a second. Throws if there is none. */
async function scriptOf(folder: string, name: string): Promise<string> {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const script = scripts[name];
  if (script === undefined) throw new Error(`${folder}: package.json has no script ${name}`);
  return script;
}

/** No target settings, so that the embedded reference is certified. */
const env = (folder: string) => ({
  PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
  HOME: process.env.HOME,
  NO_COLOR: '1',
});

function inSeconds(figures: readonly Timed[]): string {
  const wall = median(figures.map((each) => each.wall));
  const cpu = median(figures.map((each) => each.cpu));
  return `${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU`;
}
