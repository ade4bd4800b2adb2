import type { Verification } from '../../engine/webhooks/signature.ts';
import type { Delivery } from '../../engine/webhooks/types.ts';

/** The interface names no age; five minutes is what receivers usually accept. Every retry has a timestamp of its own. */
export const STALE_SECONDS = 300;

/**
 * Why a well signed delivery is an old replay, in one line; null if its timestamp is at most `limit` seconds away from its arrival (Events,
 * Request headers: the second signature covers the timestamp, to reject old replays). A timestamp of the future would never get old, and
 * so is refused as well.
 */
export function staleness(
  { at }: Pick<Delivery, 'at'>,
  { timestamp, valid }: Verification,
  limit: number,
): string | null {
  if (!valid || timestamp === null) return null;
  const age = Math.floor(at / 1_000) - timestamp;
  if (Math.abs(age) <= limit) return null;
  const off = Math.abs(age).toLocaleString('en');
  return `stale: x-service-timestamp is ${off} s ${age > 0 ? 'old' : 'in the future'}, and at most ${limit} s are accepted`;
}
