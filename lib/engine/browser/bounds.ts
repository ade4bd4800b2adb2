import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { withoutBrackets } from '../http/network/route.ts';

/** Why an address may not be called: one line. */
export class OutOfBounds extends Error {
  override readonly name = 'OutOfBounds';
}

/** The addresses that one hosted page is allowed to involve. */
export interface AllowedAddresses {
  readonly page: URL;
  /** The address to which the hosted page sends the buyer back; null: none. Recorded when the browser requests it, never called. */
  readonly shop: URL | null;
  /** Base addresses of the target. */
  readonly targets: readonly string[];
  /** Hosts that the user allows: `host` or `host:port`, as in PAGE_HOSTS. */
  readonly named: readonly string[];
}

/** Address ranges that are not public. */
const privateRanges = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateRanges.ipv4.addSubnet(net, prefix, 'ipv4');
// In IPv6 only 2000::/3 is public; within it 2001::/23 and 2002::/16 contain tunnels to arbitrary IPv4 addresses.
for (const [net, prefix] of [
  ['::', 3],
  ['2001::', 23],
  ['2002::', 16],
  ['4000::', 2],
  ['8000::', 1],
] as const)
  privateRanges.ipv6.addSubnet(net, prefix, 'ipv6');

const linkLocalRanges = { ipv4: new BlockList(), ipv6: new BlockList() };
linkLocalRanges.ipv4.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocalRanges.ipv6.addSubnet('fe80::', 10, 'ipv6');

/**
 * Decides which addresses a hosted page may call. The page comes from the target, and a target may be hostile: a host must belong to the
 * target or be named by the user, and its addresses must be public or the target's own. A host that the user named may have any address.
 */
export class Bounds {
  readonly #allowed: AllowedAddresses;
  readonly #targets: readonly URL[];
  /** The target's addresses that are not public. */
  readonly #privateAddresses: Promise<ReadonlySet<string>>;

  constructor(allowed: AllowedAddresses) {
    this.#allowed = allowed;
    this.#targets = allowed.targets.map((address) => new URL(address));
    this.#privateAddresses = this.#resolvePrivateAddresses();
    this.#privateAddresses.catch(() => {});
  }

  /** Judges by host name (and, for the shop, path) alone; nothing is resolved. */
  classify(address: string): 'known' | 'shop' | 'elsewhere' {
    const url = URL.parse(address);
    // Documents made within the page need no network.
    if (url === null || /^(data|blob|about):$/.test(url.protocol)) return 'known';
    if (!/^(https?|wss?):$/.test(url.protocol)) return 'elsewhere';
    const { page, shop } = this.#allowed;
    if (shop !== null && url.host === shop.host && (shop.host !== page.host || url.pathname === shop.pathname))
      return 'shop';
    return this.#isKnownSite(url) ? 'known' : 'elsewhere';
  }

  /** The addresses of a host that may be connected to. Throws OutOfBounds if none may, and the lookup's error if it cannot be resolved. */
  async addresses(hostname: string, port: number): Promise<string[]> {
    const host = withoutBrackets(hostname).toLowerCase();
    const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}`);
    const { shop, page } = this.#allowed;
    const isShop = shop !== null && host === withoutBrackets(shop.hostname) && port === portOf(shop);
    if ((isShop && shop.host !== page.host) || !this.#isKnownSite(url, port))
      throw new OutOfBounds(`${host} is not the target's`);
    const found = await resolveHost(host);
    const usable: string[] = [];
    for (const address of found) if (await this.#mayConnect(host, address, port)) usable.push(address);
    if (usable.length > 0) return usable;
    throw new OutOfBounds(
      `${host}${isIP(host) ? '' : ` leads to ${found.join(', ')}, which`} is not a public address, nor the target's own`,
    );
  }

  /** The scheme served at that host and port, if known; otherwise a guess from the port. */
  schemeOf(hostname: string, port: number): 'http:' | 'https:' {
    const same = [...this.#targets, this.#allowed.page].find(
      (url) => withoutBrackets(url.hostname) === withoutBrackets(hostname) && portOf(url) === port,
    );
    return (same?.protocol ?? (port === 80 ? 'http:' : 'https:')) as 'http:' | 'https:';
  }

  #isKnownSite(url: URL, port = portOf(url)): boolean {
    const { page } = this.#allowed;
    const sites = [page, ...this.#targets].map(({ hostname }) => hostname);
    return (
      sites.some((host) => sameSite(host, url.hostname)) ||
      this.#isAllowedHost(withoutBrackets(url.hostname), port, true)
    );
  }

  /** `sites`: hosts of the same site as a named host count as well. */
  #isAllowedHost(host: string, port: number, sites = false): boolean {
    return this.#allowed.named.some((entry) => {
      const { hostname, port: only } = URL.parse(`any://${entry}`) ?? { hostname: '', port: '' };
      if (only !== '' && Number(only) !== port) return false;
      const name = withoutBrackets(hostname).toLowerCase();
      return name === host || (sites && sameSite(name, host));
    });
  }

  async #mayConnect(host: string, address: string, port: number): Promise<boolean> {
    if (!isIn(privateRanges, address)) return true;
    // Even the target's name may resolve to anything. Link-local addresses must be given literally: cloud metadata services have them.
    if (isIn(linkLocalRanges, address) && host !== address) return false;
    if (this.#isAllowedHost(host, port)) return true;
    const ports = [...this.#targets, this.#allowed.page].map(portOf);
    return ports.includes(port) && (await this.#privateAddresses).has(loopbackAsIPv4(address));
  }

  async #resolvePrivateAddresses(): Promise<ReadonlySet<string>> {
    const found = await Promise.all(
      this.#targets.map(async ({ hostname }) => {
        const host = withoutBrackets(hostname);
        const addresses = await resolveHost(host).catch(() => []);
        const isOwn = (address: string) =>
          isIn(privateRanges, address) && (!isIn(linkLocalRanges, address) || host === address);
        // When a name also has public addresses, its private ones are not the target's.
        return addresses.every(isOwn) ? addresses.map(loopbackAsIPv4) : [];
      }),
    );
    return new Set(found.flat());
  }
}

export function portOf({ port, protocol }: URL): number {
  return Number(port || (/^(https|wss):$/.test(protocol) ? 443 : 80));
}

async function resolveHost(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  // Chromium resolves these names to the loopback addresses without a lookup.
  if (/(^|\.)localhost\.?$/.test(host)) return ['127.0.0.1', '::1'];
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function isIn(lists: Readonly<Record<'ipv4' | 'ipv6', BlockList>>, address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return lists[family].check(address, family);
}

/** A port of this machine is one service, reached by either loopback address. */
function loopbackAsIPv4(address: string): string {
  return address === '::1' ? '127.0.0.1' : address;
}

/** Hosted pages may be on sibling hosts of the service, such as `pay.service.example` and `vault.service.example`. */
function sameSite(one: string, other: string): boolean {
  if (one === other) return true;
  if (/^[\d.]+$|:/.test(one) || !one.includes('.')) return false;
  const site = (host: string) => host.split('.').slice(-2).join('.');
  return site(one) === site(other);
}
