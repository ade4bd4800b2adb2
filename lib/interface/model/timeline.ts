import { type Event, objectOf, type TimedStep, textIn, type Webhook } from './events.ts';
import type { ModelObject } from './model-object.ts';
import type { Operation } from './operations.ts';
import { SETTLING_MS } from './rules/events/webhooks.ts';

/** An event, or the beginning or end of an operation. */
export type Moment =
  | Event
  | { kind: 'operation began' | 'operation ended'; at: number; operation: Operation }
  | Settled;
interface Settled {
  readonly kind: 'webhook settled';
  readonly at: number;
  readonly webhook: Webhook;
}

/** The order of moments at equal times: beginnings first, so that they overlap the ends. */
const ORDER: readonly Moment['kind'][] = [
  'page',
  'unread',
  'attempt',
  'console list',
  'step began',
  'exchange began',
  'operation began',
  'webhook',
  'operation ended',
  'step ended',
  'exchange ended',
  'webhook settled',
];

/** All moments, in the order in which the judge processes them. */
export function timelineOf(events: readonly Event[], operations: readonly Operation[]): Moment[] {
  const carriedOut = operations.flatMap((operation): Moment[] => [
    { kind: 'operation began', at: operation.began, operation },
    ...(operation.ended === null ? [] : [{ kind: 'operation ended' as const, at: operation.ended, operation }]),
  ]);
  const settled = events.flatMap((event): Moment[] =>
    event.kind === 'webhook' ? [{ ...event, kind: 'webhook settled', at: event.at + SETTLING_MS }] : [],
  );
  const rank = new Map(ORDER.map((kind, index) => [kind, index]));
  const place = ({ kind }: Moment) => rank.get(kind) ?? 0;
  return [...events, ...carriedOut, ...settled].sort((a, b) => a.at - b.at || place(a) - place(b));
}

export const exchangesIn = (events: readonly Event[]) =>
  events.flatMap((event) => (event.kind === 'exchange began' ? event.exchange : []));

/** The operation that a control step performs on an object; null where it performs none. */
export function personActionOf({ endpoint, names, body }: TimedStep) {
  const { merchantId: merchant = '', reference = '', linkId = '' } = names;
  const said = objectOf(body);
  const escrow = (operation: string) => ({ kind: 'escrow' as const, merchant, reference, operation });
  switch (endpoint) {
    case 'POST /merchants/{merchantId}/checkouts/{reference}/settle':
      return {
        kind: 'checkout' as const,
        merchant,
        reference,
        operation: said?.outcome === 'failed' ? 'fail to pay' : 'pay',
      };
    case 'POST /merchants/{merchantId}/escrows/{reference}/pay':
      return escrow(said?.buyerEmail === undefined ? 'pay' : 'try to pay');
    case 'POST /merchants/{merchantId}/escrows/{reference}/dispute':
      return escrow('dispute');
    case 'POST /merchants/{merchantId}/escrows/{reference}/buyer-release':
      return escrow('buyer release');
    case 'POST /merchants/{merchantId}/wallet-links/{linkId}/owner':
      return {
        kind: 'wallet link' as const,
        merchant,
        reference: linkId,
        operation: `owner ${String(said?.decision)}`,
      };
    default:
      return null;
  }
}

/** "If set, only the wallet account with that e-mail can pay". */
export function canPay(escrow: ModelObject, { body }: TimedStep): boolean {
  const payer = textIn(body, 'buyerEmail');
  const buyer = textIn(objectOf(escrow.body)?.buyer, 'email');
  return payer === null || buyer === null || payer.toLowerCase() === buyer.toLowerCase();
}
