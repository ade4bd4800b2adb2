import { type PlannedAnswer, planAnswer } from './answers.ts';
import { matches } from './store.ts';
import type { Answer, Capture, Delivery, Match } from './types.ts';

interface Script {
  readonly match: Match;
  readonly plans: readonly PlannedAnswer[];
  /** How many answers were given to genuine deliveries (or unclassified ones), and to claimed ones. */
  taken: number;
  claimed: number;
  readonly name: string | null;
}

/** Scripted answers, and which deliveries get them. */
export class Scripts {
  readonly #scripts: Script[] = [];
  readonly #paths = new Set<string>();

  /** Throws an Error of one line if an answer cannot be given. */
  add(match: Match, answers: Answer | readonly Answer[], name: string | null = null): ReturnType<Capture['script']> {
    const script =
      this.#scripts.find((known) => name !== null && known.name === name) ?? this.#new(match, answers, name);
    return {
      remove: () => {
        const index = this.#scripts.indexOf(script);
        if (index !== -1) this.#scripts.splice(index, 1);
      },
      get taken() {
        return script.taken;
      },
    };
  }

  #new(match: Match, answers: Answer | readonly Answer[], name: string | null): Script {
    const list = Array.isArray(answers) ? (answers as readonly Answer[]) : [answers as Answer];
    if (list.length === 0) throw new Error('a script needs at least one answer');
    const script: Script = { match, plans: list.map(planAnswer), taken: 0, claimed: 0, name };
    this.#scripts.push(script);
    if (match.path !== undefined) this.#paths.add(match.path);
    return script;
  }

  /** Counts the answer that this delivery got from this script in an earlier process. */
  restoreTaken(name: string, delivery: Delivery): void {
    const script = this.#scripts.find((known) => known.name === name);
    if (script !== undefined) nextAnswerIndex(script, delivery);
  }

  /** Whether any script, even one that was removed, names this path. */
  namesPath(path: string): boolean {
    return this.#paths.has(path);
  }

  /** The newest matching script decides. */
  choose(delivery: Delivery): { plan: PlannedAnswer; name: string | null } | undefined {
    if (delivery.standing === 'foreign') return undefined;
    const script = this.#scripts.findLast(({ match }) => matches(delivery, match));
    if (script === undefined) return undefined;
    const turn = nextAnswerIndex(script, delivery);
    const plan = script.plans[Math.min(turn, script.plans.length - 1)];
    return plan && { plan, name: script.name };
  }
}

/** Index of the answer to give, from 0. */
function nextAnswerIndex(script: Script, { standing }: Delivery): number {
  if (standing === 'claimed') return script.claimed++;
  // A copy of a genuine delivery gets the same answer again: its sender may know of only one delivery.
  if (standing === 'repeated') return Math.max(0, script.taken - 1);
  return script.taken++;
}
