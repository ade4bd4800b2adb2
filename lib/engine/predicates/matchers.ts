import { parseInstant } from '../time/instant.ts';
import { type Shape, shapeOf } from './shapes.ts';
import { type ExchangeView, isView, partOf } from './views.ts';

export interface MatchResult {
  readonly pass: boolean;
  /** What was expected and what came instead, in one line. */
  message(not: boolean): string;
}

export type Kind = 'object' | 'list' | 'text' | 'number' | 'integer';

/** Used both in a run, on what was received, and later, on its evidence. Subjects and values are plain, or views. */
export const matchers = {
  toHaveStatus: (exchange: ExchangeView, status: number) =>
    matchResult(exchange.status === status, (not) => expectedMessage(not, 'status', String(status), answer(exchange))),

  /** A refusal with exactly this status and code. */
  toBeRefusedWith: (exchange: ExchangeView, status: number, code: string) =>
    matchResult(exchange.status === status && partOf(exchange.json, ['error', 'code']) === code, (not) =>
      expectedMessage(not, 'a refusal with', `${status} ${code}`, answer(exchange)),
    ),

  /**
   * Any refusal of the request, where the interface shows neither status nor code: 4xx, or 501 in the error shape, which says that there
   * is no such function. Any other 5xx says that the service failed, and nothing about the request.
   */
  toBeRefused: (exchange: ExchangeView) =>
    matchResult(
      (exchange.status >= 400 && exchange.status < 500) ||
        (exchange.status === 501 && shapeOf('errorBody').safeParse(exchange.json).success),
      (not) => expectedMessage(not, 'a refusal', '(4xx, or 501 in the error shape)', answer(exchange)),
    ),

  /** `{ error: { code: string, message: string } }`; further fields are allowed. */
  toHaveErrorShape: (exchange: ExchangeView) =>
    matchResult(shapeOf('errorBody').safeParse(exchange.json).success, (not) =>
      expectedMessage(not, 'a body', '{ error: { code, message } } with two strings', answer(exchange)),
    ),

  /** A field of the JSON body, by path: `toHaveField('customer.email', 'a@example.com')`. Compared as by `toEqual`. */
  toHaveField: (exchange: ExchangeView, path: string, value: unknown) => {
    const seen = partOf(exchange.json, path.split('.'));
    return matchResult(
      equal(seen, value),
      (not) =>
        `expected ${path} ${not ? 'not ' : ''}to be ${show(value)}, got ${not ? 'it' : show(seen)} in ${answer(exchange)}`,
    );
  },

  /** A body or value fits the shape: in all fields, or in those named. */
  toFit: (value: unknown, name: Shape, ...fields: string[]) => {
    const whole = shapeOf(name);
    const schema = fields.length === 0 ? whole : whole.pick(pickFields(fields));
    const seen = isView(value) ? value.json : value;
    const result = schema.safeParse(seen);
    const received = isView(value) && 'status' in value ? answer(value) : show(value);
    const what = fields.length === 0 ? name : `${fields.join(', ')} of ${name}`;
    if (isView(value) && seen === undefined)
      return matchResult(false, (not) => expectedMessage(not, 'a JSON body', `with ${what}`, received));
    return matchResult(result.success, (not) =>
      result.success || not
        ? `expected ${received} not to fit ${name}`
        : `${received}: ${result.error.issues.map((issue) => `${issue.path.join('.') || 'the body'}: ${issue.message}`).join('; ')}`,
    );
  },

  /** An ISO 8601 date-time with a zone, in any of its spellings. */
  toBeDateTime: (value: unknown) =>
    matchResult(typeof value === 'string' && parseInstant(value) !== undefined, (not) =>
      expectedMessage(not, 'an ISO 8601', 'date-time with a zone', show(value)),
    ),

  /** A replay: the original's status and body, with Idempotent-Replayed: true. */
  toReplay: (exchange: ExchangeView, original: ExchangeView) => {
    const mark = exchange.headers['idempotent-replayed'];
    const problems = [
      ...(exchange.status === original.status ? [] : [`status ${exchange.status} instead of ${original.status}`]),
      ...(equal(exchange.json, original.json) ? [] : [`the body ${body(exchange)} instead of ${body(original)}`]),
      ...(mark === 'true' ? [] : [`Idempotent-Replayed: ${mark ?? '(missing)'}`]),
    ];
    return matchResult(problems.length === 0, (not) =>
      not
        ? `expected anything but a replay of the original response (${answer(original)}), got one`
        : `expected the original response replayed (${answer(original)}), got ${problems.join(', ')}`,
    );
  },

  toBe: (seen: unknown, value: unknown) => compare(same(seen, value), seen, 'to be', value),

  /** Deep equality. A regular expression equals any text that it matches. */
  toEqual: (seen: unknown, value: unknown) => compare(equal(seen, value), seen, 'to equal', value),

  /** As `toEqual`, for the given fields only. */
  toMatchObject: (seen: unknown, fields: unknown) => compare(holds(seen, fields), seen, 'to have', fields),

  toMatch: (seen: unknown, pattern: RegExp) =>
    compare(typeof seen === 'string' && pattern.test(seen), seen, 'to match', pattern),

  toBeOneOf: (seen: unknown, values: readonly unknown[]) =>
    compare(
      values.some((value) => same(seen, value)),
      seen,
      'to be one of',
      values,
    ),

  /** A text that contains the value, or a list that has it as a member. */
  toContain: (seen: unknown, value: unknown) =>
    compare(
      typeof seen === 'string'
        ? typeof value === 'string' && seen.includes(value)
        : Array.isArray(seen) && seen.some((member) => same(member, value)),
      seen,
      'to contain',
      value,
    ),

  /** Webhooks, or other awaited things: at least one has come. `otherwise` says what was expected and what came instead. */
  toHaveCome: (seen: unknown, otherwise: string) =>
    matchResult(Array.isArray(seen) && seen.length > 0, () => otherwise),

  toHaveLength: (seen: unknown, length: number) =>
    matchResult(Array.isArray(seen) && seen.length === length, (not) =>
      comparedMessage(seen, 'to be', not, count(length), seen),
    ),

  toBeEmpty: (seen: unknown) =>
    matchResult(Array.isArray(seen) && seen.length === 0, (not) =>
      not ? 'expected some, got none' : `expected none, got ${Array.isArray(seen) ? count(seen.length) : show(seen)}`,
    ),

  toBeGreaterThan: (seen: unknown, value: number) =>
    compare(isNumber(seen) && seen > value, seen, 'to be greater than', value),

  toBeGreaterThanOrEqual: (seen: unknown, value: number) =>
    compare(isNumber(seen) && seen >= value, seen, 'to be greater than or equal to', value),

  toBeLessThan: (seen: unknown, value: number) =>
    compare(isNumber(seen) && seen < value, seen, 'to be less than', value),

  toBeLessThanOrEqual: (seen: unknown, value: number) =>
    compare(isNumber(seen) && seen <= value, seen, 'to be less than or equal to', value),

  /** The kind of a JSON value; a list is not an object. */
  toBeA: (seen: unknown, kind: Kind) =>
    matchResult(kinds[kind](seen), (not) => comparedMessage(seen, 'to be of the kind', not, kind, undefined)),
} as const;

