import { Blocked, type Exchange } from '../../lib/harness/index.ts';

/** A step: whatever success it was; that it is exactly 200 or 201 is a requirement of its own. */
export function succeeding(exchange: Exchange): Exchange {
  if (exchange.status >= 300) {
    throw new Blocked(`the request should have succeeded; got ${exchange.status} ${exchange.text.slice(0, 200)}`);
  }
  return exchange;
}

/**
 * The buyer has acted, and what became of the checkout is for the check to see. Only that the status is not as it should be
 * is passed over here; a buyer who could not act still blocks the check.
 */
export async function acted(step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    if (!(error instanceof Blocked && error.message.includes('should now be'))) throw error;
  }
}
