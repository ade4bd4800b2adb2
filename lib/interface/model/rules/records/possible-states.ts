import type { Machine, Transition } from '../../machine.ts';

// The possible states of one object, as a set. An observation filters the set; what may happen unseen widens it.
// Requests that overlap are in force together from the first beginning to the last end, so that any order of them is
// allowed. A set may therefore be too wide, but never too narrow: a response that is rejected has no permitted
// explanation.

export type States = ReadonlySet<string>;

/** Something under way: the states that the object may have had meanwhile, and the operations that may have taken effect. */
export interface Window {
  states: Set<string>;
  operations: Set<string>;
}

export class PossibleStates {
  readonly machine: Machine;
  /** The states that it may be in now. */
  states: States;
  /** Operations that may take effect at any moment, with how many of each are under way. */
  readonly #active = new Map<string, number>();
  readonly #windows = new Set<Window>();
  readonly #mayHappen: (row: Transition) => boolean;

  /** `mayHappen`: whether this object may now make a transition that no exchange shows. */
  constructor(machine: Machine, possible: Iterable<string>, mayHappen: (row: Transition) => boolean) {
    this.machine = machine;
    this.#mayHappen = mayHappen;
    this.states = new Set(possible);
    this.#widen();
  }

  openWindow(): Window {
    this.#widen();
    const window: Window = { states: new Set(this.states), operations: new Set(this.#active.keys()) };
    this.#windows.add(window);
    return window;
  }

  /** The operation may take effect from now on. */
  begin(operation: string): void {
    this.#active.set(operation, (this.#active.get(operation) ?? 0) + 1);
    for (const window of this.#windows) window.operations.add(operation);
    this.#widen();
  }

  /** The operation is over and certainly took effect. Returns false, and changes nothing, where no possible state allows that. */
  finish(operation: string, window: Window): boolean {
    this.#widen();
    const after = new Set([...window.states].flatMap((state) => this.machine.operations[operation]?.[state]?.to ?? []));
    const possible = this.#intersection(this.states, this.#reachable(after, window.operations));
    this.#end(operation, window);
    if (possible.size === 0) return false;
    this.states = possible;
    return true;
  }

  /** The object was seen in one of these states while the window was open. Returns false, and changes nothing, where that is impossible. */
  observe(states: Iterable<string>, window: Window): boolean {
    this.#widen();
    this.#windows.delete(window);
    const seen = this.#intersection(window.states, states);
    const possible = this.#intersection(this.states, this.#reachable(seen, window.operations));
    if (possible.size === 0) return false;
    this.states = possible;
    return true;
  }

  /** Time alone took it out of a state: a due transition has happened. Returns whether that changed anything. */
  applyTimed(row: Transition): boolean {
    if (!this.states.has(row.from) || this.#active.size > 0 || !this.#mayHappen(row)) return false;
    const left = new Set(this.states);
    left.delete(row.from);
    for (const state of row.to) left.add(state);
    this.states = left;
    this.#widen();
    return true;
  }

  closeWindow(window: Window): void {
    this.#widen();
    this.#windows.delete(window);
  }

  /** Any state is possible again: after a contradiction nothing more is concluded. */
  forget(): void {
    this.states = new Set(this.machine.states);
    this.#widen();
  }

  #end(operation: string, window: Window): void {
    this.#windows.delete(window);
    const left = (this.#active.get(operation) ?? 1) - 1;
    if (left > 0) this.#active.set(operation, left);
    else this.#active.delete(operation);
  }

  #widen(): void {
    this.states = this.#reachable(this.states, new Set(this.#active.keys()));
    for (const window of this.#windows) for (const state of this.states) window.states.add(state);
  }

  #reachable(from: States, operations: ReadonlySet<string>): Set<string> {
    const found = new Set(from);
    for (const state of found) {
      for (const row of this.machine.silentTransitions) {
        if (row.from === state && this.#mayHappen(row)) for (const to of row.to) found.add(to);
      }
      for (const operation of operations) {
        for (const to of this.machine.operations[operation]?.[state]?.to ?? []) found.add(to);
      }
    }
    return found;
  }

  #intersection(some: States, others: Iterable<string>): Set<string> {
    return new Set([...others].filter((state) => some.has(state)));
  }
}
