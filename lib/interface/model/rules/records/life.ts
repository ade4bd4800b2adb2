import type { Machine, Row } from '../../machine.ts';

// What an object may be, as a set of its states: the possible worlds of one object. An observation filters it; what may happen unseen
// widens it. Requests that overlap are in force together from the first's beginning to the last's end, so that any order of them is
// allowed; hence a set may be too wide, and never too narrow: what is rejected has no explanation.

export type States = ReadonlySet<string>;

/** Something that is under way: what the object may have been meanwhile, and what may have happened to it meanwhile. */
export interface Window {
  states: Set<string>;
  operations: Set<string>;
}

export class Life {
  readonly machine: Machine;
  /** What it may be now. */
  possible: States;
  /** Operations that may take effect at any moment, and how many of each. */
  readonly #active = new Map<string, number>();
  readonly #windows = new Set<Window>();
  readonly #mayHappen: (row: Row) => boolean;

  /** `mayHappen`: whether this object, now, may take a step that nobody sees. */
  constructor(machine: Machine, possible: Iterable<string>, mayHappen: (row: Row) => boolean) {
    this.machine = machine;
    this.#mayHappen = mayHappen;
    this.possible = new Set(possible);
    this.#widen();
  }

  opens(): Window {
    this.#widen();
    const window: Window = { states: new Set(this.possible), operations: new Set(this.#active.keys()) };
    this.#windows.add(window);
    return window;
  }

  /** An operation may have its effect from now on. */
  mayTake(operation: string): void {
    this.#active.set(operation, (this.#active.get(operation) ?? 0) + 1);
    for (const window of this.#windows) window.operations.add(operation);
    this.#widen();
  }

  /** It is over. `took`: it surely had its effect. Returns false where no world allows that; then nothing changes. */
  takes(operation: string, window: Window): boolean {
    this.#widen();
    const after = new Set([...window.states].flatMap((state) => this.machine.operations[operation]?.[state]?.to ?? []));
    const possible = this.#both(this.possible, this.#reachable(after, window.operations));
    this.#ends(operation, window);
    if (possible.size === 0) return false;
    this.possible = possible;
    return true;
  }

  /** It was seen to be in one of these states while the window was open. */
  sees(states: Iterable<string>, window: Window): boolean {
    this.#widen();
    this.#windows.delete(window);
    const seen = this.#both(window.states, states);
    const possible = this.#both(this.possible, this.#reachable(seen, window.operations));
    if (possible.size === 0) return false;
    this.possible = possible;
    return true;
  }

  /** Time alone took it out of a state: what is due has happened. */
  leaves(row: Row): boolean {
    if (!this.possible.has(row.from) || this.#active.size > 0 || !this.#mayHappen(row)) return false;
    const left = new Set(this.possible);
    left.delete(row.from);
    for (const state of row.to) left.add(state);
    this.possible = left;
    this.#widen();
    return true;
  }

  closes(window: Window): void {
    this.#widen();
    this.#windows.delete(window);
  }

  /** Anything may be: after something that no world allows, nothing more is concluded. */
  forget(): void {
    this.possible = new Set(this.machine.states);
    this.#widen();
  }

  #ends(operation: string, window: Window): void {
    this.#windows.delete(window);
    const left = (this.#active.get(operation) ?? 1) - 1;
    if (left > 0) this.#active.set(operation, left);
    else this.#active.delete(operation);
  }

  #widen(): void {
    this.possible = this.#reachable(this.possible, new Set(this.#active.keys()));
    for (const window of this.#windows) for (const state of this.possible) window.states.add(state);
  }

  #reachable(from: States, operations: ReadonlySet<string>): Set<string> {
    const found = new Set(from);
    for (const state of found) {
      for (const row of this.machine.unseen) {
        if (row.from === state && this.#mayHappen(row)) for (const to of row.to) found.add(to);
      }
      for (const operation of operations) {
        for (const to of this.machine.operations[operation]?.[state]?.to ?? []) found.add(to);
      }
    }
    return found;
  }

  #both(some: States, others: Iterable<string>): Set<string> {
    return new Set([...others].filter((state) => some.has(state)));
  }
}
