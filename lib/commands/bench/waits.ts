import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { inTurns, median } from './compare.ts';
import { launchSandbox } from './sandbox.ts';
import { type Timed, timed } from './timed.ts';

/** A script of the checkout's package.json and what follows it, run on the embedded reference unless another target is named. */
interface Command {
  readonly command: readonly [script: string, ...args: string[]];
  /** A service with one merchant and its webhook address, and without control. */
  readonly target?: 'sandbox';
  /** How many run side by side, each in a folder of its own. Told is also how long they take one after the other. */
  readonly copies?: number;
}

/** The commands that users wait for, shortest first. */
export const waits = {
  requirement: { command: ['certify', '--requirement', 'checkout.created', '--out', 'OUT/one'] },
  standard: { command: ['certify', '--profile', 'standard', '--out', 'OUT/standard'] },
  everything: { command: ['certify', '--out', 'OUT/everything'] },
  verify: { command: ['verify', 'OUT/everything'] },
  team: { command: ['certify', '--profile', 'smoke', '--out', 'OUT/team'], copies: 20 },
  sandbox: { command: ['certify', '--out', 'OUT/sandbox'], target: 'sandbox' },
  proof: { command: ['prove', '--quick', '--out', 'OUT/proof'] },
  tests: { command: ['test'] },
} as const satisfies Record<string, Command>;
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
      const wait: Command = waits[name];
      const [ours, theirs]: [Measured[], Measured[]] = [[], []];
      const times = (folder: string, place: string, into: Measured[]) => async () => {
        const took = await measured(wait, folder, join(scratch, place));
        into.push(took);
        return took.wall;
      };
      const one = times(here, 'here', ours);
      if (against === null) {
        for (let round = 0; round < rounds; round++) await one();
        yield `${name}: ${inWords(ours)}`;
      } else {
        const { ratios } = await inTurns(rounds, one, times(against, 'there', theirs));
        const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
        yield `${name}: ratio ${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)}) — ${inWords(ours)}; there ${inWords(theirs)}`;
      }
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

interface Measured extends Timed {
  /** What the run itself says of its cost; null for other commands than `certify`. */
  readonly run: { readonly requests: number; readonly exercised: number } | null;
  /** Seconds that as many copies took one after the other; null where there was one. */
  readonly inTurn: number | null;
}

async function measured(wait: Command, folder: string, out: string): Promise<Measured> {
  const sandbox = wait.target === 'sandbox' ? await launchSandbox() : null;
  try {
    const [script = '', ...args] = wait.command;
    const begun = await scriptOf(folder, script);
    const into = (place: string) =>
      timed('sh', ['-c', [begun, ...args.map((arg) => arg.replace('OUT', place))].join(' ')], {
        cwd: folder,
        env: { ...env(folder), ...sandbox?.settings },
      });
    const { copies = 1 } = wait;
    if (copies === 1) return { ...(await into(out)), run: await costOf(wait.command, out), inTurn: null };
    const places = Array.from({ length: copies }, (_, at) => join(out, `copy-${at}`));
    let inTurn = 0;
    for (const place of places) inTurn += (await into(place)).wall;
    const began = performance.now();
    const all = await Promise.all(places.map(into));
    const wall = (performance.now() - began) / 1_000;
    return {
      wall,
      cpu: all.reduce((sum, { cpu }) => sum + cpu, 0),
      peak: Math.max(...all.map(({ peak }) => peak)),
      run: null,
      inTurn,
    };
  } finally {
    await sandbox?.stop();
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

const certificate = z.object({
  requests: z.number(),
  totals: z.object({ passed: z.number(), failed: z.number(), blocked: z.number() }),
});

/** What the certificate in the folder that a run was given says. */
async function costOf([script, ...args]: Command['command'], out: string): Promise<Measured['run']> {
  if (script !== 'certify') return null;
  const folder = args.at(-1)?.replace('OUT', out) ?? '';
  const { requests, totals } = certificate.parse(JSON.parse(await readFile(join(folder, 'certificate.json'), 'utf8')));
  return { requests, exercised: totals.passed + totals.failed + totals.blocked };
}

/** No target settings, so that the embedded reference is certified. */
const env = (folder: string) => ({
  PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
  HOME: process.env.HOME,
  NO_COLOR: '1',
});

function inWords(figures: readonly Measured[]): string {
  const of = (one: (each: Measured) => number) => median(figures.map(one));
  const [last] = figures.slice(-1);
  const run = last?.run ?? null;
  return [
    `${of(({ wall }) => wall).toFixed(1)} s`,
    `${of(({ cpu }) => cpu).toFixed(1)} s of CPU`,
    `at most ${Math.round(of(({ peak }) => peak))} MB in one process`,
    ...(run === null
      ? []
      : [
          `${run.requests.toLocaleString('en')} requests, ${(run.requests / run.exercised).toFixed(1)} for each requirement`,
        ]),
    ...(last?.inTurn == null ? [] : [`one after the other ${of(({ inTurn }) => inTurn ?? 0).toFixed(1)} s`]),
  ].join(', ');
}
