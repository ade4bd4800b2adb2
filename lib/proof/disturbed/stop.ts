import type { ChildProcess } from 'node:child_process';

/** Milliseconds of a stop: longer than some targets wait for an answer. */
export const FOR_MS = 5_000;

/** Stops all processes of the group that `harness` leads for 5 s, or until the returned function is called. */
export function stopFor(harness: ChildProcess): () => void {
  const signal = (name: NodeJS.Signals) => {
    try {
      if (harness.pid !== undefined && harness.exitCode === null) process.kill(-harness.pid, name);
    } catch {
      // The process has just ended.
    }
  };
  signal('SIGSTOP');
  const goOn = () => {
    clearTimeout(timer);
    signal('SIGCONT');
  };
  const timer = setTimeout(goOn, FOR_MS);
  return goOn;
}
