import { isUtf8 } from 'node:buffer';

/** Levels. What a target sent is held as texts, so evidence itself is nested far less deeply. */
const DEEPEST = 1_000;

/**
 * Parses a JSON text that every reader interprets in the same way: it is UTF-8, and no object has a name twice, of which one reader takes
 * the first and another the last (RFC 8259, 4). `wrong`: what is wrong with the text, as the rest of a sentence that begins with the file's
 * name.
 */
export function parseWhole(bytes: Buffer): { value: unknown; wrong: string | null } {
  const no = (wrong: string) => ({ value: undefined, wrong });
  if (!isUtf8(bytes)) return no('is not in UTF-8');
  const text = bytes.toString();
  try {
    const flaw = flawIn(text);
    const value: unknown = flaw?.deep ? undefined : JSON.parse(text);
    return flaw === null ? { value, wrong: null } : no(flaw.words);
  } catch {
    return no('is no JSON');
  }
}

/**
 * As `parseWhole`, but faster for a text that `JSON.stringify` wrote: it never writes a name twice, and comparing the value written again
 * takes less time than looking at every name.
 */
export function parseWritten(bytes: Buffer): { value: unknown; wrong: string | null } {
  if (!isUtf8(bytes)) return parseWhole(bytes);
  const text = bytes.toString();
  try {
    const value: unknown = mayBeDeep(text) ? undefined : JSON.parse(text);
    if (JSON.stringify(value) === text) return { value, wrong: null };
  } catch {
    // `parseWhole` returns what is wrong.
  }
  return parseWhole(bytes);
}

/** An upper bound of the depth: the number of opening brackets, including those within strings. */
function mayBeDeep(text: string): boolean {
  let open = 0;
  for (const bracket of '{[') {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if (++open > DEEPEST) return true;
    }
  }
  return false;
}

/** Checks only names and depth; the syntax is left to the parser. */
function flawIn(text: string): { words: string; deep: boolean } | null {
  const open: (Set<string> | null)[] = [];
  // The names of the current object if a name comes next, otherwise null.
  let names: Set<string> | null = null;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === openBrace || code === openBracket) {
      names = code === openBrace ? new Set() : null;
      if (open.push(names) > DEEPEST) return { words: `is nested deeper than ${DEEPEST} levels`, deep: true };
    } else if (code === closeBrace || code === closeBracket) {
      open.pop();
      names = null;
    } else if (code === comma) names = open.at(-1) ?? null;
    else if (code === quote) {
      const end = endOfString(text, at);
      if (names !== null) {
        const name = nameOf(text.slice(at, end + 1));
        if (names.has(name)) return { words: `has the name ${name.slice(0, 100)} twice in one object`, deep: false };
        names.add(name);
        names = null;
      }
      at = end;
    }
  }
  return null;
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** The name in its canonical spelling: `"\\u0061"` is `"a"`. */
function nameOf(string: string): string {
  return string.includes('\\') ? JSON.stringify(JSON.parse(string)) : string;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
