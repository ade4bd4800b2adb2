import { createHmac } from 'node:crypto';
import type { Client, RequestOptions } from '../../engine/http/index.ts';
import { derivation } from '../../engine/predicates/index.ts';
import { type Appearance, drawn } from '../../engine/run/disguise/appearance.ts';

/**
 * The shop that the merchants of a run keep: what a target sees of it is another in each run. Suites write `shop.example.com` and
 * `@example.com` for it; `local` says what that is in this run. Mail and return addresses stay at domains that are reserved for
 * examples (RFC 2606), for what is sent there must reach nobody.
 */
export interface Shop {
  /** A text of a suite as this run sends it; what this run sends stays as it is. */
  local<T>(text: T): T;
  /** Empty in the plain form. */
  readonly secret: string;
  /** Where buyers return to. */
  readonly returnUrl: string;
  /** Of an order, where a check says neither what nor none; undefined: there is none. */
  description(whose: string): string | undefined;
  /** What a check does not state: the same for all of a kind within one check, so that what is meant to differ in one field does. */
  amount(kind: Amounted, whose: string): number;
  /** For made-up people and numbers. */
  seed(whose: string): number;
}

type Amounted = 'checkout' | 'refund' | 'payout' | 'escrow';

/** The always same shop of the plain form. */
export const plainShop: Shop = {
  local: (text) => text,
  secret: '',
  returnUrl: 'https://shop.example.com/return',
  description: () => undefined,
  amount: (kind) => plainAmounts[kind],
  seed: (whose) => createHmac('sha256', '').update(whose).digest().readUInt32LE(0),
};

const plainAmounts: Readonly<Record<Amounted, number>> = {
  checkout: 5_000,
  refund: 1_000,
  payout: 10_000,
  escrow: 50_000,
};

/**
 * Kobo, both ends included. A refund stays below what any checkout of a suite is paid with, a checkout above what suites refund of one
 * whose amount they do not state.
 */
const amounts: Readonly<Record<Amounted, readonly [number, number]>> = {
  checkout: [5_101, 49_900],
  refund: [101, 999],
  payout: [10_100, 19_900],
  escrow: [50_100, 99_900],
};

type Tld = 'com' | 'net' | 'org';

/** Where mail goes, by the domain that a suite names: three that differ stay three. */
const mailHosts: readonly [Record<Tld, string>, ...Record<Tld, string>[]] = [
  { com: 'post.example.net', net: 'post.example.org', org: 'post.example.com' },
  { com: 'inbox.example.org', net: 'inbox.example.com', org: 'inbox.example.net' },
  { com: 'home.example.com', net: 'home.example.net', org: 'home.example.org' },
  { com: 'people.example.org', net: 'people.example.net', org: 'people.example.com' },
  { com: 'letters.example.net', net: 'letters.example.com', org: 'letters.example.org' },
];

const hosts: readonly [string, ...string[]] = [
  'www.example.com',
  'market.example.net',
  'store.example.org',
  'kiosk.example.com',
  'my-books.example.net',
  'pay.fabrics.example.org',
];

const paths: readonly [string, ...string[]] = [
  '/orders/complete',
  '/basket/done',
  '/payment/back',
  '/thank-you',
  '/account/orders',
  '/app/paid.html',
];

const orders: readonly [Order, ...Order[]] = [
  (number) => `Order ${number}`,
  (number) => `${1 + (number % 4)} x cotton shirt, size M`,
  (number) => `Invoice 26/${number % 10_000}`,
  (number) => `Books and stationery (${1 + (number % 9)} items)`,
  (number) => `Cart #${number}: delivery within 3 days`,
];
type Order = (number: number) => string;

/** The shop of a run; the plain one where it need not be hidden. */
export function shopOf(appearance: Appearance | undefined): Shop {
  if (!appearance?.incognito) return plainShop;
  const mail = drawn(appearance, 'mail host', mailHosts);
  const host = drawn(appearance, 'return host', hosts);
  const path = drawn(appearance, 'return path', paths);
  const number = (text: string) => createHmac('sha256', appearance.secret).update(text).digest().readUInt32LE(0);
  const spelled = (text: string) =>
    text
      .replace(/shop\.example\.com\/return(?![\w/?#%.;:-])/g, () => `${host}${path}`)
      .replace(/shop\.example\.com/g, () => host)
      .replace(
        /(@(?:(?:sub|my|mail|a\.b\.c)\.)?)example\.(com|net|org)/g,
        (_, at: string, tld: Tld) => `${at}${mail[tld]}`,
      );
  return {
    local: (text) => localised(text, spelled) as typeof text,
    secret: appearance.secret,
    returnUrl: `https://${host}${path}`,
    description: (whose) => drawn(appearance, 'orders', orders)(10_000 + (number(`order ${whose}`) % 90_000)),
    amount: (kind, whose) => {
      const [min, max] = amounts[kind];
      return min + (number(`${kind} ${whose}`) % (max - min + 1));
    },
    seed: number,
  };
}

function localised(value: unknown, spelled: (text: string) => string): unknown {
  if (typeof value === 'string') return spelled(value);
  if (Array.isArray(value)) return value.map((each) => localised(each, spelled));
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, localised(each, spelled)]));
}

/** As `Shop.local`, so that whoever verifies the evidence can follow it with the secret; the plain form has none. */
export const asTheShopHasIt = derivation('as the shop of the run has it', (text: string, secret: string) =>
  shopOf({ secret, incognito: secret !== '', userAgent: null }).local(text),
);

/** Sends bodies as this run's shop has them. */
export function ofShop(client: Client, shop: Shop): Client {
  if (shop === plainShop) return client;
  return {
    request: ({ body, rawBody, ...options }: RequestOptions) =>
      client.request({
        ...options,
        ...(body !== undefined && { body: shop.local(body) }),
        ...(rawBody !== undefined && { rawBody: shop.local(rawBody) }),
      }),
    with: (overrides) => ofShop(client.with(overrides), shop),
  };
}
