import { isUtf8 } from 'node:buffer';

export interface Secret {
  /** The text that replaces it, after a `$`: usually the name of the setting. */
  label: string;
  value: string;
}

export interface Mask {
  /**
   * Replaces every secret, in any of its usual spellings, by `$LABEL`. With `cut`, the text was cut off at its end, and the beginning of
   * a secret at the very end is masked too.
   */
  text(text: string, cut?: boolean): string;
}

/**
 * Masks these spellings: plain, percent-encoded in part or throughout, hexadecimal, escaped in JSON (once, twice or throughout) and in
 * HTML, and base64, as a whole or inside something longer.
 */
export function createMask(secrets: readonly Secret[]): Mask {
  const lists = secrets.filter((secret) => secret.value !== '').map(spellingsOf);
  // Longest first, so that a secret that contains another is replaced first.
  const spellings = lists.flat().sort((a, b) => b.text.length - a.text.length);
  const shortest = spellings.at(-1)?.text.length ?? Number.POSITIVE_INFINITY;
  const candidates =
    spellings.length > INDEX_ABOVE_SPELLINGS ? indexByBeginning(spellings) : searchBeginnings(spellings);

  return {
    text(text, cut = false) {
      let masked = text;
      // Most texts, such as names of headers and fields, are too short to contain a secret.
      for (const spelling of text.length < shortest ? [] : candidates(text)) {
        if (masked.includes(spelling.text)) {
          masked = spelling.inBase64
            ? replaceRun(masked, spelling)
            : masked.replaceAll(spelling.isShort ? alone(spelling.text) : spelling.text, () => spelling.label);
        }
      }
      return cut ? maskTail(masked, spellings) : masked;
    },
  };
}

/** Masks nothing: for tests, and tools that have no secrets. */
export const noMask: Mask = { text: (text) => text };

/** Masks every text in plain JSON. Returns the value itself if there is nothing to mask. */
export function maskDeep<T>(value: T, mask: Mask): T {
  if (typeof value === 'string') return mask.text(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const masked = value.map((each) => maskDeep<unknown>(each, mask));
    return masked.some((each, at) => each !== value[at]) ? (masked as T) : value;
  }
  let isMasked = false;
  const entries: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const entry: [string, unknown] = [mask.text(name), maskDeep<unknown>(inner, mask)];
    isMasked ||= entry[0] !== name || entry[1] !== inner;
    entries.push(entry);
  }
  return isMasked ? (Object.fromEntries(entries) as T) : value;
}

/** The spellings of which a text may contain one, in the order of all, longest first. */
type Candidates = (text: string) => readonly Spelling[];

/** Keys of one kind begin alike, in every spelling: so a text is searched for a third of what it may contain. */
function searchBeginnings(spellings: readonly Spelling[]): Candidates {
  const beginnings = [...new Set(spellings.map(({ beginning }) => beginning))];
  return (text) => {
    const found = beginnings.filter((beginning) => text.includes(beginning));
    return found.length === 0 ? [] : spellings.filter(({ beginning }) => found.includes(beginning));
  };
}

/** With more spellings than this, each beginning that a text has is looked up. */
const INDEX_ABOVE_SPELLINGS = 1_000;

function indexByBeginning(spellings: readonly Spelling[]): Candidates {
  const places = Map.groupBy(spellings.keys(), (at) => spellings[at]?.beginning ?? '');
  const lengths = [...new Set([...places.keys()].map(({ length }) => length))];
  return (text) => {
    const found = new Set<number>();
    for (const length of lengths) {
      for (let at = 0; at + length <= text.length; at++) {
        for (const place of places.get(text.slice(at, at + length)) ?? []) found.add(place);
      }
    }
    return [...found].sort((a, b) => a - b).flatMap((place) => spellings[place] ?? []);
  };
}

/** Characters of a beginning. */
const BEGINNING_CHARS = 8;

interface Spelling {
  text: string;
  /** The first characters of `text`. */
  beginning: string;
  label: string;
  inBase64: boolean;
  /** Replaced only where no letter or digit stands beside it: random names contain a few characters in this order by chance. */
  isShort?: boolean;
}

/** Characters: a secret of fewer is short. */
const MIN_UNLIKELY_CHARS = 6;

const alone = (text: string) => new RegExp(`(?<![A-Za-z0-9])${text.replace(/[^\w\s]/g, '\\$&')}(?![A-Za-z0-9])`, 'g');

/** Cache of spellings: the same secrets are in the masks of many checks. */
const cachedSpellings = new Map<string, readonly Spelling[]>();

