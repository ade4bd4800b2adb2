import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { bare } from '../http/network/route.ts';

/** Why an address may not be called: one line. */
export class OutOfBounds extends Error {
  override readonly name = 'OutOfBounds';
}

/** The addresses that one hosted page is allowed to involve. */
export interface Reach {
  readonly page: URL;
  /** The address to which the hosted page sends the buyer back; null: none. Recorded when the browser requests it, never called. */
  readonly shop: URL | null;
  /** Base addresses of the target. */
  readonly targets: readonly string[];
  /** Hosts that the user allows: `host` or `host:port`, as in PAGE_HOSTS. */
  readonly named: readonly string[];
}

/** Address ranges that are not public. */
const inside = { ipv4: new BlockList(), ipv6: new BlockList() };
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
  inside.ipv4.addSubnet(net, prefix, 'ipv4');
// In IPv6 only 2000::/3 is public; within it 2001::/23 and 2002::/16 contain tunnels to arbitrary IPv4 addresses.
for (const [net, prefix] of [
  ['::', 3],
  ['2001::', 23],
  ['2002::', 16],
  ['4000::', 2],
  ['8000::', 1],
] as const)
  inside.ipv6.addSubnet(net, prefix, 'ipv6');

const linkLocal = { ipv4: new BlockList(), ipv6: new BlockList() };
linkLocal.ipv4.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.ipv6.addSubnet('fe80::', 10, 'ipv6');

/**
 * Decides which addresses a hosted page may call. The page comes from the target, and a target may be hostile: a host must belong to the
 * target or be named by the user, and its addresses must be public or the target's own. A host that the user named may have any address.
 */
export class Bounds {
  readonly #reach: Reach;
  readonly #targets: readonly URL[];
  /** The target's addresses that are not public. */
  readonly #own: Promise<ReadonlySet<string>>;

  constructor(reach: Reach) {
    this.#reach = reach;
    this.#targets = reach.targets.map((address) => new URL(address));
    this.#own = this.#ownAddresses();
    this.#own.catch(() => {});
  }

  /** Judges by host name (and, for the shop, path) alone; nothing is resolved. */
  judge(address: string): 'known' | 'shop' | 'elsewhere' {
    const url = URL.parse(address);
    // Documents made within the page need no network.
    if (url === null || /^(data|blob|about):$/.test(url.protocol)) return 'known';
    if (!/^(https?|wss?):$/.test(url.protocol)) return 'elsewhere';
    const { page, shop } = this.#reach;
    if (shop !== null && url.host === shop.host && (shop.host !== page.host || url.pathname === shop.pathname))
      return 'shop';
    return this.#knows(url) ? 'known' : 'elsewhere';
  }

  /** The addresses of a host that may be connected to. Throws OutOfBounds if none may, and the lookup's error if it cannot be resolved. */
  async addresses(hostname: string, port: number): Promise<string[]> {
    const host = bare(hostname).toLowerCase();
    const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}`);
    const { shop, page } = this.#reach;
    const isShop = shop !== null && host === bare(shop.hostname) && port === portOf(shop);
    if ((isShop && shop.host !== page.host) || !this.#knows(url, port))
      throw new OutOfBounds(`${host} is not the target's`);
    const found = await resolved(host);
    const usable: string[] = [];
    for (const address of found) if (await this.#mayConnect(host, address, port)) usable.push(address);
    if (usable.length > 0) return usable;
    throw new OutOfBounds(
      `${host}${isIP(host) ? '' : ` leads to ${found.join(', ')}, which`} is not a public address, nor the target's own`,
    );
  }

  /** The scheme served at that host and port, if known; otherwise a guess from the port. */
  schemeOf(hostname: string, port: number): 'http:' | 'https:' {
    const same = [...this.#targets, this.#reach.page].find(
      (url) => bare(url.hostname) === bare(hostname) && portOf(url) === port,
    );
    return (same?.protocol ?? (port === 80 ? 'http:' : 'https:')) as 'http:' | 'https:';
  }

  #knows(url: URL, port = portOf(url)): boolean {
    const { page } = this.#reach;
    const sites = [page, ...this.#targets].map(({ hostname }) => hostname);
    return sites.some((host) => sameSite(host, url.hostname)) || this.#isNamed(bare(url.hostname), port, true);
  }

  /** `sites`: hosts of the same site as a named host count as well. */
  #isNamed(host: string, port: number, sites = false): boolean {
    return this.#reach.named.some((entry) => {
      const { hostname, port: only } = URL.parse(`any://${entry}`) ?? { hostname: '', port: '' };
      if (only !== '' && Number(only) !== port) return false;
      const name = bare(hostname).toLowerCase();
      return name === host || (sites && sameSite(name, host));
    });
  }

  async #mayConnect(host: string, address: string, port: number): Promise<boolean> {
    if (!isIn(inside, address)) return true;
    // Even the target's name may resolve to anything. Link-local addresses must be given literally: cloud metadata services have them.
    if (isIn(linkLocal, address) && host !== address) return false;
    if (this.#isNamed(host, port)) return true;
    const ports = [...this.#targets, this.#reach.page].map(portOf);
    return ports.includes(port) && (await this.#own).has(local(address));
  }

  async #ownAddresses(): Promise<ReadonlySet<string>> {
    const found = await Promise.all(
      this.#targets.map(async ({ hostname }) => {
        const host = bare(hostname);
        const addresses = await resolved(host).catch(() => []);
        const isInside = (address: string) => isIn(inside, address) && (!isIn(linkLocal, address) || host === address);
        // When a name also has public addresses, its private ones are not the target's.
        return addresses.every(isInside) ? addresses.map(local) : [];
      }),
    );
    return new Set(found.flat());
  }
}

export function portOf({ port, protocol }: URL): number {
  return Number(port || (/^(https|wss):$/.test(protocol) ? 443 : 80));
}

async function resolved(host: string): Promise<string[]> {
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
function local(address: string): string {
  return address === '::1' ? '127.0.0.1' : address;
}

/** Hosted pages may be on sibling hosts of the service, such as `pay.service.example` and `vault.service.example`. */
function sameSite(one: string, other: string): boolean {
  if (one === other) return true;
  if (/^[\d.]+$|:/.test(one) || !one.includes('.')) return false;
  const site = (host: string) => host.split('.').slice(-2).join('.');
  return site(one) === site(other);
}
