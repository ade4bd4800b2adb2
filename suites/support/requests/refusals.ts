import {
  Blocked,
  type Body,
  type Capability,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  type RequirementId,
  shared,
  summary,
} from '../../../lib/interface/index.ts';

// Request bodies with one fault each, and what a refusal must leave unchanged.

/** One fault: its description, and the fields that cause it. */
export interface Wrong {
  readonly what: string;
  readonly fields: Body;
}

/** Values that may be taken for a text. The list and the object contain the valid text, because some languages convert them. */
export function otherThanText(path: string, valid: string, number = 20_261_101): Wrong[] {
  return wrongs(path, { 'a number': number, true: true, 'a list of one text': [valid], 'an object': { value: valid } });
}

/** Values that may be taken for an object: each contains `valid`, which would be accepted, one level off. */
export function otherThanObject(path: string, valid: Body): Wrong[] {
  return wrongs(path, {
    'a list of one such object': [valid],
    'the value of its first field': Object.values(valid)[0],
    'its JSON in a text': JSON.stringify(valid),
    'a list of its names and values': Object.entries(valid),
    'an empty list': [],
    'a number': 5_000,
    true: true,
  });
}

/** Values that may be taken for an amount; `valid` would be accepted. */
export function otherThanInteger(path: string, valid: number): Wrong[] {
  return wrongs(path, {
    'a half of a kobo': valid + 0.5,
    'a hundredth of a kobo': valid + 0.01,
    'a thousandth of a kobo': valid + 0.001,
    'a ten-millionth of a kobo': valid + 1e-7,
    'digits in a string': String(valid),
    'digits with a point in a string': `${valid}.00`,
    'an empty string': '',
    true: true,
    'a list of one integer': [valid],
    'an object': { value: valid },
    null: null,
  });
}

/** Above 31, 32 and 53 bits; the second is a valid amount if the bits above 32 are dropped. */
export function beyondIntegers(path: string, valid: number): Wrong[] {
  return wrongs(path, {
    '2,147,483,648 (31 bits)': 2 ** 31,
    '2^32 and a valid amount': 2 ** 32 + valid,
    '2^53 - 1': Number.MAX_SAFE_INTEGER,
  });
}

/** Absent and null: in both cases the field is missing. */
export function lacking(...paths: readonly string[]): Wrong[] {
  return paths.flatMap((path) => [
    { what: `no ${path}`, fields: at(path, undefined) },
    { what: `null as ${path}`, fields: at(path, null) },
  ]);
}

/** The fields of an object moved outside of it, under names that look like paths to them: the object itself is missing. */
export function spelledAsPaths(container: string, fields: Body): Wrong[] {
  const [dotted, bracketed] = [(name: string) => `${container}.${name}`, (name: string) => `${container}[${name}]`];
  return [dotted, bracketed].map((spelled) => {
    const renamed = Object.entries(fields).map(([name, value]) => [spelled(name), value] as const);
    const words = renamed.map(([name]) => name).join(', ');
    return {
      what: `no ${container}, and fields named ${words}`,
      fields: { [container]: undefined, ...Object.fromEntries(renamed) },
    };
  });
}

/** Required fields, each absent where it has to be, and present in this object beside them and in a list within that. */
export function onlyWithin(container: string, required: Body): Wrong[] {
  return Object.entries(required).map(([name, value]) => ({
    what: `no ${name}, and one within ${container}`,
    fields: { [name]: undefined, [container]: { [name]: value, items: [{ [name]: value }] } },
  }));
}

/** A field with each of these values, keyed by description. */
export function wrongs(path: string, values: Readonly<Record<string, unknown>>): Wrong[] {
  return Object.entries(values).map(([what, value]) => ({ what: `${what} as ${path}`, fields: at(path, value) }));
}

/** Integers below those of 32 and 64 bits, by their names; where only the lowest 32 bits are kept, `kobo` are left. */
export const belowIntegers = (kobo: number): Readonly<Record<string, number>> => ({
  '-2^31': -(2 ** 31),
  [`-2^32 and ${kobo}`]: kobo - 2 ** 32,
  [`-2^33 and ${kobo}`]: kobo - 2 ** 33,
});

/** Rows for `checks` about this requirement. */
export function breaking<Id extends string>(id: Id, ...wrong: readonly Wrong[][]): (Wrong & { readonly id: Id })[] {
  return wrong.flat().map((each) => ({ id, ...each }));
}

/** A wrong request, and how it has to be refused. */
type Row = Wrong & {
  readonly id: RequirementId;
  /** Another requirement that it breaks as well. */
  readonly also?: RequirementId;
  readonly refusal?: readonly [status: number, code: string];
};

interface Refusals {
  readonly kind: string;
  readonly needs?: readonly Capability[];
  readonly rows: readonly Row[];
  readonly createsNothing: RequirementId; // A refused request leaves its reference free.
  /** The first row of each requirement is made in live too. */
  readonly alsoInLive?: boolean;
  /** Prepares requests with one reference: with the given fields, or a valid one if there are none. */
  requests(context: CheckContext): Promise<(fields: Body) => Promise<Exchange>>;
}

/** Each row is refused, and its reference is free afterwards: two checks about the same two requests. */
export function checkRefusals(table: Refusals): void {
  const { kind, needs = [], rows, createsNothing, alsoInLive = false, requests } = table;
  const tried = rows.map((row) => ({
    ...row,
    outcome: shared(`a ${kind} with ${row.what}`, needs, async (context) => {
      const request = await requests(context);
      const refusal = await request(row.fields);
      return { refusal, after: 'reference' in row.fields ? null : await request({}) };
    }),
  }));
  for (const id of new Set(tried.flatMap((row) => [row.id, ...(row.also === undefined ? [] : [row.also])]))) {
    const own = tried.filter((row) => [row.id, row.also].includes(id));
    checks(
      id,
      own,
      ({ what }) => `${what} is refused`,
      async (context, { outcome, refusal: [status, code] = [400, 'invalid_request'] }) => {
        expect((await outcome(context)).refusal).toBeRefusedWith(status, code);
      },
      (row) => ({ drawn: 0.3, alsoInLive: alsoInLive && row === own[0] }),
    );
  }
  checks(
    createsNothing,
    tried.filter(({ fields }) => !('reference' in fields)),
    ({ what }) => `the reference of a refused ${kind} with ${what} is free`,
    async (context, { outcome }) => {
      const { refusal, after } = await outcome(context);
      refused(refusal);

      expect(after).toHaveStatus(201);
    },
    { drawn: 0.3 },
  );
}

/** A step: any refusal will do. */
export function refused(exchange: Exchange): Exchange {
  if (exchange.status < 400 || exchange.status >= 500) {
    throw new Blocked(`the request should have been refused; got ${summary(exchange)}`);
  }
  return exchange;
}

function at(path: string, value: unknown): Body {
  const [name = '', inner] = path.split('.');
  return { [name]: inner === undefined ? value : { [inner]: value } };
}
