import { styleText } from 'node:util';
import { StatusLine } from '../../../commands/terminal/status-line.ts';
import { counted } from '../../../engine/evidence/counted.ts';
import type { Job } from '../types.ts';
import { classLines } from './classes.ts';
import type { Report } from './page.ts';

/** One line with the progress and the estimated remaining time. */
export class ProgressLine {
  readonly #jobs: number;
  readonly #work: number;
  readonly #began = performance.now();
  #doneJobs = 0;
  #doneWork = 0;
  readonly #line = new StatusLine();

  constructor(jobs: readonly Job[]) {
    this.#jobs = jobs.length;
    this.#work = jobs.reduce((sum, job) => sum + sizeOf(job), 0);
  }

  done(job: Job): void {
    this.#doneJobs++;
    this.#doneWork += sizeOf(job);
    const left = remaining(this.#doneWork, this.#work, (performance.now() - this.#began) / 1_000);
    this.#line.show(`${this.#doneJobs} of ${this.#jobs}, about ${left} s left; last: ${job.name}`);
  }

  end(): void {
    this.#line.stop();
  }
}

/** The relative work of a job: a constant for its start, plus its requirements. */
function sizeOf({ first, beside, depth }: Job): number {
  return 8 + first.length + beside.length * (depth === 'first' ? 0.5 : 1);
}

/** Estimated seconds of the remaining work, at the pace so far. */
export function remaining(done: number, total: number, seconds: number): number {
  return done === 0 ? 0 : Math.ceil((seconds / done) * (total - done));
}

export function summarise({ ok, totals, failures, exceptions, pairs, classes, seconds, seed }: Report): string {
  const lines = [
    ...failures.map((failure) => styleText('red', `✗ ${failure}`)),
    ...exceptions.map(({ about, reason }) => styleText('yellow', `exception: ${about}: ${reason}`)),
    '',
    ...classLines(classes),
    `requirements with a killed mutant   ${totals.proven} of ${totals.requirements}`,
    `mutants killed                      ${totals.killed} of ${totals.mutants}, ${totals.survived} not`,
    `named first of all that failed      ${totals.namedFirst} of ${totals.killed}${share(totals)}`,
    `median collateral                   ${totals.medianCollateral}`,
    `clean that must be clean            ${totals.clean} of ${totals.readings}`,
    ...(pairs === null ? [] : [`pairs of readings applied together  ${pairs.met} of ${pairs.of}`]),
    '',
    ok ? styleText('green', 'PROVEN') : styleText('red', `NOT PROVEN: ${counted(failures.length, 'failure')}`),
    `${Math.round(seconds)} s, seed ${seed}`,
  ];
  return lines.join('\n');
}

function share({ namedFirst, killed }: Report['totals']): string {
  return killed === 0 ? '' : `, ${((100 * namedFirst) / killed).toFixed(1)} %`;
}
