import { setTimeout as pause } from 'node:timers/promises';
import { ControlError, type ControlPort } from '../run/merchants/control.ts';

/** Pauses after a lost answer, before the clock is read, in milliseconds. */
const pausesMs = [200, 1_000, 3_000];

/** Moves the target's clock. After a lost answer it reads the clock to find out whether it has moved: it must not move twice. */
export class ClockAdvancer {
  readonly #control: Pick<ControlPort, 'advance'>;
  readonly #timeoutMs: number;
  /** The time that the target's clock last reported, in epoch milliseconds, and when (`performance.now()`). */
  #last: { reportedMs: number; at: number } | undefined;
  /** The error after which the clock is not tried any more. */
  #givenUpFor: ControlError | undefined;

  /** `timeoutMs`: time limit of one call. Webhooks that fall due during it are sent and answered, or time out, in real time. */
  constructor(control: Pick<ControlPort, 'advance'>, timeoutMs: number) {
    this.#control = control;
    this.#timeoutMs = timeoutMs;
  }

  /** Moves the clock by `seconds`. Returns the target's time afterwards, in epoch milliseconds. Throws ControlError. */
  async advance(seconds: number): Promise<number> {
    if (this.#givenUpFor !== undefined) throw this.#givenUpFor;
    let before = this.#last;
    const began = performance.now();
    let wasSent = false;
    for (let turn = 0; ; turn++) {
      try {
        if (before === undefined && !wasSent) {
          // Read first: after a lost answer, only the time before shows whether the clock has moved.
          await this.#move(0);
          before = this.#last;
        }
        // After a lost answer the clock is read before it is moved again.
        const again = wasSent;
        wasSent = true;
        const now = await this.#move(again ? 0 : seconds);
        if (!again) return now;
        const passed = before === undefined ? Number.NaN : now - before.reportedMs - (performance.now() - before.at);
        if (Number.isNaN(passed))
          throw new ControlError('failed', 'POST /clock/advance', 'control does not say the time');
        if (passed > seconds * 500) return now;
        return await this.#move(seconds);
      } catch (error) {
        if (!(error instanceof ControlError) || !error.lost) throw error;
        const pauseMs = pausesMs[turn];
        // A clock that failed to answer for this long would delay every later step as long.
        if (performance.now() - began > this.#timeoutMs / 2) this.#givenUpFor = error;
        if (pauseMs === undefined || this.#givenUpFor !== undefined) throw error;
        await pause(pauseMs);
      }
    }
  }

  async #move(seconds: number): Promise<number> {
    const reportedMs = await this.#control.advance(seconds, this.#timeoutMs);
    if (Number.isFinite(reportedMs)) this.#last = { reportedMs, at: performance.now() };
    return reportedMs;
  }
}
