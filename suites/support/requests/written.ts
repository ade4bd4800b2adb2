import {
  Blocked,
  type Body,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  type of,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { mayBeGuarded } from './wordings.ts';

// "Request and response bodies are JSON": a text, a name or an object is the same in every way of writing it that JSON permits (RFC 8259,
// sections 2, 4 and 7).

/** The text as JSON escapes; a character outside the basic plane takes two. */
const escaped = (text: string, digits: (hex: string) => string) =>
  [...Array(text.length).keys()]
    .map((at) => `\\u${digits(text.charCodeAt(at).toString(16).padStart(4, '0'))}`)
    .join('');

const plain = (hex: string) => hex;
const capital = (hex: string) => hex.toUpperCase();
const inTurn = (hex: string) => [...hex].map((digit, at) => (at % 2 === 0 ? digit.toUpperCase() : digit)).join('');

/** JSON whose texts and names are written by `text`. */
function written(value: unknown, text: (text: string) => string): string {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return `[${value.map((each) => written(each, text)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${text(name)}:${written(inner, text)}`)
    .join(',')}}`;
}

/** Escapes only these characters, in addition to those that JSON requires. */
const only = (which: RegExp, digits: (hex: string) => string) => (text: string) =>
  JSON.stringify(text).replace(which, (found) => escaped(found, digits));

function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}

const BEYOND_ASCII = /[^ -~]+/g;

const ways: readonly { readonly what: string; of(body: Body): string }[] = [
  { what: 'what is beyond ASCII as escapes', of: (body) => written(body, only(BEYOND_ASCII, plain)) },
  { what: 'what is beyond ASCII as escapes in capitals', of: (body) => written(body, only(BEYOND_ASCII, capital)) },
  { what: 'every character as an escape', of: (body) => written(body, (text) => `"${escaped(text, inTurn)}"`) },
  { what: 'signs of markup as escapes', of: (body) => written(body, only(/[<>&'=+]/g, plain)) },
  {
    what: 'its slashes behind backslashes',
    of: (body) => written(body, (text) => JSON.stringify(text).replaceAll('/', '\\/')),
  },
  { what: 'its fields in the opposite order', of: (body) => JSON.stringify(reversed(body)) },
  {
    what: 'lines and tabs between its fields',
    of: (body) => JSON.stringify(body, null, '\t').replaceAll('\n', '\r\n'),
  },
  { what: 'blanks and ends of lines around it', of: (body) => `\r\n\t ${JSON.stringify(body, null, 2)} \n` },
];

/** A text with characters that each way of writing affects. At most 100 characters. */
export const writtenText = `Ọlá's 1/2 gift 🎁 for 👩🏽‍🚀: <b>"A&B"</b> C:\\new\\u0041 – ₦5,000 \\ud83c\\udf81`;

type Needs = Parameters<typeof shared>[1];

export interface Written {
  readonly id: RequirementId;
  readonly name: string;
  readonly needs: Needs;
  /** The request, how it is sent, and the values read afterwards, each with the expected one. */
  prepare(context: CheckContext): Promise<{
    body(): Promise<Body>;
    send(rawBody: string): Promise<Exchange>;
    seen(body: Body, answer: Exchange): Promise<readonly (readonly [ReturnType<typeof of>, unknown])[]>;
  }>;
}

/** The request is accepted however its JSON is written, and its texts are returned unchanged. */
export function writtenTable({ id, name, needs, prepare }: Written): void {
  const sent = shared(`${name}s whose JSON is written in many ways`, needs, async (context) => {
    const { body, send, seen } = await prepare(context);
    mayBeGuarded(await send(JSON.stringify(await body())), writtenText);
    const found = new Map<string, { answer: Exchange; looks: Awaited<ReturnType<typeof seen>> }>();
    for (const way of ways) {
      const own = await body();
      const answer = await send(way.of(own));
      found.set(way.what, { answer, looks: await seen(own, answer) });
    }
    return found;
  });
  checks(
    id,
    ways,
    ({ what }) => `a ${name} written with ${what} is the same one`,
    async (context, { what }) => {
      const found = (await sent(context)).get(what);
      if (found === undefined) throw new Blocked('suite fault: it was not sent');
      expect(found.answer).toHaveStatus(201);
      for (const [kept, due] of found.looks) expect(kept).toEqual(due);
    },
    { needs, drawn: 3 },
  );
}
