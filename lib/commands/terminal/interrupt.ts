/** Milliseconds. The terminal and npm both forward the same Ctrl-C: a second signal within this time is a duplicate. */
const SAME = 1_000;

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Acts like the first Ctrl-C, with another message. */
  end(words: string): void;
  /** From now on a signal ends the process, as usual. */
  release(): void;
}

/** The first Ctrl-C (or SIGTERM) aborts with `reason` and prints `words`; a second one ends the process at once. */
export function onInterrupt(words: string, reason: Error = new Error('interrupted')): Interrupt {
  const controller = new AbortController();
  let at = Number.POSITIVE_INFINITY;
  const end = (why: string) => {
    if (controller.signal.aborted) return;
    console.error(`\n${why}`);
    controller.abort(reason);
  };
  const heard = () => {
    if (performance.now() - at > SAME) process.exit(130);
    at = Math.min(at, performance.now());
    end(words);
  };
  process.on('SIGINT', heard).on('SIGTERM', heard);
  return { signal: controller.signal, end, release: () => process.off('SIGINT', heard).off('SIGTERM', heard) };
}
