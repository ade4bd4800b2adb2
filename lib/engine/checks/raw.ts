import { type Exchange, isLoss, NetworkError } from '../http/index.ts';

/** For calls of which a check looks at each single exchange: an answer that is lost stays lost. */
export const raw = { onLost: 'raise' } as const;

/** The answers that came, of requests that were sent at once; those that were lost on the way are left out. */
export async function came<T = Exchange>(sent: readonly Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(sent);
  return ended.flatMap((each) => {
    if (each.status === 'fulfilled') return [each.value];
    if (each.reason instanceof NetworkError && isLoss(each.reason.kind)) return [];
    throw each.reason;
  });
}
