import { isDeepStrictEqual } from 'node:util';
import { type Exchange, integerIn, objectOf, textIn } from './events.ts';
import type { Kind } from './machine.ts';

/** What a request is about. */
export interface Matter {
  readonly kind: Kind;
  readonly reference: string;
  /** Null: it only looks. */
  readonly operation: string | null;
}

/** A request for a link that exists already changes nothing. */
export const AGAIN = 'ask again';

const collections: Readonly<Record<string, Kind>> = {
  checkouts: 'checkout',
  refunds: 'refund',
  payouts: 'payout',
  escrows: 'escrow',
  'wallet-links': 'wallet link',
};

/** Null where it is about no single object. */
export function matterOf({ method, path, body, json, status }: Exchange): Matter | null {
  const [collection = '', reference = '', action = '', decision] = path;
  if (collection === 'sandbox' && reference === 'wallet-links' && method === 'POST') {
    return decision === 'approve' || decision === 'reject'
      ? { kind: 'wallet link', reference: action, operation: decision }
      : null;
  }
  const kind = collections[collection];
  if (kind === undefined) return null;
  if (path.length === 1 && method === 'POST') {
    // A link is known by the id that the answer gives it.
    const created = kind === 'wallet link' ? textIn(json, 'linkId') : textIn(body, 'reference');
    // 200: its linkRef was known already.
    const operation = kind === 'wallet link' && status === 200 ? AGAIN : 'create';
    return created === null ? null : { kind, reference: created, operation };
  }
  // A path that ends in a dot segment is another path to many a server, whatever was meant (RFC 3986, 5.2.4).
  if (reference === '' || reference === '.' || reference === '..') return null;
  if (path.length === 2 && method === 'GET') return { kind, reference, operation: null };
  if (path.length === 2 && method === 'DELETE' && kind === 'wallet link')
    return { kind, reference, operation: 'unlink' };
  const isAction = kind === 'escrow' && path.length === 3 && method === 'POST';
  return isAction && ['release', 'refund', 'cancel'].includes(action) ? { kind, reference, operation: action } : null;
}

/** Something that was carried out, or may have been: one or several requests under one key are one. */
export interface Operation extends Matter {
  readonly operation: string;
  readonly environment: Exchange['environment'];
  readonly merchant: string;
  readonly began: number;
  /** Null where no answer tells: it may be carried out at any later time. */
  readonly ended: number | null;
  /** Whose answer is the original response; where it is not known, one of those that asked. */
  readonly exchange: Exchange;
}

/** All requests of one merchant under one key to one address. */
export interface KeyUse {
  readonly key: string;
  readonly merchant: string;
  readonly environment: Exchange['environment'];
  readonly exchanges: readonly Exchange[];
  /** No other address was asked under this key by this merchant: "the scope of a key across endpoints" is not shown. */
  readonly isAlone: boolean;
}

export const isAccepted = ({ status }: Exchange) => status >= 200 && status < 300;

/** Nobody knows whether it was carried out. */
export const isUnknown = ({ status }: Exchange) => status === 0 || status >= 500;

export const isPost = ({ method }: Exchange) => method === 'POST';

export function keyUses(exchanges: readonly Exchange[]): KeyUse[] {
  const ofMerchant = Map.groupBy(
    exchanges.filter((exchange) => exchange.key !== null && isPost(exchange) && exchange.credentials === 'own'),
    ({ environment, merchant, key }) => `${environment} ${merchant} ${key}`,
  );
  return [...ofMerchant.values()].flatMap((all) => {
    const byAddress = Map.groupBy(all, ({ path }) => path.join('/'));
    return [...byAddress.values()].flatMap((own) => {
      const [first] = own;
      if (first?.key == null) return [];
      const { key, merchant, environment } = first;
      return { key, merchant, environment, exchanges: own, isAlone: byAddress.size === 1 };
    });
  });
}

/** Of requests those that ask for the same, in groups. Whether another order of fields is another body is not shown. */
export function sameBodies(exchanges: readonly Exchange[]): Exchange[][] {
  const groups: Exchange[][] = [];
  for (const exchange of exchanges) {
    const group = groups.find(([first]) => isDeepStrictEqual(first?.body, exchange.body));
    if (group === undefined) groups.push([exchange]);
    else group.push(exchange);
  }
  return groups;
}

/** What was carried out, or may have been, by these requests. */
export function operationsOf(exchanges: readonly Exchange[]): Operation[] {
  const inGroups = new Set<Exchange>();
  const operations: Operation[] = [];
  for (const { exchanges: underKey } of keyUses(exchanges)) {
    const groups = sameBodies(underKey);
    const hasOriginal = underKey.some((exchange) => isAccepted(exchange) && !exchange.isReplay);
    for (const group of groups) {
      for (const exchange of group) inGroups.add(exchange);
      // A replay of what another body asked for is none of this one's doing.
      const isOthers = hasOriginal && group.every((exchange) => exchange.isReplay || !isAccepted(exchange));
      operations.push(...ofOneRequest(isOthers ? group.filter((exchange) => !exchange.isReplay) : group));
    }
  }
  for (const exchange of exchanges) if (!inGroups.has(exchange)) operations.push(...ofOneRequest([exchange]));
  return operations;
}

function ofOneRequest(group: readonly Exchange[]): Operation[] {
  const unknown = group.filter(isUnknown);
  const originals = group.filter((exchange) => isAccepted(exchange) && !exchange.isReplay).sort(byEnd);
  if (originals.length > 0) {
    return originals.flatMap((exchange, index) => {
      const before = index === 0 ? unknown.filter(({ began }) => began < exchange.ended) : [];
      return operation(exchange, Math.min(exchange.began, ...before.map(({ began }) => began)), exchange.ended);
    });
  }
  const [replay] = group.filter(isAccepted).sort(byEnd);
  const began = Math.min(...group.map((exchange) => exchange.began));
  // The original's answer was lost; or there was none, which is for the rules about keys.
  if (replay !== undefined) return operation(replay, began, replay.ended);
  const [asked] = unknown;
  return asked === undefined ? [] : operation(asked, began, null);
}

function operation(exchange: Exchange, began: number, ended: number | null): Operation[] {
  const matter = matterOf(exchange);
  if (matter === null || matter.operation === null || matter.operation === AGAIN) return [];
  const { environment, merchant } = exchange;
  return [{ ...matter, operation: matter.operation, environment, merchant, began, ended, exchange }];
}

const byEnd = (a: Exchange, b: Exchange) => a.ended - b.ended;

/** The whole of an escrow is refunded without an amount; null where it is none that can be. */
export function refundedOf(body: unknown, whole: number): number | null {
  if (body === undefined) return whole;
  const fields = objectOf(body);
  if (fields === null) return null;
  if (!('amount' in fields)) return whole;
  const amount = integerIn(fields, 'amount');
  return amount !== null && amount >= 1 && amount <= whole ? amount : null;
}
