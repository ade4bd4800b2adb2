import { createHmac } from 'node:crypto';
import { type Appearance, drawn } from './appearance.ts';

/** How names of this run are recognised: in the plain form by a text in each, otherwise by a tag that only the run's secret can make. */
export type Mark = string | HiddenMark;

/** Plain data: it is passed to a worker. */
export interface HiddenMark {
  /** Unique to this run: derived from its secret, its beginning and its seed. */
  readonly key: string;
  readonly shape: keyof typeof shapes;
  /** What every name begins with: depending on the shape a word, a date, both or neither, as shops use them. */
  readonly prefix: string;
}

interface Marked {
  readonly startedAt: number;
  readonly seed: number;
  readonly appearance?: Appearance | undefined;
}

interface Shape {
  /** The characters that names are made of. */
  readonly alphabet: string;
  /** How many characters are drawn, and how many more form the tag that is computed from them and the key. */
  readonly own: number;
  readonly tag: number;
  /** `any`: a number that is not part of the tag. */
  write(drawnCharacters: string, any: number): string;
  /** Its groups are the characters that were drawn and those of the tag. */
  readonly pattern: string;
}

const HEX = '0123456789abcdef';
/** Crockford's base 32, as in a ULID. */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';
const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz';

// Letters, digits and `-`; lower case, so that a change of case makes another name; always with a digit; at most 36 characters.
const shapes = {
  uuid: {
    alphabet: HEX,
    own: 16,
    tag: 14,
    write: (all, any) =>
      `${all.slice(0, 8)}-${all.slice(8, 12)}-4${all.slice(12, 15)}-${HEX[8 + (any % 4)]}${all.slice(15, 18)}-${all.slice(18)}`,
    pattern: '([0-9a-f]{8})-([0-9a-f]{4})-4([0-9a-f]{3})-[89ab]([0-9a-f]{3})-([0-9a-f]{12})',
  },
  sortable: { alphabet: BASE32, own: 12, tag: 9, write: (all) => all, pattern: '([0-9a-hjkmnp-tv-z]{21})' },
  dated: { alphabet: '0123456789', own: 11, tag: 5, write: (all) => all, pattern: '([0-9]{16})' },
  short: { alphabet: BASE36, own: 11, tag: 8, write: (all) => all, pattern: '([0-9a-z]{19})' },
} as const satisfies Record<string, Shape>;

export function markOf({ startedAt, seed, appearance }: Marked): Mark {
  // Whole milliseconds: a fraction would put a dot into names, which not every kind of resource has to allow.
  const at = Math.floor(startedAt);
  if (!appearance?.incognito) return `${at.toString(36)}-${(seed >>> 0).toString(36)}`;
  const key = createHmac('sha256', appearance.secret).update(`names: ${at} ${seed}`).digest('hex');
  const shape = drawn(appearance, 'shape of names', ['uuid', 'sortable', 'dated', 'short']);
  const day = new Date(at).toISOString().slice(0, 10);
  const prefix = {
    uuid: '',
    sortable: sortableTime(at).slice(0, 5),
    dated: `${drawn(appearance, 'word', ['order', 'purchase', 'basket'])}-${day.replaceAll('-', '')}-`,
    short: `${drawn(appearance, 'word', ['inv', 'tx', 'po', 'shop'])}${day.slice(2, 4)}-`,
  }[shape];
  return { key, shape, prefix };
}

/** The same name for the same text, a different one for any other. */
export function nameOf({ key, shape, prefix }: HiddenMark, text: string): string {
  const { alphabet, own, write } = shapes[shape];
  const bytes = createHmac('sha256', key).update(`name: ${text}`).digest();
  const drawnCharacters = toAlphabet(bytes, alphabet, own);
  return prefix + write(drawnCharacters + tagOf(key, shape, drawnCharacters), bytes.at(-1) ?? 0);
}

/** The names of this run that occur in a text, as they are spelled there. In the plain form: the mark itself. */
export function namesIn(text: string, mark: Mark): string[] {
  if (typeof mark === 'string') return text.includes(mark) ? [mark] : [];
  const { key, shape, prefix } = mark;
  const { own, pattern } = shapes[shape];
  // Bounds the work on a text that others have filled with lookalikes.
  const found = [...text.matchAll(new RegExp(prefix + pattern, 'gi'))].slice(0, MAX_CANDIDATES);
  return [
    ...new Set(
      found.flatMap(([name, ...groups]) => {
        const characters = groups.join('').toLowerCase();
        return tagOf(key, shape, characters.slice(0, own)) === characters.slice(own) ? [name] : [];
      }),
    ),
  ];
}

const MAX_CANDIDATES = 2_000;

export function isMarked(text: string, mark: Mark): boolean {
  return typeof mark === 'string' ? text.includes(mark) : namesIn(text, mark).length > 0;
}

/** With every other letter in upper case, for checks of letter case. */
export function inMixedCase(name: string): string {
  let letters = 0;
  return name.replace(/[a-z]/g, (letter) => (letters++ % 2 === 0 ? letter.toUpperCase() : letter));
}

/** How a shell command makes another name of the same form: the part to keep, the length of the rest, and whether it is digits only. */
export function likeness(name: string, mark: HiddenMark): { kept: string; length: number; digits: boolean } {
  const { prefix, shape } = mark;
  return { kept: name.slice(0, prefix.length), length: name.length - prefix.length, digits: shape === 'dated' };
}

function tagOf(key: string, shape: HiddenMark['shape'], drawnCharacters: string): string {
  const { alphabet, tag } = shapes[shape];
  return toAlphabet(createHmac('sha256', key).update(`tag: ${drawnCharacters}`).digest(), alphabet, tag);
}

function toAlphabet(bytes: Buffer, alphabet: string, length: number): string {
  let number = bytes.readBigUInt64BE(0) * 2n ** 64n + bytes.readBigUInt64BE(8);
  let text = '';
  for (let at = 0; at < length; at++) {
    text += alphabet[Number(number % BigInt(alphabet.length))];
    number /= BigInt(alphabet.length);
  }
  return text;
}

/** The beginning of a ULID: epoch milliseconds in ten characters. */
function sortableTime(at: number): string {
  let text = '';
  for (let rest = at, place = 0; place < 10; place++, rest = Math.floor(rest / 32)) text = BASE32[rest % 32] + text;
  return text;
}
