import type { ExchangeRecord } from './types.ts';

/** A command for a POSIX shell that sends the same request again; secrets come from the environment, as `$TARGET_API_KEY`. */
export function curl(record: ExchangeRecord): string {
  const { method, url, headers, body, bodyEncoding } = record.request;
  // -g: brackets in the address mean nothing special; --data-raw: nor does an @ at the start of the body.
  const words = ['curl -sS -i -g --path-as-is', method === 'HEAD' ? '--head' : `-X ${quote(method)}`, quote(url)];
  let typed = false;
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (lower === 'content-type') typed = true;
    if (own.has(lower)) continue;
    // A header without a value ends in a semicolon here; with a colon it would be taken away.
    words.push(`-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  if (body === null) {
    if (method === 'POST') words.push("-H 'Content-Length: 0'");
    return words.join(' ');
  }
  if (!typed) words.push("-H 'Content-Type:'");
  if (bodyEncoding === 'base64') {
    return `printf %s ${quote(body)} | base64 -d | ${words.join(' ')} --data-binary @-`;
  }
  words.push(`--data-raw ${quote(body)}`);
  return words.join(' ');
}

/** What curl sets by itself. */
const own = new Set(['host', 'connection', 'content-length', 'user-agent']);

const placeholder = /\$(TARGET_[A-Z0-9_]+)/;

/** Everything literal, except placeholders, which the shell is to fill in. */
function quote(text: string): string {
  const parts = text.split(placeholder);
  if (parts.length === 1) return literal(text);
  const plain = parts.filter((_, index) => index % 2 === 0);
  if (!/["\\`!$]/.test(plain.join(''))) {
    // Braces where the name of the variable would swallow what follows.
    return `"${parts.map((part, index) => (index % 2 === 0 ? part : variable(part, parts[index + 1]))).join('')}"`;
  }
  return parts.map((part, index) => (index % 2 === 1 ? `"$${part}"` : part === '' ? '' : literal(part))).join('');
}

function variable(name: string, next = ''): string {
  return /^\w/.test(next) ? `\${${name}}` : `$${name}`;
}

function literal(text: string): string {
  return /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
