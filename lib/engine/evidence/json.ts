import { isUtf8 } from 'node:buffer';

/** Levels. Evidence holds what targets said as texts; of itself it is nowhere near as deep. */
const DEEPEST = 1_000;

/**
 * The value of a JSON text of which somebody else's reader makes the same: no name is there twice in an object, of which one reader takes
 * the first and another the last (RFC 8259, 4), no text that is not UTF-8. `wrong`: what is wrong with it, in words that follow its name.
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
 * As `parseWhole`, faster where `JSON.stringify` wrote the text: it writes no name twice, and to write the value again and compare takes less
 * time than to look at every name.
 */
export function parseWritten(bytes: Buffer): { value: unknown; wrong: string | null } {
  if (!isUtf8(bytes)) return parseWhole(bytes);
  const text = bytes.toString();
  try {
    const value: unknown = mayBeDeep(text) ? undefined : JSON.parse(text);
    if (JSON.stringify(value) === text) return { value, wrong: null };
  } catch {
    // `parseWhole` says what is wrong.
  }
  return parseWhole(bytes);
}

/** No text is nested deeper than it has opening brackets, wherever they are. */
function mayBeDeep(text: string): boolean {
  let open = 0;
  for (const bracket of '{[') {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if (++open > DEEPEST) return true;
    }
  }
  return false;
}

/** Looks at names and depth alone: whether it is JSON is for the parser to say. */
function flawIn(text: string): { words: string; deep: boolean } | null {
  const open: (Set<string> | null)[] = [];
  // The names of the object in which a name comes next, if one does.
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

/** As JSON writes it, however it was written: `"\\u0061"` is `"a"`. */
function nameOf(string: string): string {
  return string.includes('\\') ? JSON.stringify(JSON.parse(string)) : string;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
