/** The HTTP status of the path that every merchant may GET, below a base address; null: no answer. Sends no key. */
export type StatusAt = (baseUrl: string) => Promise<number | null>;

/** Paths below which interfaces often are. */
const usual = ['/api', '/sandbox', '/sandbox/api', '/api/sandbox'];

/** Base addresses of the same host that may be meant: with less of the path, else with one that is usual. */
export function otherAddresses(baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const parts = pathname.split('/').filter((part) => part !== '');
  const shorter = parts.map((_, index) => `${origin}${['', ...parts.slice(0, parts.length - 1 - index)].join('/')}`);
  const longer = usual.map((path) => `${baseUrl.replace(/\/+$/, '')}${path}`);
  return [...shorter, ...longer];
}

/** What to do about an address below which nothing is found: one below which something is, or where to look. Asks the same host alone. */
export async function adviseAddress(name: string, baseUrl: string, statusAt: StatusAt): Promise<string> {
  // A server that asks for a key first answers everything alike, and so says nothing of what it knows.
  const anywhere = await statusAt(`${new URL(baseUrl).origin}/no-such-path`);
  for (const other of otherAddresses(baseUrl)) {
    const status = await statusAt(other);
    // Whatever knows the path: it may want a key.
    if (status === null || status === 404 || status === 405 || status >= 500 || status === anywhere) continue;
    const why = other.length < baseUrl.length ? tooMuch(baseUrl, other) : 'there the path is known';
    return `${name}=${other} (${why})`;
  }
  return `is ${baseUrl}/v1/checkouts the address of the checkouts? ${name} is what stands before /v1`;
}

function tooMuch(baseUrl: string, other: string): string {
  const more = baseUrl.slice(other.length);
  return /^\/v1(\/|$)/.test(more) ? '/v1 is appended' : `without ${more} the path is known`;
}

/** Slips that can be seen in a key or an id that is not accepted; it is not told itself. */
export function slipIn(value: string): string | null {
  if (/^bearer\s/i.test(value)) return 'begins with "Bearer", which is no part of it';
  if (/^(['"`]).*\1$/s.test(value)) return 'has quotation marks around it';
  if (/\.\.\.|…|\*{3}|•{3}|[<>]|^(?:svc|mch)_(?:test|live)_(?:sk_)?x*$/i.test(value))
    return 'is shortened or a placeholder: the console shows it whole once, when it is made';
  if (/\s/.test(value)) return 'has a blank or a line break in it';
  return null;
}
