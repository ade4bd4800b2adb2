import type { Exchange } from '../http/types.ts';
import type { Delivery } from '../webhooks/types.ts';

// The form in which matchers and derivations get exchanges and webhooks: the same in a run and from its evidence.

export interface ExchangeView {
  readonly is: 'exchange';
  readonly id: number;
  readonly method: string;
  readonly status: number;
  /** Lower-case names; several values joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Undefined if the body is not JSON in UTF-8. */
  readonly json: unknown;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Milliseconds of the harness's monotonic clock. */
  readonly sentMono: number;
  readonly durationMs: number;
}

export interface DeliveryView {
  readonly is: 'delivery';
  readonly seq: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The raw bytes, in base64. */
  readonly body: string;
  readonly json: unknown;
  readonly event: string | undefined;
  readonly reference: string | undefined;
}

export function viewOfExchange(exchange: Exchange): ExchangeView {
  const { id, method, status, headers, text, json, startedAt, sentMono, durationMs } = exchange;
  return { is: 'exchange', id, method, status, headers, text, json, startedAt, sentMono, durationMs };
}

export function viewOfDelivery(delivery: Delivery): DeliveryView {
  const { seq, method, path, headers, event, reference } = delivery;
  return {
    is: 'delivery',
    seq,
    method,
    path,
    headers,
    event,
    reference,
    get body() {
      return delivery.body.toString('base64');
    },
    get json() {
      return delivery.json;
    },
  };
}

export function isExchange(value: unknown): value is Exchange {
  return typeof value === 'object' && value !== null && 'receivedMono' in value && 'sent' in value;
}

export function isDelivery(value: unknown): value is Delivery {
  return typeof value === 'object' && value !== null && 'seq' in value && 'senderClosedAfterMs' in value;
}

export function isView(value: unknown): value is ExchangeView | DeliveryView {
  return typeof value === 'object' && value !== null && 'is' in value && ('status' in value || 'seq' in value);
}

/** A part of a JSON value; undefined if there is none. */
export function partOf(value: unknown, at: readonly string[]): unknown {
  return at.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null && (name in inside || Array.isArray(inside))
        ? (inside as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}
