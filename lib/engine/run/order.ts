import { createHash } from 'node:crypto';
import type { Definition } from '../checks/define.ts';
import { seconds } from '../time/duration.ts';
import type { Target } from './target.ts';

/** A check of a run, and the suite file that defines it. */
export interface Planned {
  readonly definition: Definition;
  readonly file: string;
}

export interface Order {
  /** At once, in this order. */
  readonly together: readonly Planned[];
  /**
   * One after another at the second merchant, beside `together`, as soon as nothing else uses that merchant. Checks that count requests or
   * compare balances take minutes in which nothing else may use their merchant.
   */
  readonly atOther: readonly Planned[];
  /** One after another, when all others are over. */
  readonly after: readonly Planned[];
}

type Needed = Pick<Target, 'ownMerchants' | 'other' | 'clock'>;

/** When each check of a run is made. The seed decides the order where nothing else does: no check may depend on another having run. */
export function orderOf(planned: readonly Planned[], target: Needed, seed: number): Order {
  const runAs = (how: Definition['runs']) => planned.filter(({ definition: { runs } }) => runs === how);
  const undisturbed = target.ownMerchants.sandbox ? [] : runAs('undisturbed');
  // Checks that use up the rate limit of a key come behind those that need it.
  const single = [...undisturbed, ...runAs('alone')];
  const atOther = single.filter(({ definition }) => runsAtOther(definition, target));
  const after = [...single.filter((plan) => !atOther.includes(plan)), ...runAs('last')];
  const together = planned.filter((plan) => !atOther.includes(plan) && !after.includes(plan));
  return { together: together.sort(longestFirst(target, seed)), atOther, after };
}

/** Whether the second merchant stands in for the first, so that the check need not wait until all others are over. */
export function runsAtOther({ runs, oneMerchant }: Definition, { ownMerchants, other, clock }: Needed): boolean {
  // A clock is moved when all checks wait: what counts in real time must not be beside others then.
  return (
    (runs === 'alone' || runs === 'undisturbed') && oneMerchant && !ownMerchants.sandbox && other !== null && !clock
  );
}

/** Whose turn it is at the second merchant. */
export class SecondMerchant {
  readonly #atOther: ReadonlySet<Planned>;
  readonly #users: Set<Planned>;
  readonly #free = Promise.withResolvers<void>();
  #last: Promise<unknown>;

  constructor({ together, atOther }: Pick<Order, 'together' | 'atOther'>) {
    this.#atOther = new Set(atOther);
    this.#users = new Set(together.filter(({ definition: { oneMerchant } }) => !oneMerchant));
    this.#last = this.#free.promise;
    if (this.#users.size === 0) this.#free.resolve();
  }

  /** Makes a check. One of `atOther` waits for those that use both merchants, and for those of `atOther` before it. */
  async inTurn<T>(plan: Planned, check: () => Promise<T>): Promise<T> {
    if (this.#atOther.has(plan)) {
      const made = this.#last.then(check);
      this.#last = made.catch(() => {});
      return await made;
    }
    try {
      return await check();
    } finally {
      if (this.#users.delete(plan) && this.#users.size === 0) this.#free.resolve();
    }
  }
}

/**
 * The checks with the longest waits begin first, so that all long waits overlap; if the target's clock can be advanced, those that take
 * real time begin before them. Those that use a second merchant come before the rest, so that it is free early.
 */
function longestFirst({ clock }: Needed, seed: number): (a: Planned, b: Planned) => number {
  const takesRealTime = ({ definition: { realTime } }: Planned) => (clock && realTime ? 1 : 0);
  const length = ({ definition: { waits } }: Planned) => (waits === undefined ? 0 : seconds(waits));
  const further = ({ definition: { oneMerchant } }: Planned) => (!clock && !oneMerchant ? 1 : 0);
  const lot = ({ definition: { id, title } }: Planned) =>
    createHash('sha256').update(`${seed} ${id} ${title}`).digest('hex');
  return (a, b) =>
    takesRealTime(b) - takesRealTime(a) ||
    length(b) - length(a) ||
    further(b) - further(a) ||
    lot(a).localeCompare(lot(b));
}
