import {
  Blocked,
  type CheckContext,
  type Created,
  checks,
  created,
  type EventKind,
  type Exchange,
  expect,
  of,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { digitsOf } from './digits.ts';

// A reference is the same text everywhere: in a body, in a path with any encoding, in other requests, in events and in the console. Tries
// every permitted sign of checkout references at every position, and every length at which truncation is likely.

interface Name {
  readonly what: string;
  of(own: string): string;
}

const signs = { 'a dot': '.', 'an underscore': '_', 'a colon': ':', 'a hyphen': '-' } as const;

const names: readonly Name[] = [
  ...Object.entries(signs).flatMap(([what, sign]): Name[] => [
    { what: `${what} within`, of: (own) => `${own}${sign}17` },
    { what: `${what} at the end`, of: (own) => `${own}${sign}` },
    { what: `${what} at the beginning`, of: (own) => `${sign}${own}` },
  ]),
  { what: 'two colons and a word', of: (own) => `${own}::cancel` },
  { what: 'a colon and the word release', of: (own) => `${own}:release` },
  { what: 'all signs', of: (own) => `.:-_${own}_-:.` },
  ...[64, 65, 80, 100].map((length) => ({
    what: `${length} characters`,
    of: (own: string) => `${own}:`.padEnd(length - 1, 'x').concat('9'),
  })),
  // Texts that a format may take for numbers.
  { what: 'digits alone', of: digitsOf },
  { what: 'digits, a dot and zeros', of: (own) => `${digitsOf(own)}.00` },
];

/** Ways to write it in a path (RFC 3986, sections 2.3 and 3.3). */
const spellings = {
  'as it is': (reference: string) => reference,
  'with its signs percent-encoded': (reference: string) =>
    reference.replace(/[.:_-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
} as const;

type Spelling = keyof typeof spellings;

interface Seen {
  readonly reference: string;
  readonly answer: Exchange;
  readonly records: Readonly<Record<Spelling, Exchange>> | null;
}

/** How an object with a reference is created and ended; `path`: the reference in the row's spelling. */
export interface Trip {
  readonly kind: Created['kind'];
  readonly needs: Parameters<typeof shared>[1];
  /** Returns the create call. */
  prepare(context: CheckContext): Promise<(reference: string) => Promise<Exchange>>;
  /** Leads to its event; `turn`: the number of the row. */
  ends(context: CheckContext, made: Created, path: string, turn: number): Promise<unknown>;
  readonly found: RequirementId;
  readonly events: readonly EventKind[];
}

export function roundTrips(trip: Trip): { found(): void; told(): void } {
  const { kind, needs } = trip;
  const made = shared(`${kind}s whose references have signs everywhere`, needs, async (context) => {
    const { merchant, data } = context;
    const ask = await trip.prepare(context);
    const seen = new Map<Name, Seen>();
    for (const [turn, name] of names.entries()) {
      const reference = name.of(data.reference('ref').slice(-36));
      const answer = await ask(reference);
      if (answer.status !== 201) {
        seen.set(name, { reference, answer, records: null });
        continue;
      }
      const find = (path: string) => merchant.api.request({ method: 'GET', path: `/v1/${kind}s/${path}` });
      const written = Object.values(spellings).map((spelled) => spelled(reference));
      await trip.ends(context, created(kind, answer), written[(turn + 1) % written.length] ?? reference, turn);
      const [plain, encoded] = [await find(written[0] ?? ''), await find(written[1] ?? '')];
      const records = { 'as it is': plain, 'with its signs percent-encoded': encoded };
      seen.set(name, { reference, answer, records });
    }
    return { merchant, seen };
  });
  const seenOf = async (context: CheckContext, name: Name) => {
    const { merchant, seen } = await made(context);
    const found = seen.get(name);
    if (found === undefined) throw new Blocked('suite fault: there is no such reference');
    return { merchant, ...found };
  };
  /** Which characters references of other kinds may have is not shown: if one is refused, its row ends there. */
  const expectTaken = ({ answer, records }: Seen): boolean => {
    if (kind === 'checkout') expect(answer).toHaveStatus(201);
    else if (records === null) expect(answer).toBeRefused();
    return records !== null;
  };
  const rows = names.map((name) => ({ what: name.what, name }));

  return {
    found() {
      checks(
        trip.found,
        rows,
        ({ what }) => `a ${kind} whose reference has ${what} is found by it, however the path spells it`,
        async (context, { name }) => {
          const seen = await seenOf(context, name);
          if (!expectTaken(seen)) return;
          for (const [how, record] of Object.entries(seen.records ?? {})) {
            expect(record, how).toHaveStatus(200);
            if (kind !== 'escrow') expect(record, how).toHaveField('reference', seen.reference);
          }
        },
        { needs, drawn: 3 },
      );
    },
    told() {
      checks(
        'webhook.payload-reference',
        rows,
        ({ what }) => `a ${kind} whose reference has ${what}: its event names it as it was sent`,
        async (context, { name }) => {
          const seen = await seenOf(context, name);
          if (!expectTaken(seen)) return;
          const event = trip.events[names.indexOf(name) % trip.events.length] ?? 'payment.succeeded';
          expect(of(await seen.merchant.webhooks.arrives(event, seen.reference), 'reference')).toBe(seen.reference);
        },
        { needs: [...needs, 'webhooks'], drawn: 3 },
      );
    },
  };
}
