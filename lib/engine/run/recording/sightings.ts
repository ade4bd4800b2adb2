/** Something that the harness saw or did by other means than an exchange: a hosted page, the console's list, a step of control. */
export interface Sighting {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  readonly what: string;
  /** Plain JSON, secrets masked. */
  readonly seen: unknown;
}

/**
 * A later look at the same list, as it is written: what has changed since an earlier one. A list that grows is looked at again and again, and
 * to write all of it each time would take its length times the number of looks.
 */
export interface LaterLook extends Omit<Sighting, 'seen'> {
  /** The id of the sighting that it is like: of the same name, and a list as well. */
  readonly since: number;
  /** How many members the list has now. */
  readonly length: number;
  /** By place, the members that are new or other than then. */
  readonly changed: Readonly<Record<string, unknown>>;
}

export type Written = Sighting | LaterLook;

/** Of every list that was looked at, what the last look has seen: kept as long as the run lasts. */
export class Looks {
  readonly #last = new Map<string, { readonly id: number; readonly members: readonly string[] }>();

  /** As it is to be written. `remember`: it was, and later looks may be like it. */
  at(sighting: Sighting): { readonly written: Written; remember(): void } {
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

/** Members of all lists of a run together. Each look may be short where it is written, and long where it is read. */
const MOST_MEMBERS = 20_000_000;

/** As they were seen. Throws an Error in words that follow the name of their file. */
export function unfolded(lines: readonly Written[]): Sighting[] {
  const known = new Map<number, Sighting>();
  let members = 0;
  for (const line of lines.toSorted((a, b) => a.id - b.id)) {
    const sighting = 'since' in line ? asSeen(line, known.get(line.since)) : line;
    if (Array.isArray(sighting.seen)) members += sighting.seen.length;
    if (members > MOST_MEMBERS) throw new Error('lists more than any run has looked at');
    known.set(line.id, sighting);
  }
  return lines.map((line) => ('since' in line ? (known.get(line.id) as Sighting) : line));
}

function asSeen({ id, at, what, since, length, changed }: LaterLook, earlier: Sighting | undefined): Sighting {
  const no = (why: string) => new Error(`has sighting ${id}, ${why}`);
  if (earlier === undefined || earlier.what !== what || !Array.isArray(earlier.seen) || since >= id) {
    throw no(`which is like no earlier look: ${since}`);
  }
  const seen: unknown[] = earlier.seen.slice(0, length);
  for (const [place, member] of Object.entries(changed)) {
    const index = Number(place);
    // Places come in order: behind what was there none is left out.
    const isPlace = String(index) === place && Number.isInteger(index) && index >= 0 && index < length;
    if (!isPlace || index > seen.length) throw no(`which has a member at ${place} of ${length}`);
    seen[index] = member;
  }
  if (seen.length !== length) throw no(`which has ${seen.length} members of ${length}`);
  return { id, at, what, seen };
}
