import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { showCapacity } from './capacity/simulate.ts';
import { showComparison } from './compare/simulate.ts';
import { type Figure, figureNames } from './figures.ts';

/** Result of a simulation, which needs no target: how often a judgement is right when the truth is known, or the resources it takes. */
export interface Simulation {
  readonly name: string;
  readonly ok: boolean;
  /** The result in words. */
  readonly words: string;
  readonly figures: readonly Omit<Figure, 'at'>[];
}

/** Size of the simulations. */
export interface Amount {
  /** Number of comparisons of each kind (without and with a change), and number of services whose capacity is searched. */
  readonly times: number;
  /** Number of recorded requests to audit. */
  readonly requests: number;
}

/** Aims of the comparison: maximum share of false alarms, and minimum share in which a slowdown of `SLOWER` is detected. */
const FALSE_ALARMS = 0.01;
const SEEN = 0.95;
const SLOWER = 0.1;
const TOLERANCE = 0.05;
/** Maximum relative error of the capacity that a search finds. */
export const WITHIN = 0.05;
/** Minimum share of simulated services whose capacity is found; the others must be `at least` or inconclusive. */
const FOUND = 0.99;
/** Maximum seconds of load of one search. */
export const MOST_SECONDS = 600;
/** Maximum memory of an audit in megabytes, and maximum CPU seconds for a million requests. */
const MOST_MEGABYTES = 1_024;
const MOST_AUDIT_SECONDS = 60;
/** A fixed seed, so that the results are reproducible. */
const SEED = 1;

export const simulations: Readonly<Record<string, (amount: Amount) => Simulation>> = {
  compare: ({ times }) => {
    const { falseAlarms, seen } = showComparison(times, SLOWER, SEED, TOLERANCE);
    const [quiet, sharp] = [falseAlarms <= FALSE_ALARMS * times, seen >= Math.floor(SEEN * times)];
    const sample = 'simulated runs of steady at 50 a second for 90 s';
    return {
      name: 'compare',
      ok: quiet && sharp,
      words: `A beside A ${falseAlarms} alarms of ${times}, 10% slower seen ${seen} of ${times}`,
      figures: [
        {
          name: figureNames.falseAlarms,
          value: `${falseAlarms} of ${times}`,
          aim: `at most ${FALSE_ALARMS * 100}%`,
          isMet: quiet,
          sample,
          of: times,
        },
        {
          name: figureNames.seen,
          value: `${seen} of ${times}`,
          aim: `at least ${SEEN * 100}%`,
          isMet: sharp,
          sample,
          of: times,
        },
      ],
    };
  },
  capacity: ({ times }) => {
    const { found, wrong, longestSeconds } = showCapacity(times, WITHIN, SEED);
    const ok = wrong === 0 && found >= FOUND * times && longestSeconds <= MOST_SECONDS;
    return {
      name: 'capacity',
      ok,
      words: `knee within ${WITHIN * 100}% at ${found} of ${times} services, after at most ${longestSeconds} s of load`,
      figures: [
        {
          name: figureNames.capacity,
          value: `${found} of ${times}, ${wrong} wrong, after at most ${longestSeconds} s of load`,
          aim: `${FOUND * 100}%, none wrong, after at most ${MOST_SECONDS} s`,
          isMet: ok,
          sample: 'simulated services that serve 20 to 400 a second, every other one asked on a busy machine',
          of: times,
        },
      ],
    };
  },
  steady: ({ requests }) => audited('steady', figureNames.steady, requests),
  idempotency: ({ requests }) => audited('idempotency', figureNames.idempotency, requests),
};

const measure = fileURLToPath(new URL('./audits/measure.ts', import.meta.url));
const measured = z.object({ seconds: z.number(), cpuSeconds: z.number(), megabytes: z.number() });

/** Measures an audit in a separate process, so that the memory is the audit's alone; CPU seconds are compared, not affected by other load. */
function audited(script: string, name: string, requests: number): Simulation {
  const { stdout, stderr } = spawnSync(process.execPath, [measure, script, String(requests)], { encoding: 'utf8' });
  if (stdout === '') return { name, ok: false, words: stderr.trim().split('\n').at(-1) ?? '', figures: [] };
  const { seconds, cpuSeconds, megabytes } = measured.parse(JSON.parse(stdout));
  const mostSeconds = (MOST_AUDIT_SECONDS * requests) / 1_000_000;
  const ok = megabytes <= MOST_MEGABYTES && cpuSeconds <= mostSeconds;
  const took = `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of one core), ${Math.round(megabytes)} MB at the most`;
  const sample = `${requests.toLocaleString('en')} recorded requests`;
  const aim = `${mostSeconds} s of one core and ${MOST_MEGABYTES.toLocaleString('en')} MB at the most`;
  return {
    name,
    ok,
    words: `${sample} in ${took}`,
    figures: [{ name, value: took, aim, isMet: ok, sample, of: requests }],
  };
}
