interface Telling {
  /** Ours: when it was asked, and when it was answered. */
  readonly began: number;
  readonly ended: number;
  /** Theirs, at some moment between: at the earliest and at the latest. */
  readonly earliest: number;
  readonly latest: number;
}

/**
 * What the target's own clock said at moments of ours, as bounds, in milliseconds. That it does not go back is all that is assumed of it;
 * where it told nothing there is no bound.
 */
export class TargetClock {
  readonly #tellings: Telling[] = [];

  tells(telling: Telling): void {
    this.#tellings.push(telling);
  }

  /** The target's clock had surely come so far by this moment of ours. */
  notBefore(at: number): number {
    const { byEnd } = this.#sorted();
    return byEnd[countUntil(byEnd, ({ ended }) => ended <= at) - 1]?.most ?? Number.NEGATIVE_INFINITY;
  }

  /** The target's clock had surely not passed it by this moment of ours. */
  notAfter(at: number): number {
    const { byBeginning } = this.#sorted();
    return byBeginning[countUntil(byBeginning, ({ began }) => began < at)]?.least ?? Number.POSITIVE_INFINITY;
  }

  #known: { readonly count: number; readonly byEnd: readonly Bound[]; readonly byBeginning: readonly Bound[] } | null =
    null;

  #sorted() {
    const count = this.#tellings.length;
    if (this.#known?.count === count) return this.#known;
    let most = Number.NEGATIVE_INFINITY;
    const byEnd = this.#tellings
      .toSorted((one, other) => one.ended - other.ended)
      .map((telling) => {
        most = Math.max(most, telling.earliest);
        return { ...telling, most, least: telling.latest };
      });
    let least = Number.POSITIVE_INFINITY;
    const byBeginning = this.#tellings
      .toSorted((one, other) => other.began - one.began)
      .map((telling) => {
        least = Math.min(least, telling.latest);
        return { ...telling, most: telling.earliest, least };
      })
      .reverse();
    this.#known = { count, byEnd, byBeginning };
    return this.#known;
  }
}

interface Bound extends Telling {
  readonly most: number;
  readonly least: number;
}

/** How many of a sorted list come before the first that does not fit. */
export function countUntil<T>(all: readonly T[], fits: (each: T) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(all[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
