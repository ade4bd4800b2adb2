/** Which of a set of names have been reached. */
export class Coverage {
  readonly #all: ReadonlySet<string>;
  readonly #reached = new Set<string>();
  /** How often each name was aimed at. */
  readonly #tried = new Map<string, number>();

  constructor(all: Iterable<string>) {
    this.#all = new Set(all);
  }

  get of(): number {
    return this.#all.size;
  }

  get reached(): number {
    return this.#reached.size;
  }

  get missing(): string[] {
    return [...this.#all].filter((each) => !this.#reached.has(each));
  }

  /** These names were reached before: the others are aimed at first. */
  expect(names: Iterable<string>): void {
    for (const name of names) this.#tried.set(name, TRIES_AS_REACHED);
  }

  /** Returns how many of the names are newly reached. */
  reach(names: Iterable<string>): number {
    const before = this.#reached.size;
    for (const name of names) if (this.#all.has(name)) this.#reached.add(name);
    return this.#reached.size - before;
  }

  /**
   * The names to aim at next: first those not yet reached, and of these the ones tried least. Of several, one is always a name not yet
   * reached.
   */
  next(count: number): string[] {
    const tries = (name: string) => this.#tried.get(name) ?? 0;
    const rank = (name: string) => tries(name) + (this.#reached.has(name) ? TRIES_AS_REACHED : 0);
    const chosen = [...this.#all].toSorted((one, other) => rank(one) - rank(other)).slice(0, count);
    const [missing] = this.missing.toSorted((one, other) => tries(one) - tries(other));
    if (count > 1 && missing !== undefined && chosen.every((name) => this.#reached.has(name)))
      chosen[count - 1] = missing;
    for (const name of chosen) this.#tried.set(name, (this.#tried.get(name) ?? 0) + 1);
    return chosen;
  }
}

/** How many tries in vain count as much as having been reached: a name that is out of reach must not keep the others waiting for ever. */
const TRIES_AS_REACHED = 5;
