import { textIn } from '../model/events.ts';

/** `201 pending`, `409 duplicate_reference`, `200 succeeded, refundedAmount 500`. */
export function summaryOf(status: number, json: unknown): string {
  const error = typeof json === 'object' && json !== null && 'error' in json ? json.error : null;
  const code = textIn(error, 'code') ?? textIn(json, 'status');
  const refunded = typeof json === 'object' && json !== null && 'refundedAmount' in json ? json.refundedAmount : 0;
  return `${status}${code === null ? '' : ` ${code}`}${refunded === 0 ? '' : `, refundedAmount ${String(refunded)}`}`;
}
