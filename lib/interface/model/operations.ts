import { isDeepStrictEqual } from 'node:util';
import { type Exchange, integerIn, objectOf, textIn } from './events.ts';
import type { ObjectKind } from './machine.ts';

/** The object that a request is about, and what it does to it. */
export interface RequestSubject {
  readonly kind: ObjectKind;
  readonly reference: string;
  /** Null: the request only reads. */
  readonly operation: string | null;
}

/** A request for a link that already exists, which changes nothing. */
export const REPEATED_LINK_REQUEST = 'ask again';

const collections: Readonly<Record<string, ObjectKind>> = {
  checkouts: 'checkout',
  refunds: 'refund',
  payouts: 'payout',
  escrows: 'escrow',
  'wallet-links': 'wallet link',
};

/** Null where the request is about no single object. */
export function subjectOf({ method, path, body, json, status }: Exchange): RequestSubject | null {
  const [collection = '', reference = '', action = '', decision] = path;
  if (collection === 'sandbox' && reference === 'wallet-links' && method === 'POST') {
    return decision === 'approve' || decision === 'reject'
      ? { kind: 'wallet link', reference: action, operation: decision }
      : null;
  }
  const kind = collections[collection];
  if (kind === undefined) return null;
  if (path.length === 1 && method === 'POST') {
    // A link is identified by the id in the response.
    const created = kind === 'wallet link' ? textIn(json, 'linkId') : textIn(body, 'reference');
    // 200: the linkRef was known already.
    const operation = kind === 'wallet link' && status === 200 ? REPEATED_LINK_REQUEST : 'create';
    return created === null ? null : { kind, reference: created, operation };
  }
  // Many servers resolve a path that ends in a dot segment to another path (RFC 3986, 5.2.4).
  if (reference === '' || reference === '.' || reference === '..') return null;
  if (path.length === 2 && method === 'GET') return { kind, reference, operation: null };
  if (path.length === 2 && method === 'DELETE' && kind === 'wallet link')
    return { kind, reference, operation: 'unlink' };
  const isAction = kind === 'escrow' && path.length === 3 && method === 'POST';
  return isAction && ['release', 'refund', 'cancel'].includes(action) ? { kind, reference, operation: action } : null;
}

/** Something that was carried out, or may have been. Several requests with one key and one body are one operation. */
export interface Operation extends RequestSubject {
  readonly operation: string;
  readonly environment: Exchange['environment'];
  readonly merchant: string;
  readonly began: number;
  /** Null where no response tells: it may be carried out at any later time. */
  readonly ended: number | null;
  /** The exchange with the original response; where that is unknown, one of the requests. */
  readonly exchange: Exchange;
}

/** "Sandbox only": the calls that approve or reject a link must have no effect in live. */
export function isForbidden({ environment, operation, kind }: Operation): boolean {
  return environment === 'live' && kind === 'wallet link' && (operation === 'approve' || operation === 'reject');
}

/** All requests of one merchant with one key to one path. */
export interface KeyUse {
  readonly key: string;
  readonly merchant: string;
  readonly environment: Exchange['environment'];
  readonly exchanges: readonly Exchange[];
  /** The merchant used this key at no other path: "the scope of a key across endpoints" is not shown. */
  readonly isAlone: boolean;
}

export const isAccepted = ({ status }: Exchange) => status >= 200 && status < 300;

/** Whether the request was carried out is unknown: no response, or a 5xx. */
export const isUnknown = ({ status }: Exchange) => status === 0 || status >= 500;

/** Statuses of refusals for credentials or rate, which show nothing of what was asked for. */
export const CREDENTIAL_OR_RATE_REFUSALS: readonly number[] = [401, 403, 429];

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

/** Groups requests with equal bodies. Whether another order of fields is another body is not shown: here it is not. */
export function sameBodies(exchanges: readonly Exchange[]): Exchange[][] {
  const groups: Exchange[][] = [];
  for (const exchange of exchanges) {
    const group = groups.find(([first]) => isDeepStrictEqual(first?.body, exchange.body));
    if (group === undefined) groups.push([exchange]);
    else group.push(exchange);
  }
  return groups;
}

/** The operations that these requests caused, or may have caused. */
export function operationsOf(exchanges: readonly Exchange[]): Operation[] {
  const inGroups = new Set<Exchange>();
  const operations: Operation[] = [];
  for (const { exchanges: underKey } of keyUses(exchanges)) {
    const groups = sameBodies(underKey);
    const hasOriginal = underKey.some((exchange) => isAccepted(exchange) && !exchange.isReplay);
    for (const group of groups) {
      for (const exchange of group) inGroups.add(exchange);
      // A replay of what another body asked for was not caused by this group.
      const isOthers = hasOriginal && group.every((exchange) => exchange.isReplay || !isAccepted(exchange));
      operations.push(...operationsOfOneRequest(isOthers ? group.filter((exchange) => !exchange.isReplay) : group));
    }
  }
  for (const exchange of exchanges) {
    // A marked replay under a key that is not known to be the merchant's own, as one sent as `bearer`: what was asked for first counts.
    const repeats = exchange.isReplay && isAccepted(exchange);
    if (!inGroups.has(exchange) && !repeats) operations.push(...operationsOfOneRequest([exchange]));
  }
  return operations;
}

function operationsOfOneRequest(group: readonly Exchange[]): Operation[] {
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
  // The original's response was lost; or there was no original, which the rules about keys judge.
  if (replay !== undefined) return operation(replay, began, replay.ended);
  const [asked] = unknown;
  return asked === undefined ? [] : operation(asked, began, null);
}

function operation(exchange: Exchange, began: number, ended: number | null): Operation[] {
  const subject = subjectOf(exchange);
  if (subject === null || subject.operation === null || subject.operation === REPEATED_LINK_REQUEST) return [];
  const { environment, merchant } = exchange;
  return [{ ...subject, operation: subject.operation, environment, merchant, began, ended, exchange }];
}

const byEnd = (a: Exchange, b: Exchange) => a.ended - b.ended;

/** What a refund of an escrow pays the buyer, in kobo: without an amount the `whole`; null where the amount is not valid. */
export function refundedKobo(body: unknown, whole: number): number | null {
  if (body === undefined) return whole;
  const fields = objectOf(body);
  if (fields === null) return null;
  if (!('amount' in fields)) return whole;
  const amount = integerIn(fields, 'amount');
  return amount !== null && amount >= 1 && amount <= whole ? amount : null;
}

/** The amount of a request, for the history. */
export function amountText({ body }: Exchange): string {
  const amount = objectOf(body)?.amount;
  return amount === undefined ? '' : `of ${JSON.stringify(amount)}`;
}
