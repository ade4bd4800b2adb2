import yoctoSpinner from 'yocto-spinner';
import type { Finding } from '../harness/exercise.ts';
import type { Progress } from '../harness/progress.ts';
import { inWords } from '../target/duration.ts';

/** Real milliseconds between two lines where there is no terminal: often at first, seldom in a run of hours. */
const OFTEN = 10_000;
const SELDOM = 600_000;

/** What is going on, while it goes on: a live line on a terminal, now and then a line elsewhere. */
export class LiveLine {
  readonly #spinner = process.stderr.isTTY ? yoctoSpinner({ text: 'starting' }) : null;
  #done = 0;
  #total = 0;
  #failed = 0;
  readonly #began = performance.now();
  #lastLine = performance.now();

  start(): void {
    this.#spinner?.start();
  }

  found(finding: Finding, done: number, total: number): void {
    this.#done = done;
    this.#total = total;
    if (finding.kind === 'requirement' && finding.outcome === 'failed') this.#failed++;
  }

  progress(progress: Progress): void {
    const text = told(progress, { done: this.#done, total: this.#total, failed: this.#failed });
    const now = performance.now();
    if (this.#spinner !== null) this.#spinner.text = text.slice(0, (process.stderr.columns ?? 100) - 4);
    else if (now - this.#lastLine > Math.min(SELDOM, Math.max(OFTEN, (now - this.#began) / 20))) {
      this.#lastLine = now;
      process.stderr.write(`${text}\n`);
    }
  }

  stop(): void {
    this.#spinner?.stop();
  }
}

/** In one line; in real time with the time of day until which what is awaited can take, the next and the last. */
export function told(
  { requests, waiting, underWay, controlled }: Pick<Progress, 'requests' | 'waiting' | 'underWay' | 'controlled'>,
  { done, total, failed }: { done: number; total: number; failed: number },
  now = new Date(),
): string {
  const bad = failed > 0 ? `, ${failed} failed` : '';
  const sofar = `${done} of ${total || '?'} checks${bad}, ${underWay} in flight, ${requests} requests`;
  const [next, last] = waiting;
  if (next === undefined) return sofar;
  if (controlled) return `${sofar}; waiting ${inWords(next.inMs / 1000)} for ${next.what}`;
  const until = ({ what, inMs }: Progress['waiting'][number]) => `until ${timeOfDay(now, inMs)}: ${what}`;
  return `${sofar}; ${until(next)}${last === undefined ? '' : `; last ${until(last)}`}`;
}

/** With seconds where it is soon, with the day where it is another. */
function timeOfDay(now: Date, inMs: number): string {
  const at = new Date(now.getTime() + inMs);
  const hour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  if (at.toDateString() !== now.toDateString()) return at.toLocaleString('en-GB', { weekday: 'short', ...hour });
  return at.toLocaleTimeString('en-GB', inMs < 600_000 ? { ...hour, second: '2-digit' } : hour);
}
