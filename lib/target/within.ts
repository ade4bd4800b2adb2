import { setTimeout as pause } from 'node:timers/promises';

/** What comes of the work, or of `late` where it takes longer than so many ms: the work itself goes on, and nobody waits for it. */
export async function within<T, L>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  const clock = new AbortController();
  try {
    return await Promise.race([work, pause(ms, undefined, { signal: clock.signal, ref: false }).then(late)]);
  } finally {
    clock.abort();
  }
}
