/** What there is to be reached, and what has been. */
export class Coverage {
  readonly #all: ReadonlySet<string>;
  readonly #reached = new Set<string>();
  /** Of what was steered for, how often. */
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

  /** These have been reached before: what has not comes first. */
  expect(names: Iterable<string>): void {
    for (const name of names) this.#tried.set(name, FAR);
  }

  /** Returns how many of them are new. */
  reach(names: Iterable<string>): number {
    const before = this.#reached.size;
    for (const name of names) if (this.#all.has(name)) this.#reached.add(name);
    return this.#reached.size - before;
  }

  /** What to steer for next: what has not been reached comes first, and of that what has been tried least. */
  next(count: number): string[] {
    const rank = (name: string) => (this.#tried.get(name) ?? 0) + (this.#reached.has(name) ? FAR : 0);
    const chosen = [...this.#all].toSorted((one, other) => rank(one) - rank(other)).slice(0, count);
    for (const name of chosen) this.#tried.set(name, (this.#tried.get(name) ?? 0) + 1);
    return chosen;
  }
}

/** So often is tried in vain what others reach at once: it may be out of reach here, and keeps nothing else waiting for ever. */
const FAR = 5;
