import type { ExchangeRecord } from '../types.ts';

/** Quotes a text as a word for a POSIX shell. Keys occur only in the header Authorization: in no other place is a variable filled in. */
export type Quote = (text: string, where: 'authorization' | 'elsewhere') => string;

const COMMAND = 'curl -sS -i -g --path-as-is';

/**
 * A command for a POSIX shell that sends the same request again; the API key comes from the environment, as `$TARGET_API_KEY`. Everything
 * else may be the target's words, and is quoted literally.
 */
export function curl(record: ExchangeRecord, quote: Quote = fromEnvironment, command = COMMAND): string {
  const { method, url, headers, body, bodyEncoding } = record.request;
  // -g: brackets in the address have no special meaning; --data-raw: nor has an @ at the start of the body.
  const words = [command, method === 'HEAD' ? '--head' : `-X ${literal(method)}`, quote(url, 'elsewhere')];
  let typed = false;
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (lower === 'content-type') typed = true;
    if (SET_BY_CURL.has(lower)) continue;
    // For curl, a header without a value ends in a semicolon; a colon would remove the header.
    const where = lower === 'authorization' ? 'authorization' : 'elsewhere';
    words.push(`-H ${quote(value === '' ? `${name};` : `${name}: ${value}`, where)}`);
  }
  if (body === null) {
    if (method === 'POST') words.push("-H 'Content-Length: 0'");
    return words.join(' ');
  }
  if (!typed) words.push("-H 'Content-Type:'");
  if (bodyEncoding === 'base64') {
    return `printf %s ${literal(body)} | base64 -d | ${words.join(' ')} --data-binary @-`;
  }
  words.push(`--data-raw ${quote(body, 'elsewhere')}`);
  return words.join(' ');
}

/** Headers that curl sets itself. */
const SET_BY_CURL = new Set(['host', 'connection', 'content-length', 'user-agent']);

/** The only variables that are filled in, even if other characters follow. */
const KEY_PLACEHOLDER = /\$(TARGET_(?:OTHER_|LIVE_)?API_KEY)/;

function fromEnvironment(text: string, where: 'authorization' | 'elsewhere'): string {
  if (where !== 'authorization') return literal(text);
  return text
    .split(KEY_PLACEHOLDER)
    .map((part, index) => (index % 2 === 1 ? variable(part) : part === '' ? '' : literal(part)))
    .join('');
}

/** A variable that the shell fills in. */
export function variable(name: string): string {
  return `"$${name}"`;
}

/** A word that the shell takes literally. */
export function literal(text: string): string {
  return /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
