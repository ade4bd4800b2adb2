import { styleText } from 'node:util';
import type { Report } from './page.ts';
import type { Job } from './types.ts';

/** One line that says how far it is and about how long the rest takes. On something else than a terminal: now and then a line. */
export class ProgressLine {
  readonly #jobs: number;
  readonly #work: number;
  readonly #began = performance.now();
  #doneJobs = 0;
  #doneWork = 0;
  #shownAt = performance.now();

  constructor(jobs: readonly Job[]) {
    this.#jobs = jobs.length;
    this.#work = jobs.reduce((sum, job) => sum + sizeOf(job), 0);
  }

  done(job: Job): void {
    this.#doneJobs++;
    this.#doneWork += sizeOf(job);
    const now = performance.now();
    const every = process.stderr.isTTY ? 100 : 10_000;
    if (now - this.#shownAt < every && this.#doneJobs < this.#jobs) return;
    this.#shownAt = now;
    const left = remaining(this.#doneWork, this.#work, (now - this.#began) / 1_000);
    const text = `${this.#doneJobs} of ${this.#jobs}, about ${left} s left; last: ${job.name}`;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  }

  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}

/** How much work a job is, beside others: a start, and its requirements. */
function sizeOf({ first, beside, besideOnce }: Job): number {
  return 8 + first.length + beside.length * (besideOnce ? 0.5 : 1);
}

/** Seconds that the rest takes, if it goes on as before. */
export function remaining(done: number, total: number, seconds: number): number {
  return done === 0 ? 0 : Math.ceil((seconds / done) * (total - done));
}

export function summarise({ ok, totals, failures, exceptions, pairs, seconds, seed }: Report): string {
  const lines = [
    ...failures.map((failure) => styleText('red', `✗ ${failure}`)),
    ...exceptions.map(({ about, reason }) => styleText('yellow', `exception: ${about}: ${reason}`)),
    '',
    `requirements with a killed mutant   ${totals.proven} of ${totals.requirements}`,
    `mutants killed                      ${totals.killed} of ${totals.mutants}, ${totals.survived} not`,
    `median collateral                   ${totals.medianCollateral}`,
    `clean that must be clean            ${totals.clean} of ${totals.readings}`,
    ...(pairs === null ? [] : [`pairs of readings applied together  ${pairs.met} of ${pairs.of}`]),
    '',
    ok ? styleText('green', 'PROVEN') : styleText('red', `NOT PROVEN: ${failures.length} failures`),
    `${Math.round(seconds)} s, seed ${seed}`,
  ];
  return lines.join('\n');
}
