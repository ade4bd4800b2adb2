interface ClockReading {
  /** When the target was asked and when it answered, by our clock. */
  readonly began: number;
  readonly ended: number;
  /** The target's clock at some moment in between: earliest and latest. */
  readonly earliest: number;
  readonly latest: number;
}

/**
 * What the target's own clock showed at moments of ours, as bounds, in milliseconds. The only assumption is that it
 * does not go back; where it reported nothing there is no bound.
 */
export class TargetClock {
  readonly #readings: ClockReading[] = [];

  add(telling: ClockReading): void {
    this.#readings.push(telling);
  }

  /** A time that the target's clock had certainly reached by the moment `at` of our clock. */
  notBefore(at: number): number {
    const { byEnd } = this.#sorted();
    return byEnd[countUntil(byEnd, ({ ended }) => ended <= at) - 1]?.most ?? Number.NEGATIVE_INFINITY;
  }

  /** A time that the target's clock had certainly not passed at the moment `at` of our clock. */
  notAfter(at: number): number {
    const { byBeginning } = this.#sorted();
    return byBeginning[countUntil(byBeginning, ({ began }) => began < at)]?.least ?? Number.POSITIVE_INFINITY;
  }

  #sortedReadings: {
    readonly count: number;
    readonly byEnd: readonly BoundedReading[];
    readonly byBeginning: readonly BoundedReading[];
  } | null = null;

  #sorted() {
    const count = this.#readings.length;
    if (this.#sortedReadings?.count === count) return this.#sortedReadings;
    let most = Number.NEGATIVE_INFINITY;
    const byEnd = this.#readings
      .toSorted((one, other) => one.ended - other.ended)
      .map((telling) => {
        most = Math.max(most, telling.earliest);
        return { ...telling, most, least: telling.latest };
      });
    let least = Number.POSITIVE_INFINITY;
    const byBeginning = this.#readings
      .toSorted((one, other) => other.began - one.began)
      .map((telling) => {
        least = Math.min(least, telling.latest);
        return { ...telling, most: telling.earliest, least };
      })
      .reverse();
    this.#sortedReadings = { count, byEnd, byBeginning };
    return this.#sortedReadings;
  }
}

interface BoundedReading extends ClockReading {
  readonly most: number;
  readonly least: number;
}

/** How many elements of a sorted list precede the first that does not fit. */
export function countUntil<T>(all: readonly T[], fits: (each: T) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(all[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
