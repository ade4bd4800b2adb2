import { setTimeout as pause } from 'node:timers/promises';
import { ControlError, type ControlPort } from '../run/merchants/control.ts';

/** Pauses after a lost answer, before the clock is read, in milliseconds. */
const pausesMs = [200, 1_000, 3_000];

/** Moves the target's clock. After a lost answer it reads the clock to find out whether it has moved: it must not move twice. */
export class ClockAdvancer {
  readonly #control: Pick<ControlPort, 'advance'>;
  readonly #longestMs: number;
  /** The time that the target's clock last reported, in epoch milliseconds, and when (`performance.now()`). */
  #last: { said: number; at: number } | undefined;
  /** The error after which the clock is not tried any more. */
  #gone: ControlError | undefined;

  /** `longestMs`: time limit of one call. Webhooks that fall due during it are sent and answered, or time out, in real time. */
  constructor(control: Pick<ControlPort, 'advance'>, longestMs: number) {
    this.#control = control;
    this.#longestMs = longestMs;
  }

  /** Moves the clock by `seconds`. Returns the target's time afterwards, in epoch milliseconds. Throws ControlError. */
  async by(seconds: number): Promise<number> {
    if (this.#gone !== undefined) throw this.#gone;
    let before = this.#last;
    const began = performance.now();
    let asked = false;
    for (let turn = 0; ; turn++) {
      try {
        if (before === undefined && !asked) {
          // Read first: after a lost answer, only the time before shows whether the clock has moved.
          await this.#move(0);
          before = this.#last;
        }
        // After a lost answer the clock is read before it is moved again.
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
        // A clock that failed to answer for this long would delay every later step as long.
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
