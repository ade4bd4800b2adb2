import { setTimeout as pause } from 'node:timers/promises';
import type { TurnVerdict } from '../../checks/check-result.ts';
import type { ExchangeRecord, RetryPolicy } from '../../http/index.ts';

// A lost answer by itself never fails a requirement. The request is sent again where that is safe; and a check in which answers were lost
// and that did not pass is repeated from its beginning: it does not meet again what a lost answer has left behind, but it does meet again
// a rule that is broken.

/** How often one check is run at the most. */
export const MAX_TURNS = 5;

/** How often in a row a call and all its repetitions may be lost; it is then not repeated until it is answered again. */
const MAX_LOST_REPETITIONS = 2;

/** For how long after an answer its origin counts as alive, in milliseconds. */
const RECENT_MS = 2_000;

/** Counts lost responses and decides which calls are repeated and which checks are run again. */
export class LostResponses {
  /** Number of answers lost so far. */
  count = 0;
  /** How many losses of a call followed one another, and when the last of them was seen (`performance.now()`). */
  readonly #lostInARow = new Map<string, { readonly count: number; readonly at: number }>();
  readonly #isOut: () => boolean;
  /** When an origin last answered (`performance.now()`). */
  readonly #answeredAt = new Map<string, number>();

  /** `lasts`: whether nothing is answered at the moment. */
  constructor(isOut: () => boolean) {
    this.#isOut = isOut;
  }

  noteExchange({ lost, request }: Pick<ExchangeRecord, 'lost' | 'request'>): void {
    if (lost) this.count++;
    else this.#answeredAt.set(new URL(request.url).origin, performance.now());
  }

  /** For the client of an activity. */
  readonly retryPolicy: RetryPolicy = {
    pausesMs: [100, 500, 2_000],
    wait: async (ms) => void (await pause(ms)),
    mayRepeat: (call) => !this.#isOut() && !this.#isGivenUp(call),
    ended: (call, how, begunAt) => {
      const now = performance.now();
      const { count, at } = this.#lostInARow.get(call) ?? { count: 0, at: Number.NEGATIVE_INFINITY };
      if (how === 'answered') this.#lostInARow.delete(call);
      // A timed-out call has been waited for long enough.
      else if (how === 'late') this.#lostInARow.set(call, { count: MAX_LOST_REPETITIONS, at: now });
      // If nothing else is answered there either, the fault is not in the call. Calls that were under way when one was lost may have been
      // lost with it: after this machine stood still, all connections are closed that the target thought idle.
      else if (!this.#isOut() && now - this.#lastAnswerAt(call) < RECENT_MS && begunAt > at)
        this.#lostInARow.set(call, { count: count + 1, at: now });
    },
  };

  /** Whether a check with this judgement, in which these calls were lost, is to be repeated. */
  mustRunAgain({ outcome }: TurnVerdict, lostCalls: readonly string[], turn: number): boolean {
    if (turn >= MAX_TURNS || lostCalls.length === 0) return false;
    // If the same call is lost each time, another turn would only lose it again.
    return (outcome === 'failed' || outcome === 'blocked') && !lostCalls.some((call) => this.#isGivenUp(call));
  }

  #lastAnswerAt(call: string): number {
    return this.#answeredAt.get(new URL(call.split(' ')[1] ?? '').origin) ?? Number.NEGATIVE_INFINITY;
  }

  #isGivenUp(call: string): boolean {
    return (this.#lostInARow.get(call)?.count ?? 0) >= MAX_LOST_REPETITIONS;
  }
}

/** Blocks a check that failed although it was repeated, with answers lost each time: the failure is not certain to be the target's. */
export function blockIfAnswersLost(verdict: TurnVerdict, lostCalls: readonly string[]): TurnVerdict {
  if (verdict.outcome !== 'failed' || lostCalls.length === 0) return verdict;
  const reason = `answers were lost on the way (${[...new Set(lostCalls)].map(withoutOrigin).join(', ')}), each time that this was checked`;
  return { ...verdict, outcome: 'blocked', reason: `${reason}; the last time: ${verdict.reason}`, inDoubt: true };
}

const withoutOrigin = (call: string) => call.replace(/https?:\/\/[^/]*/, '');
