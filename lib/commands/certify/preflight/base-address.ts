/** The HTTP status of a path that every merchant may GET, below a base address; null: no answer. Sends no key. */
export type StatusAt = (baseUrl: string) => Promise<number | null>;

/** Paths below which interfaces are often found. */
const usual = ['/api', '/sandbox', '/sandbox/api', '/api/sandbox'];

/** Base addresses on the same host that may be meant: with fewer parts of the path, or with a usual path added. */
export function otherAddresses(baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const parts = pathname.split('/').filter((part) => part !== '');
  const shorter = parts.map((_, index) => `${origin}${['', ...parts.slice(0, parts.length - 1 - index)].join('/')}`);
  const longer = usual.map((path) => `${baseUrl.replace(/\/+$/, '')}${path}`);
  return [...shorter, ...longer];
}

/**
 * Advice for an address at which no interface was found: another address at which one was found, or where to look. Only the same host is
 * asked.
 */
export async function adviseAddress(name: string, baseUrl: string, statusAt: StatusAt): Promise<string> {
  // A server that asks for a key before routing answers every path alike, so its answers do not show which paths exist.
  const anywhere = await statusAt(`${new URL(baseUrl).origin}/no-such-path`);
  for (const other of otherAddresses(baseUrl)) {
    const status = await statusAt(other);
    // Any other status, such as one that asks for a key, shows that the path exists.
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

/** A visible mistake in a rejected key or id, or null. The value itself is not shown. */
export function slipIn(value: string): string | null {
  if (/^bearer\s/i.test(value)) return 'begins with "Bearer", which is no part of it';
  if (/^(['"`]).*\1$/s.test(value)) return 'has quotation marks around it';
  if (/\.\.\.|…|\*{3}|•{3}|[<>]|^(?:svc|mch)_(?:test|live)_(?:sk_)?x*$/i.test(value))
    return 'is shortened or a placeholder: the console shows it whole once, when it is made';
  if (/\s/.test(value)) return 'has a blank or a line break in it';
  return null;
}
