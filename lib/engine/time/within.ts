/**
 * What comes of the work, or of `late` where it takes longer than so many ms: the work itself goes on, and nobody waits for it. What is
 * left until a moment that is over already, a negative number, is no time at all.
 */
export async function within<T, L>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms)).unref();
  });
  try {
    return await Promise.race([work, over.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
