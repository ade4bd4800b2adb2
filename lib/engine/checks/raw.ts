import { type Exchange, isLoss, NetworkError } from '../http/index.ts';

/** Call option for checks that examine each exchange themselves: a lost answer is raised and not sent again. */
export const raw = { onLost: 'raise' } as const;

/** The answers to requests sent at once; requests whose answer was lost are left out. */
export async function came<T = Exchange>(sent: readonly Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(sent);
  return ended.flatMap((each) => {
    if (each.status === 'fulfilled') return [each.value];
    if (each.reason instanceof NetworkError && isLoss(each.reason.kind)) return [];
    throw each.reason;
  });
}
