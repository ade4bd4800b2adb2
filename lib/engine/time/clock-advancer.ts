import { setTimeout as pause } from 'node:timers/promises';
import { ControlError, type ControlPort } from '../run/merchants/control.ts';

/** After an answer was lost, before the clock is looked at, in milliseconds. */
const pausesMs = [200, 1_000, 3_000];

/** Moves the target's clock, and finds out whether it has moved where the answer is lost: it must not move twice. */
export class ClockAdvancer {
  readonly #control: Pick<ControlPort, 'advance'>;
  readonly #longestMs: number;
  /** What the target's clock said last, in epoch milliseconds, and when that was, by performance.now(). */
  #last: { said: number; at: number } | undefined;
  /** Why the clock is given up. */
  #gone: ControlError | undefined;

  /** `longestMs`: for one call. Webhooks that fall due meanwhile are sent and answered, or time out, in real time. */
  constructor(control: Pick<ControlPort, 'advance'>, longestMs: number) {
    this.#control = control;
    this.#longestMs = longestMs;
  }

  /** Returns the target's time afterwards, in epoch milliseconds. Throws ControlError. */
  async by(seconds: number): Promise<number> {
    if (this.#gone !== undefined) throw this.#gone;
    let before = this.#last;
    const began = performance.now();
    let asked = false;
    for (let turn = 0; ; turn++) {
      try {
        if (before === undefined && !asked) {
          // Whether it moves can be told only by the time before.
          await this.#move(0);
          before = this.#last;
        }
        // Once an answer was lost, the clock is looked at first.
        const again = asked;
        asked = true;
        const now = await this.#move(again ? 0 : seconds);
        if (!again) return now;
        const passed = before === undefined ? Number.NaN : now - before.said - (performance.now() - before.at);
        if (Number.isNaN(passed))
          throw new ControlError('failed', 'POST /clock/advance', 'control does not say the time');
        if (passed > seconds * 500) return now;
        return await this.#move(seconds);
      } catch (error) {
        if (!(error instanceof ControlError) || !error.lost) throw error;
        const pauseMs = pausesMs[turn];
        // A clock that does not answer for so long would keep every later step waiting as long.
        if (performance.now() - began > this.#longestMs / 2) this.#gone = error;
        if (pauseMs === undefined || this.#gone !== undefined) throw error;
        await pause(pauseMs);
      }
    }
  }

  async #move(seconds: number): Promise<number> {
    const said = await this.#control.advance(seconds, this.#longestMs);
    if (Number.isFinite(said)) this.#last = { said, at: performance.now() };
    return said;
  }
}
