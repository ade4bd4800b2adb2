/**
 * The result of `work`, or of `late` if `work` takes longer than `ms` milliseconds; `work` then goes on, and its result is ignored. A
 * negative `ms`, what is left until a moment that has passed, counts as 0.
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
