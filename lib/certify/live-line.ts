import yoctoSpinner from 'yocto-spinner';
import type { Finding } from '../harness/exercise.ts';
import type { Progress } from '../harness/progress.ts';
import { inWords } from '../target/duration.ts';

/** What is going on, while it goes on: a live line on a terminal, now and then a line elsewhere. */
export class LiveLine {
  readonly #spinner = process.stderr.isTTY ? yoctoSpinner({ text: 'starting' }) : null;
  #done = 0;
  #total = 0;
  #failed = 0;
  #lastLine = performance.now();

  start(): void {
    this.#spinner?.start();
  }

  found(finding: Finding, done: number, total: number): void {
    this.#done = done;
    this.#total = total;
    if (finding.kind === 'requirement' && finding.outcome === 'failed') this.#failed++;
  }

  progress({ requests, waiting }: Progress): void {
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : '';
    const next = waiting[0];
    const until = next === undefined ? '' : `; waiting ${inWords(next.inMs / 1000)} for ${next.what}`;
    const text = `${this.#done} of ${this.#total || '?'} checks${failed}, ${requests} requests${until}`;
    if (this.#spinner !== null) this.#spinner.text = text.slice(0, (process.stderr.columns ?? 100) - 4);
    else if (performance.now() - this.#lastLine > 10_000) {
      this.#lastLine = performance.now();
      process.stderr.write(`${text}\n`);
    }
  }

  stop(): void {
    this.#spinner?.stop();
  }
}
