import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { showCapacity } from './capacity/simulate.ts';
import { showComparison } from './compare/simulate.ts';
import { type Figure, figureNames } from './figures.ts';

/** What is shown by computation alone, without a target: how often a judgement is right where the truth is known, and what it takes. */
export interface Simulation {
  readonly name: string;
  readonly ok: boolean;
  /** What was counted, in words. */
  readonly words: string;
  readonly figures: readonly Omit<Figure, 'at'>[];
}

/** How much is simulated. */
export interface Amount {
  /** Pairs of runs that are compared, without a change and with one; and services whose knee is searched for. */
  readonly times: number;
  /** Recorded requests that are audited. */
  readonly requests: number;
}

/** Of the comparison of two runs: false alarms of a service beside itself, and how often one that became a tenth slower is seen. */
const FALSE_ALARMS = 0.01;
const SEEN = 0.95;
const SLOWER = 0.1;
const TOLERANCE = 0.05;
/** Of the search for the knee: how near it has to come, and within how many seconds of load. */
export const WITHIN = 0.05;
/** Of simulated services; for the others it says "at least", or that it could not tell. */
const FOUND = 0.99;
export const MOST_SECONDS = 600;
/** Of the audit: megabytes in memory, and seconds for a million requests. */
const MOST_MEGABYTES = 1_024;
const MOST_AUDIT_SECONDS = 60;
/** Always the same runs: what is counted here is no luck of the day. */
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

/** In a process of its own, whose memory is that of the audit. Seconds of its work: what else the machine does meanwhile is no part of it. */
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
