import {
  amountsSaid,
  derivation,
  type Exchange,
  type ExchangeView,
  field,
  type Merchant,
  NotExercised,
} from '../../lib/interface/index.ts';

/** See `amountsSaid`. */
export const amountsIn = derivation('amounts in a message', ({ text, json }: ExchangeView) => {
  const { error } = (json ?? {}) as { error?: { message?: unknown } };
  return amountsSaid(typeof error?.message === 'string' ? error.message : text);
});

/** A step: none of these refunds has failed and freed its amount. What makes a refund fail in live is not shown. */
export async function unlessFailed(merchant: Merchant, accepted: readonly Exchange[]): Promise<void> {
  for (const { json } of accepted) {
    const record = await merchant.api.getRefund(String(field(json, 'reference')));
    if (field(record.json, 'status') === 'failed')
      throw new NotExercised('a live refund has failed, and freed its amount');
  }
}

/** A step: waits until each of these refunds has succeeded, or has had its time. */
export async function untilSucceeded(merchant: Merchant, accepted: readonly Exchange[]): Promise<void> {
  for (const { json } of accepted)
    await merchant.becomes({ kind: 'refund', reference: String(field(json, 'reference')) }, 'succeeded');
}