const kinds: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
  text: (value) => typeof value === 'string',
  number: isNumber,
  integer: Number.isInteger,
};

function matchResult(pass: boolean, message: (not: boolean) => string): MatchResult {
  return { pass, message };
}

function expectedMessage(not: boolean, what: string, which: string, received: string): string {
  return `expected ${not ? 'anything but ' : ''}${what} ${which}, got ${received}`;
}

function compare(pass: boolean, seen: unknown, words: string, value: unknown): MatchResult {
  return matchResult(pass, (not) => comparedMessage(seen, words, not, show(value), undefined));
}

function comparedMessage(seen: unknown, words: string, not: boolean, value: string, list: unknown): string {
  if (seen === undefined && !not) return `expected it ${words} ${value}, but there is none`;
  const received = Array.isArray(list) ? count(list.length) : show(seen);
  return `expected ${received} ${not ? 'not ' : ''}${words} ${value}`;
}

function count(length: number): string {
  return length === 1 ? '1 entry' : `${length} entries`;
}

/** The answer, as failure messages show it. */
function answer(exchange: ExchangeView): string {
  return `${exchange.status} ${body(exchange)}`.trim();
}

function body({ text }: ExchangeView): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof RegExp) return value.source === '.' ? 'a text that is not empty' : String(value);
  const text = JSON.stringify(isView(value) ? value.json : value) ?? 'nothing';
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}

/** 0 and -0 are the same number in JSON. */
function same(a: unknown, b: unknown): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function equal(seen: unknown, value: unknown): boolean {
  if (value instanceof RegExp) return typeof seen === 'string' && value.test(seen);
  if (Array.isArray(value)) {
    return Array.isArray(seen) && seen.length === value.length && value.every((each, at) => equal(seen[at], each));
  }
  if (!kinds.object(value)) return same(seen, value);
  return kinds.object(seen) && holds(seen, value) && definedEntries(seen).length === definedEntries(value).length;
}

function holds(seen: unknown, fields: unknown): boolean {
  if (!kinds.object(fields) || fields instanceof RegExp) return equal(seen, fields);
  return kinds.object(seen) && definedEntries(fields).every(([name, value]) => equal(partOf(seen, [name]), value));
}

function definedEntries(object: unknown): [string, unknown][] {
  return Object.entries(Object(object)).filter(([, value]) => value !== undefined);
}

function pickFields(fields: readonly string[]): Record<string, true> {
  return Object.fromEntries(fields.map((field) => [field, true as const]));
}
