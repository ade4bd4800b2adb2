/** An option that can be included or not, and the options it excludes. */
export interface Factor {
  readonly name: string;
  readonly excludes: (other: string) => boolean;
}

/**
 * At most `most` sets of names that contain as many different pairs as possible, since most interactions are between two. Greedy: each set
 * takes the name that adds the most new pairs; `random` (0 to 1) decides between equals.
 */
export function coveringSets(factors: readonly Factor[], random: () => number, most: number): string[][] {
  const fits = new Map(
    factors.map(({ name, excludes }) => [
      name,
      new Set(factors.map((other) => other.name).filter((other) => other !== name && !excludes(other))),
    ]),
  );
  const open = new Map([...fits].map(([name, partners]) => [name, new Set(partners)]));
  const sets: string[][] = [];
  while (sets.length < most) {
    const set: string[] = [];
    for (let next = best(set); next !== undefined; next = best(set)) set.push(next);
    if (set.length === 0) break;
    for (const one of set) for (const other of set) open.get(one)?.delete(other);
    sets.push(set);
  }
  return sets;

  /** The name that fits the set and adds the most new pairs; undefined if none adds any. */
  function best(set: readonly string[]): string | undefined {
    let found: string | undefined;
    let highest = 0;
    for (const [name, partners] of open) {
      if (set.includes(name) || !set.every((each) => fits.get(name)?.has(each))) continue;
      const fresh = set.length === 0 ? partners.size : set.filter((each) => partners.has(each)).length;
      const worth = fresh === 0 ? 0 : fresh + random();
      if (worth > highest) [found, highest] = [name, worth];
    }
    return found;
  }
}

/** Every pair that is contained in one of the sets, once. */
export function pairsIn(sets: readonly (readonly string[])[]): Set<string> {
  return new Set(
    sets.flatMap((set) => set.flatMap((one) => set.flatMap((other) => (one < other ? [`${one} ${other}`] : [])))),
  );
}
