import { createHmac } from 'node:crypto';
import type { Client, RequestOptions } from '../../engine/http/index.ts';
import { derivation } from '../../engine/predicates/index.ts';
import { type Appearance, drawn } from '../../engine/run/disguise/appearance.ts';

/**
 * The shop of a run's merchants, different in each run so that a target cannot recognise the suite by it. Suites write
 * `shop.example.com` and `@example.com`; `local` translates these to the hosts of this run. All hosts are domains
 * reserved for examples (RFC 2606), so that no mail reaches a real person.
 */
export interface Shop {
  /** Translates a text of a suite to what this run sends. A text that is already translated does not change. */
  local<T>(text: T): T;
  /** Empty for the plain shop. */
  readonly secret: string;
  /** The page that buyers return to. */
  readonly returnUrl: string;
  /** The order description where a check neither sets nor excludes one; undefined: none is sent. `whose`: the check. */
  description(whose: string): string | undefined;
  /**
   * Kobo, where a check states no amount. Constant per kind within one check, so that two bodies that are to differ in
   * one field differ in no other.
   */
  amount(kind: Amounted, whose: string): number;
  /** Seed of made-up names and numbers. */
  seed(whose: string): number;
}

type Amounted = 'checkout' | 'refund' | 'payout' | 'escrow';

/** The shop of runs that do not hide: the same in every run. */
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
 * Kobo, both ends included. Refunds stay below every amount that a suite pays a checkout with; checkouts stay above
 * every amount that suites refund of a checkout without stating its amount.
 */
const amounts: Readonly<Record<Amounted, readonly [number, number]>> = {
  checkout: [5_101, 49_900],
  refund: [101, 999],
  payout: [10_100, 19_900],
  escrow: [50_100, 99_900],
};

type Tld = 'com' | 'net' | 'org';

/** Mail hosts by the top-level domain that a suite writes: different domains stay different. */
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

/** The shop of a run; the plain one unless the run is incognito. */
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

/**
 * As `Shop.local`, recorded so that `verify` can evaluate it again with the secret. The plain shop's secret is empty.
 */
export const asTheShopHasIt = derivation('as the shop of the run has it', (text: string, secret: string) =>
  shopOf({ secret, incognito: secret !== '', userAgent: null }).local(text),
);

/** A client that sends bodies as translated by this shop. */
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
