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
  /** Higher than that of every older script. */
  readonly order: number;
}

/** Scripted answers, and which deliveries get them. */
export class Scripts {
  /** By the path that they name, oldest first: a run has thousands of scripts, nearly each for a path of its own. */
  readonly #byPath = new Map<string | undefined, Script[]>();
  readonly #byName = new Map<string, Script>();
  readonly #paths = new Set<string>();
  #made = 0;

  /** Throws an Error of one line if an answer cannot be given. */
  add(match: Match, answers: Answer | readonly Answer[], name: string | null = null): ReturnType<Capture['script']> {
    const known = name === null ? undefined : this.#byName.get(name);
    const script = known ?? this.#new(match, answers, name);
    return {
      remove: () => this.#remove(script),
      get taken() {
        return script.taken;
      },
    };
  }

  #new(match: Match, answers: Answer | readonly Answer[], name: string | null): Script {
    const list = Array.isArray(answers) ? (answers as readonly Answer[]) : [answers as Answer];
    if (list.length === 0) throw new Error('a script needs at least one answer');
    const script: Script = { match, plans: list.map(planAnswer), taken: 0, claimed: 0, name, order: ++this.#made };
    const alike = this.#byPath.get(match.path);
    if (alike === undefined) this.#byPath.set(match.path, [script]);
    else alike.push(script);
    if (name !== null) this.#byName.set(name, script);
    if (match.path !== undefined) this.#paths.add(match.path);
    return script;
  }

  #remove(script: Script): void {
    const { name, match } = script;
    if (name !== null && this.#byName.get(name) === script) this.#byName.delete(name);
    const left = this.#byPath.get(match.path)?.filter((each) => each !== script) ?? [];
    if (left.length === 0) this.#byPath.delete(match.path);
    else this.#byPath.set(match.path, left);
  }

  /** Counts the answer that this delivery got from this script in an earlier process. */
  restoreTaken(name: string, delivery: Delivery): void {
    const script = this.#byName.get(name);
    if (script !== undefined) nextAnswerIndex(script, delivery);
  }

  /** Whether any script, even one that was removed, names this path. */
  namesPath(path: string): boolean {
    return this.#paths.has(path);
  }

  /** The newest matching script decides. */
  choose(delivery: Delivery): { plan: PlannedAnswer; name: string | null } | undefined {
    if (delivery.standing === 'foreign') return undefined;
    const newest = (path: string | undefined) =>
      this.#byPath.get(path)?.findLast(({ match }) => matches(delivery, match));
    const [own, general] = [newest(delivery.path), newest(undefined)];
    const script = (own?.order ?? 0) > (general?.order ?? 0) ? own : general;
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
