/** Milliseconds. A terminal and npm both hand on the same Ctrl-C: what comes within a second is no second wish. */
const SAME = 1_000;

export interface Interrupt {
  readonly signal: AbortSignal;
  /** From now on a signal ends the process, as usual. */
  release(): void;
}

/** The first Ctrl-C (or SIGTERM) aborts with `reason` and says `words`; a second one ends the process at once. */
export function onInterrupt(words: string, reason: Error = new Error('interrupted')): Interrupt {
  const controller = new AbortController();
  let at = Number.POSITIVE_INFINITY;
  const heard = () => {
    if (performance.now() - at > SAME) process.exit(130);
    if (controller.signal.aborted) return;
    at = performance.now();
    console.error(`\n${words}`);
    controller.abort(reason);
  };
  process.on('SIGINT', heard).on('SIGTERM', heard);
  return { signal: controller.signal, release: () => process.off('SIGINT', heard).off('SIGTERM', heard) };
}
