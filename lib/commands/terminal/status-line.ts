import yoctoSpinner from 'yocto-spinner';
import { cutToFit } from './wrap.ts';

/** Real milliseconds between two lines where there is no terminal: often at first, seldom in a run of hours. */
const OFTEN = 10_000;
const SELDOM = 600_000;

/** What is going on, while it goes on: a line that changes on a terminal, now and then a line elsewhere. What is said meanwhile stands above it. */
export class StatusLine {
  // Signals are the command's business: the spinner's own listener would end the process.
  readonly #spinner = isLive() ? yoctoSpinner({ handleSignals: false }) : null;
  readonly #began = performance.now();
  #lastLine = performance.now();
  // A process that ends at once must give the cursor back.
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

/** As the spinner decides it: in CI, and on a terminal without control sequences, it would print each text. */
function isLive(): boolean {
  return process.stderr.isTTY && process.env.TERM !== 'dumb' && !('CI' in process.env);
}