/** Maximum number of secrets in the cache; each takes about 3 KB. */
const MAX_CACHED_SECRETS = 10_000;

function spellingsOf(secret: Secret): readonly Spelling[] {
  const name = `${secret.label} ${secret.value}`;
  let spellings = cachedSpellings.get(name);
  if (spellings === undefined) {
    if (cachedSpellings.size >= MAX_CACHED_SECRETS) cachedSpellings.clear();
    spellings = allSpellings(secret);
    cachedSpellings.set(name, spellings);
  }
  return spellings;
}

function allSpellings({ label, value }: Secret): Spelling[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const everyByte = hex.replace(/../g, '%$&');
  // Letters, digits, _ and - are the same in most spellings.
  const isUsual = /^[\w-]+$/.test(value);
  const others = isUsual ? [] : furtherSpellings(value, bytes);
  const everyUnit = isUsual ? hex.replace(/../g, '\\u00$&') : everyUnitOf(value);
  const plain = [
    value,
    everyByte,
    everyByte.toUpperCase(),
    hex,
    hex.toUpperCase(),
    everyUnit,
    everyUnit.toUpperCase().replaceAll('\\U', '\\u'),
    ...others,
  ];
  const encoded = isUsual ? [bytes] : [bytes, Buffer.from(escaped(value))];
  const spelling = (text: string, inBase64: boolean): Spelling => ({
    text,
    beginning: text.slice(0, BEGINNING_CHARS),
    label: `$${label}`,
    inBase64,
    isShort: !inBase64 && text.length < MIN_UNLIKELY_CHARS,
  });
  return [
    ...[...new Set(plain)].map((text) => spelling(text, false)),
    ...[...new Set(encoded.flatMap(insideBase64))].map((text) => spelling(text, true)),
  ];
}

function furtherSpellings(value: string, bytes: Buffer): string[] {
  const percent = encodeURIComponent(value.toWellFormed());
  const json = escaped(value);
  return [
    // UTF-8 bytes read as Latin-1, as header values are.
    bytes.toString('latin1'),
    percent,
    lowerCodes(percent),
    // As forms and page addresses encode it.
    new URLSearchParams([['', value.toWellFormed()]]).toString().slice(1),
    encodeURI(value.toWellFormed()),
    json,
    json.replaceAll('/', '\\/'),
    escaped(json),
    // As HTML encodes it.
    value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
    value.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign),
  ];
}

/** Base64 of the bytes at each of the three positions within a group, without the characters that depend on neighbouring bytes. */
function insideBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    const core = encoded.slice(Math.ceil((before * 8) / 6), whole);
    // Shorter ones would match by chance.
    return core.length < 6 ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function everyUnitOf(text: string): string {
  return [...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}

function lowerCodes(percent: string): string {
  return percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

/** Replaces the whole run of base64 characters around the spelling: those at its edges contain bits of the secret. */
function replaceRun(text: string, { text: core, label }: Spelling): string {
  let masked = '';
  let done = 0;
  for (let at = text.indexOf(core); at !== -1; at = text.indexOf(core, done)) {
    let [start, end] = [at, at + core.length];
    while (start > done && isBase64(text.charCodeAt(start - 1))) start--;
    while (end < text.length && isBase64(text.charCodeAt(end))) end++;
    while (text[end] === '=') end++;
    masked += text.slice(done, start) + label;
    done = end;
  }
  return masked + text.slice(done);
}

function isBase64(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || // digits
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 43 || // + / - _
    code === 47 ||
    code === 45 ||
    code === 95
  );
}

function maskTail(text: string, known: readonly Spelling[]): string {
  let best = { length: 0, label: '' };
  for (const spelling of known) {
    const longest = Math.min(spelling.text.length - 1, text.length);
    for (let length = longest; length > Math.max(best.length, 3); length--) {
      if (text.endsWith(spelling.text.slice(0, length))) best = { length, label: spelling.label };
    }
  }
  return best.length === 0 ? text : text.slice(0, -best.length) + best.label;
}

/** Masked bytes: as text if they are UTF-8, otherwise in base64. */
export function maskBytes(bytes: Buffer, mask: Mask, cut = false): { body: string; bodyEncoding: 'utf8' | 'base64' } {
  if (isUtf8(bytes)) return { body: mask.text(bytes.toString(), cut), bodyEncoding: 'utf8' };
  // Masked before they are encoded: a secret cannot be found in base64 among other bytes. As Latin-1, each byte is one character.
  return {
    body: Buffer.from(mask.text(bytes.toString('latin1'), cut), 'latin1').toString('base64'),
    bodyEncoding: 'base64',
  };
}
