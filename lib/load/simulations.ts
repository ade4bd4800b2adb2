import { showCapacity } from './capacity/simulate.ts';
import { showComparison } from './compare/simulate.ts';

/** What is shown by computation alone, without a target: how often a judgement is right where the truth is known. */
export interface Simulation {
  readonly name: string;
  readonly ok: boolean;
  /** What was counted, in words. */
  readonly words: string;
}

/** Of the comparison of two runs: false alarms of a service beside itself, and how often one that became a tenth slower is seen. */
const FALSE_ALARMS = 0.01;
const SEEN = 0.95;
const SLOWER = 0.1;
const TOLERANCE = 0.05;
/** Of the search for the knee: how near it has to come, and at how many services. */
const SERVICES = 20;
export const WITHIN = 0.05;
/** Always the same runs: what is counted here is no luck of the day. */
const SEED = 1;

export const simulations: Readonly<Record<string, (comparisons: number) => Simulation>> = {
  compare: (comparisons) => {
    const { falseAlarms, seen } = showComparison(comparisons, SLOWER, SEED, TOLERANCE);
    return {
      name: 'compare',
      ok: falseAlarms <= FALSE_ALARMS * comparisons && seen >= Math.floor(SEEN * comparisons),
      words: `A beside A ${falseAlarms} alarms of ${comparisons}, 10% slower seen ${seen} of ${comparisons}`,
    };
  },
  capacity: () => {
    const { found, longestSeconds } = showCapacity(SERVICES, WITHIN, SEED);
    return {
      name: 'capacity',
      ok: found === SERVICES,
      words: `knee within ${WITHIN * 100}% at ${found} of ${SERVICES} services, after at most ${longestSeconds} s of load`,
    };
  },
};
