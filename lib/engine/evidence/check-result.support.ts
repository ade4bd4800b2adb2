import type { CheckResult } from '../checks/check-result.ts';
import type { Part } from '../checks/step-log.ts';
import type { ExchangeRecord } from '../http/index.ts';
import { checkResult as bare } from '../reports/testing.support.ts';
import type { DeliveryRecord } from '../webhooks/delivery-record.ts';

const START = Date.UTC(2026, 0, 1);

/** The result of a check of a refund: one step with one exchange. */
export function checkResult(change: Partial<CheckResult> = {}): CheckResult {
  return bare({
    title: 'one kobo above what is left is refused',
    stepLog: [told('the merchant asks for a refund of 2,001 kobo → 422 refund_exceeds_paid', [{ exchange: 1 }])],
    exchanges: [exchange(1)],
    ...change,
  });
}

export function told(words: string, parts: readonly Part[] = [], worked = true): Part {
  return { words, startedAt: START, durationMs: 12.4, worked, parts };
}

function exchange(
  id: number,
  body = '{"error":{"code":"refund_exceeds_paid","message":"2,000 left"}}',
): ExchangeRecord {
  return {
    id,
    startedAt: START,
    durationMs: 12.4,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:9/v1/refunds?a=b',
      httpVersion: '1.1',
      headers: [
        ['Authorization', 'Bearer $TARGET_API_KEY'],
        ['Content-Type', 'application/json'],
      ],
      body: '{"amount":2001}',
    },
    response: {
      status: 422,
      statusText: 'Unprocessable Content',
      headers: [['content-type', 'application/json']],
      body,
      bodyEncoding: 'utf8',
      truncated: false,
    },
    error: null,
  };
}

/** A delivery of `payout.succeeded`, `after` seconds after the first one. */
export function delivery(seq: number, after: number, answer: DeliveryRecord['answer']): DeliveryRecord {
  return {
    seq,
    at: new Date(START + seq).toISOString(),
    monoMs: seq,
    method: 'POST',
    path: '/hook',
    eventId: 'evt_1',
    event: 'payout.succeeded',
    reference: 'pay-1',
    headers: { 'content-type': 'application/json', 'x-service-timestamp': String(1_767_225_600 + after) },
    body: '{"id":"evt_1"}',
    answer,
    senderClosedAfterMs: null,
    verification: { v1: 'valid', v2: 'valid', timestamp: 1_767_225_600 + after, valid: true, problems: [] },
  };
}

/** A text that a hostile target might send. */
export const HOSTILE =
  '</script><script>document.title="taken"</script><img src=https://evil.example/x onerror="document.title=\'taken\'">![x](https://evil.example/y) \u202e\u0000 "\'`';
