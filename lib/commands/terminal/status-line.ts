import yoctoSpinner from 'yocto-spinner';
import { cutToFit } from './wrap.ts';

/** Real milliseconds between two lines if there is no terminal: short at first, long in a run of hours. */
const OFTEN = 10_000;
const SELDOM = 600_000;

/** Shows progress: one changing line on a terminal, otherwise a new line now and then. Other output meanwhile is printed above it. */
export class StatusLine {
  // The command handles signals: the spinner's own listener would end the process.
  readonly #spinner = isLive() ? yoctoSpinner({ handleSignals: false }) : null;
  readonly #began = performance.now();
  #lastLine = performance.now();
  // A process that exits at once must restore the cursor.
  readonly #atExit = () => this.#spinner?.stop();

  show(text: string): void {
    const now = performance.now();
    if (this.#spinner !== null) {
      this.#spinner.text = cutToFit(text, (process.stderr.columns || 80) - 3);
      if (this.#spinner.isSpinning) return;
      process.on('exit', this.#atExit);
      this.#spinner.start();
    } else if (now - this.#lastLine > Math.min(SELDOM, Math.max(OFTEN, (now - this.#began) / 20))) {
      this.#lastLine = now;
      console.error(text);
    }
  }

  stop(): void {
    this.#spinner?.stop();
    process.off('exit', this.#atExit);
  }
}

/** The spinner's own condition: in CI, and on a terminal without control sequences, it would print each text on a new line. */
function isLive(): boolean {
  return process.stderr.isTTY && process.env.TERM !== 'dumb' && !('CI' in process.env);
}
