/**
 * Maximum depth of nesting. Nothing that the interface describes is nested nearly as deep; a deeper text is not taken for JSON (RFC 8259,
 * 9: a parser may limit the depth), as code that walks through its value would run out of stack.
 */
const MAX_DEPTH = 1_000;

/** The value of a JSON text; undefined if it is not JSON, or nested too deeply. */
export function parseJson(text: string): unknown {
  try {
    return isTooDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTooDeep(text: string): boolean {
  // Nearly every text has too few brackets to be nested so deep, and counting them is much faster than reading each character.
  if (text.length <= MAX_DEPTH || count(text, '{') + count(text, '[') <= MAX_DEPTH) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at++;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openBrace || code === openBracket) {
      if (++depth > MAX_DEPTH) return true;
    } else if (code === closeBrace || code === closeBracket) depth--;
  }
  return false;
}

/** How often the sign is in the text; counts no further than `MAX_DEPTH + 1`. */
function count(text: string, sign: string): number {
  let found = 0;
  for (let at = text.indexOf(sign); at !== -1 && found <= MAX_DEPTH; at = text.indexOf(sign, at + 1)) found++;
  return found;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];
