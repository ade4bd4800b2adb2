import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inTurns, median } from './compare.ts';
import { type Timed, timed } from './timed.ts';

/** As `npm run verify` has it: nearly all that is read stays alive, see `verify/beside.ts`. */
const YOUNG_GENERATION = ['--min-semi-space-size=32', '--max-semi-space-size=32'] as const;

/** The commands that users wait for, shortest first. All are run with the checkout's own Node. */
export const waits = {
  requirement: ['lib/commands/certify/main.ts', '--requirement', 'checkout.created', '--out', 'OUT/one'],
  standard: ['lib/commands/certify/main.ts', '--profile', 'standard', '--out', 'OUT/standard'],
  everything: ['lib/commands/certify/main.ts', '--out', 'OUT/everything'],
  verify: [...YOUNG_GENERATION, 'lib/commands/verify/main.ts', 'OUT/everything'],
  proof: ['lib/proof/scoreboard/main.ts', '--quick', '--out', 'OUT/proof'],
  tests: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'lib'],
} as const satisfies Record<string, readonly string[]>;
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
        const args = waits[name].map((arg) => arg.replace('OUT', join(scratch, place)));
        const took = await timed(join(folder, 'node_modules/.bin/node'), args, { cwd: folder, env: env(folder) });
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
