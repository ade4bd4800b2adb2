import type { ChildProcess } from 'node:child_process';

/** Longer than some targets wait for an answer. */
export const FOR_MS = 5_000;

/** Stops all processes of the group that it leads, for 5 s; at once over when the returned function is called. */
export function stopFor(harness: ChildProcess): () => void {
  const signal = (name: NodeJS.Signals) => {
    try {
      if (harness.pid !== undefined && harness.exitCode === null) process.kill(-harness.pid, name);
    } catch {
      // It has just ended.
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
