import type { CheckResult } from '../../../engine/checks/check-result.ts';
import type { Progress } from '../../../engine/checks/progress.ts';
import { counted } from '../../../engine/evidence/counted.ts';
import { formatDuration } from '../../../engine/time/duration.ts';
import { StatusLine } from '../../terminal/status-line.ts';

/** Shows the progress of a run on one line. */
export class LiveLine {
  readonly #line = new StatusLine();
  #done = 0;
  #total = 0;
  #failed = 0;

  start(): void {
    this.#line.show('starting');
  }

  checked(result: Pick<CheckResult, 'kind' | 'outcome'>, done: number, total: number): void {
    this.#done = done;
    this.#total = total;
    if (result.kind === 'requirement' && result.outcome === 'failed') this.#failed++;
  }

  progress(progress: Progress): void {
    this.#line.show(told(progress, { done: this.#done, total: this.#total, failed: this.#failed }));
  }

  stop(): void {
    this.#line.stop();
  }
}

/** Progress in one line; in real time with the times of day by which the next wait and the last one end at the latest. */
export function told(
  { requests, waiting, underWay, controlled }: Pick<Progress, 'requests' | 'waiting' | 'underWay' | 'controlled'>,
  { done, total, failed }: { done: number; total: number; failed: number },
  now = new Date(),
): string {
  const bad = failed > 0 ? `, ${failed} failed` : '';
  const sofar = `${done} of ${total || '?'} checks${bad}, ${underWay} in flight, ${counted(requests, 'request')}`;
  const [next, last] = waiting;
  if (next === undefined) return sofar;
  if (controlled)
    return `${sofar}; next, at most ${formatDuration(next.inMs / 1000)} on the target's clock: ${next.what}`;
  const until = ({ what, inMs }: Progress['waiting'][number]) => `until ${timeOfDay(now, inMs)}: ${what}`;
  return `${sofar}; ${until(next)}${last === undefined ? '' : `; last ${until(last)}`}`;
}

/** With seconds if it is less than 10 minutes away, with the weekday if it is on another day. */
function timeOfDay(now: Date, inMs: number): string {
  const at = new Date(now.getTime() + inMs);
  const hour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  if (at.toDateString() !== now.toDateString()) return at.toLocaleString('en-GB', { weekday: 'short', ...hour });
  return at.toLocaleTimeString('en-GB', inMs < 600_000 ? { ...hour, second: '2-digit' } : hour);
}
