import type { ExchangeRecord } from '../types.ts';

/** Makes a word for a POSIX shell of a text. Keys stand in the header Authorization alone: nowhere else is anything filled in for them. */
export type Quote = (text: string, where: 'authorization' | 'elsewhere') => string;

const COMMAND = 'curl -sS -i -g --path-as-is';

/**
 * A command for a POSIX shell that sends the same request again; the API key comes from the environment, as `$TARGET_API_KEY`. Whatever
 * else is in the request, a target may have said it: the shell takes it as it is.
 */
export function curl(record: ExchangeRecord, quote: Quote = fromEnvironment, command = COMMAND): string {
  const { method, url, headers, body, bodyEncoding } = record.request;
  // -g: brackets in the address mean nothing special; --data-raw: nor does an @ at the start of the body.
  const words = [command, method === 'HEAD' ? '--head' : `-X ${literal(method)}`, quote(url, 'elsewhere')];
  let typed = false;
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (lower === 'content-type') typed = true;
    if (own.has(lower)) continue;
    // A header without a value ends in a semicolon here; with a colon it would be taken away.
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

/** What curl sets by itself. */
const own = new Set(['host', 'connection', 'content-length', 'user-agent']);

/** Of these names alone, and of none that another name only begins with. */
const placeholder = /\$(TARGET_(?:OTHER_|LIVE_)?API_KEY)/;

function fromEnvironment(text: string, where: 'authorization' | 'elsewhere'): string {
  if (where !== 'authorization') return literal(text);
  return text
    .split(placeholder)
    .map((part, index) => (index % 2 === 1 ? variable(part) : part === '' ? '' : literal(part)))
    .join('');
}

/** What the shell is to fill in. */
export function variable(name: string): string {
  return `"$${name}"`;
}

/** What the shell takes as it is. */
export function literal(text: string): string {
  return /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
