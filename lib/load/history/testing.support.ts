import type { ExchangeRecord } from '../../engine/http/index.ts';
import type { ControlStep } from '../../engine/run/merchants/control.ts';
import { sign } from '../../engine/webhooks/signature.ts';
import type { Delivery } from '../../engine/webhooks/types.ts';
import { History } from './history.ts';

export const BASE_URL = 'http://127.0.0.1:9';
export const SECRET = 'whsec_load';
export const MERCHANT = 'mch_test_1';

/** Wall clock at 0 of these tests' monotonic clock, in epoch milliseconds. */
export const ORIGIN = Date.UTC(2026, 0, 1);

interface Asked {
  /** `at`: monotonic milliseconds when the request is sent. `aheadMs`: by how much the wall clock has been set forward by then. */
  readonly at: number;
  readonly aheadMs?: number;
  readonly merchant?: string;
  readonly idempotencyKey?: string;
}

/** A history for tests, in which each request takes 5 ms. */
export class TestHistory extends History {
  asks(method: string, path: string, body: object | null, [status, json]: [number, unknown], asked: Asked): void {
    const { at, aheadMs = 0, merchant = MERCHANT, idempotencyKey } = asked;
    const record: ExchangeRecord = {
      id: 0,
      startedAt: ORIGIN + at + aheadMs,
      sentMono: at,
      durationMs: 5,
      request: {
        method,
        url: `${BASE_URL}${path}`,
        httpVersion: '1.1',
        headers: [
          ['Authorization', 'Bearer $TARGET_API_KEY'],
          ['X-Merchant-Id', merchant],
          ...(body === null ? [] : [['Content-Type', 'application/json'] as [string, string]]),
          ...(idempotencyKey === undefined ? [] : [['Idempotency-Key', idempotencyKey] as [string, string]]),
        ],
        body: body === null ? null : JSON.stringify(body),
      },
      response: {
        status,
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify(json),
        bodyEncoding: 'utf8',
        truncated: false,
      },
      error: null,
    };
    this.exchange(merchant, record);
  }

  /** Adds a completed control step. */
  does(endpoint: string, at: number, more: Partial<ControlStep>): void {
    this.step({
      endpoint,
      names: {},
      path: '',
      body: null,
      outcome: 'done',
      startedAt: ORIGIN + at,
      sentMono: at,
      durationMs: 5,
      ...more,
    });
  }

  makesMerchant(at: number, merchantId = MERCHANT, webhookUrl = 'http://127.0.0.1:9/load/ld1/0'): void {
    this.does('POST /merchants', at, { merchantId, body: { environment: 'sandbox', webhookUrl } });
  }
}

interface Payload {
  readonly id: string;
  readonly event: string;
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly occurredAt: string;
}

/** A signed webhook to the first key of run `ld1`, received at `mono` milliseconds of the monotonic clock. */
export function deliveryOf(payload: Payload, mono: number): Delivery {
  const body = Buffer.from(JSON.stringify(payload));
  const stamp = String(Math.floor((ORIGIN + mono) / 1_000));
  const { v1, v2 } = sign(body, SECRET, stamp);
  const { id: eventId, event, reference } = payload;
  return {
    seq: 1,
    at: ORIGIN + mono,
    mono,
    method: 'POST',
    path: '/load/ld1/0',
    headers: { 'x-service-signature': v1, 'x-service-timestamp': stamp, 'x-service-signature-v2': v2 },
    body,
    json: payload,
    eventId,
    event,
    reference,
    answer: { kind: 'status', status: 200 },
    senderClosedAfterMs: null,
    truncated: false,
    standing: null,
  };
}
