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

// Request bodies that are wrong in one thing, and what a refusal must leave as it was.

/** One way to be wrong: what it is in words, and the fields that make it so. */
export interface Wrong {
  readonly what: string;
  readonly fields: Body;
}

/** What a text is mistaken for. A list or an object holds the valid text: some languages take the one for the other. */
export function otherThanText(path: string, valid: string, number = 20_261_101): Wrong[] {
  return wrongs(path, { 'a number': number, true: true, 'a list of one text': [valid], 'an object': { value: valid } });
}

/** What an object is mistaken for: `valid`, which would be accepted, is there each time, but one level off. */
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

/** What an amount is mistaken for, `valid` being one that would be accepted. */
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

/** Beyond what 31, 32 and 53 bits hold; the second would be a valid amount to whoever drops the bits above 32. */
export function beyondIntegers(path: string, valid: number): Wrong[] {
  return wrongs(path, {
    '2,147,483,648 (31 bits)': 2 ** 31,
    '2^32 and a valid amount': 2 ** 32 + valid,
    '2^53 - 1': Number.MAX_SAFE_INTEGER,
  });
}

/** Absent and null: both lack the field. */
export function lacking(...paths: readonly string[]): Wrong[] {
  return paths.flatMap((path) => [
    { what: `no ${path}`, fields: at(path, undefined) },
    { what: `null as ${path}`, fields: at(path, null) },
  ]);
}

/** The fields of an object outside of it, under a name that looks like a path to each: the object itself is not there. */
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

/** A field with each of these values, by what they are in words. */
export function wrongs(path: string, values: Readonly<Record<string, unknown>>): Wrong[] {
  return Object.entries(values).map(([what, value]) => ({ what: `${what} as ${path}`, fields: at(path, value) }));
}

/** Rows for `checks`: each of them breaks this requirement. */
export function breaking<Id extends string>(id: Id, ...wrong: readonly Wrong[][]): (Wrong & { readonly id: Id })[] {
  return wrong.flat().map((each) => ({ id, ...each }));
}

/** Which way a row is refused, and what is sent. */
type Row = Wrong & {
  readonly id: RequirementId;
  /** Another requirement that it breaks as well. */
  readonly also?: RequirementId;
  readonly refusal?: readonly [status: number, code: string];
};

interface Refusals {
  /** "checkout" */
  readonly kind: string;
  readonly needs?: readonly Capability[];
  readonly rows: readonly Row[];
  /** That a refused request leaves its reference free. */
  readonly createsNothing: RequirementId;
  /** Prepares requests under one reference: with these fields, or, without any, a valid one. */
  requests(context: CheckContext): Promise<(fields: Body) => Promise<Exchange>>;
}

/** Each row is refused, and its reference is free afterwards: both are checks of their own, about the same two requests. */
export function checkRefusals({ kind, needs = [], rows, createsNothing, requests }: Refusals): void {
  const tried = rows.map((row) => ({
    ...row,
    outcome: shared(`a ${kind} with ${row.what}`, needs, async (context) => {
      const request = await requests(context);
      const refusal = await request(row.fields);
      return { refusal, after: 'reference' in row.fields ? null : await request({}) };
    }),
  }));
  for (const id of new Set(tried.flatMap((row) => [row.id, ...(row.also === undefined ? [] : [row.also])]))) {
    checks(
      id,
      tried.filter((row) => row.id === id || row.also === id),
      ({ what }) => `${what} is refused`,
      async (context, { outcome, refusal: [status, code] = [400, 'invalid_request'] }) => {
        expect((await outcome(context)).refusal).toBeRefusedWith(status, code);
      },
      { drawn: 0.3 },
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

/** A step: whatever refusal it was. */
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
