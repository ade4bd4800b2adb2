/** A fact that the harness observed or caused by other means than an exchange: a hosted page, the console's list, a step of control. */
export interface Sighting {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  readonly what: string;
  /** Plain JSON, secrets masked. */
  readonly seen: unknown;
}

/**
 * A later look at the same list, written as its difference from an earlier look. A growing list is looked at repeatedly, and writing all
 * of it each time would take its length times the number of looks.
 */
export interface ListDiff extends Omit<Sighting, 'seen'> {
  /** The id of the earlier look, which has the same name and is a list as well. */
  readonly since: number;
  /** How many members the list has now. */
  readonly length: number;
  /** The members that are new or have changed, by index. */
  readonly changed: Readonly<Record<string, unknown>>;
}

export type Written = Sighting | ListDiff;

/** The last look at every list, kept as long as the run lasts. */
export class ListDiffs {
  readonly #last = new Map<string, { readonly id: number; readonly members: readonly string[] }>();

  /** `written`: what to write. `remember`: to be called once it is written, so that later looks may refer to it. */
  diff(sighting: Sighting): { readonly written: Written; remember(): void } {
    const { id, at, what, seen } = sighting;
    if (!Array.isArray(seen)) return { written: sighting, remember: () => {} };
    const members = seen.map((member) => JSON.stringify(member));
    const last = this.#last.get(what);
    const remember = () => void this.#last.set(what, { id, members });
    if (last === undefined || last.id > id) return { written: sighting, remember };
    const changed = Object.fromEntries(
      seen.flatMap((member: unknown, place) => (members[place] === last.members[place] ? [] : [[place, member]])),
    );
    return { written: { id, at, what, since: last.id, length: members.length, changed }, remember };
  }
}

/** Maximum number of members of all lists of a run together: a look may be short as it is written, and long as it is read. */
const MAX_MEMBERS = 20_000_000;

/** The complete sightings. Throws an Error whose message continues the name of their file. */
export function unfolded(lines: readonly Written[]): Sighting[] {
  const known = new Map<number, Sighting>();
  let members = 0;
  for (const line of lines.toSorted((a, b) => a.id - b.id)) {
    const sighting = 'since' in line ? expandDiff(line, known.get(line.since)) : line;
    if (Array.isArray(sighting.seen)) members += sighting.seen.length;
    if (members > MAX_MEMBERS) throw new Error('lists more than any run has looked at');
    known.set(line.id, sighting);
  }
  return lines.map((line) => ('since' in line ? (known.get(line.id) as Sighting) : line));
}

function expandDiff({ id, at, what, since, length, changed }: ListDiff, earlier: Sighting | undefined): Sighting {
  const invalid = (why: string) => new Error(`has sighting ${id}, ${why}`);
  if (earlier === undefined || earlier.what !== what || !Array.isArray(earlier.seen) || since >= id) {
    throw invalid(`which is like no earlier look: ${since}`);
  }
  const seen: unknown[] = earlier.seen.slice(0, length);
  for (const [place, member] of Object.entries(changed)) {
    const index = Number(place);
    // Indexes ascend, so none may lie beyond the current end of the list.
    const isPlace = String(index) === place && Number.isInteger(index) && index >= 0 && index < length;
    if (!isPlace || index > seen.length) throw invalid(`which has a member at ${place} of ${length}`);
    seen[index] = member;
  }
  if (seen.length !== length) throw invalid(`which has ${seen.length} members of ${length}`);
  return { id, at, what, seen };
}
