import { NotExercised } from '../checks/outcome.ts';
import { step, went } from '../checks/step-log.ts';
import { mustHaveListened } from '../durable/durable.ts';
import { type Mask, noMask } from '../http/index.ts';
import { type Activity, presentHistory } from './activity.ts';
import { formatDuration } from './duration.ts';

/** The pauses between two looks, in seconds; the last one repeats. */
const PAUSES_S = [0.5, 1, 2, 3, 5, 10, 15, 30, 60];

/** Maximum transit time of a webhook attempt, in milliseconds; a timestamp that is older on arrival is wrong. */
const MAX_TRANSIT_MS = 30_000;

/** The target's time, as one check sees it. If the clock can be advanced, waiting takes no real time. */
export class Time {
  readonly #activity: Activity;
  readonly #signal: AbortSignal;
  readonly #maxWaitS: number;
  readonly #mask: Mask;

  /**
   * `maxWaitS`: how many seconds one wait may last; Infinity if the clock can be advanced. `mask`: applied to descriptions shown during a
   * wait, which may quote the target.
   */
  constructor(activity: Activity, signal: AbortSignal, maxWaitS: number, mask: Mask = noMask) {
    this.#mask = mask;
    this.#activity = activity;
    this.#signal = signal;
    this.#maxWaitS = maxWaitS;
  }

  /** How many seconds one wait may last; Infinity if the clock can be moved. */
  get maxWait(): number {
    return this.#maxWaitS;
  }

  /** Whether the target's clock can be moved, so that waiting takes no real time. */
  get canMove(): boolean {
    return this.#maxWaitS === Number.POSITIVE_INFINITY;
  }

  /** Waits until `seconds` of the target's time have passed. `what` is shown meanwhile: "the link expires". */
  async wait(seconds: number, what: string): Promise<void> {
    await step(`${formatDuration(seconds)} pass: ${what}`, () => this.#wait(seconds, what));
  }

  /** As `wait`, to see that something does not arrive. Throws NotExercised if no process of the run listened for a part of the time. */
  async listen(seconds: number, what: string): Promise<void> {
    const from = this.now();
    await this.wait(seconds, what);
    mustHaveListened(from, this.now(), what);
  }

  /** The target's time, in epoch milliseconds of this run; right after an interruption, the time before it. */
  now(): number {
    const history = presentHistory();
    return history === null ? this.#activity.now : history.note('time', () => history.currentStepSince);
  }

  /** Waits until the target's clock has certainly reached `moment` (a value of `now`). */
  async past(moment: number, what: string): Promise<void> {
    const seconds = (moment - this.now()) / 1_000;
    if (seconds <= 0) return;
    await step(`${formatDuration(seconds)} pass: ${what}`, async () => {
      if (seconds > this.#maxWaitS) throw this.#tooLong(what, seconds);
      await this.#activity.waitUntil(moment, this.#mask.text(what), this.#signal);
    });
  }

  /** As `until`, but ends once the target's clock has certainly reached `moment` (a value of `now`), however late the looks begin. */
  async untilPast<T>(
    what: string,
    moment: number,
    look: () => Promise<T | undefined> | T | undefined,
  ): Promise<T | undefined> {
    const ending = (found: T | undefined) => (found === undefined ? ': it did not' : '');
    const left = () => (moment - this.now()) / 1_000;
    return await step(what, () => this.#until(what, left, look), ending);
  }

  /**
   * When a webhook attempt was sent, on the scale of `now`: its signed timestamp (seconds) if that is plausible, otherwise its arrival.
   * So neither the transit time nor the moment at which a check looks at it makes a difference.
   */
  sentAt({ timestamp, mono }: { timestamp: number | null; mono: number }): number {
    const look = () => {
      const { earliest, latest } = this.#activity.at(mono);
      const signed = timestamp === null ? undefined : this.#activity.fromTargetTime(timestamp * 1_000);
      const canBe = signed !== undefined && signed >= earliest - MAX_TRANSIT_MS && signed <= latest + 2_000;
      return canBe ? signed : earliest;
    };
    const history = presentHistory();
    return history === null ? look() : history.note('sent', look);
  }

  /** Whether a process of the run listened all the time between two moments (values of `now`). */
  listened(from: number, to: number): boolean {
    return presentHistory()?.gapBetween(from, to) === undefined;
  }

  /** Throws NotExercised if no process of the run listened at some time between two moments (values of `now`). */
  mustHaveListened(from: number, to: number, what: string): void {
    mustHaveListened(from, to, what);
  }

  /**
   * Calls `look` repeatedly until it returns something other than undefined, for at most `within` seconds of the target's time. Returns
   * undefined if it never did. If less time is available, looking in vain proves nothing: throws NotExercised.
   */
  async until<T>(
    what: string,
    within: number,
    look: () => Promise<T | undefined> | T | undefined,
    ending: (found: T | undefined) => string = (found) => (found === undefined ? ': it did not' : ''),
  ): Promise<T | undefined> {
    return await step(what, () => this.#until(what, (spent) => within - spent, look), ending);
  }

  async #wait(seconds: number, what: string): Promise<void> {
    if (seconds > this.#maxWaitS) throw this.#tooLong(what, seconds);
    await this.#activity.wait(seconds * 1000, this.#mask.text(what), this.#signal);
    went({ seconds });
  }

  /** `left`: how many seconds are left after `spent` seconds of waiting. */
  async #until<T>(
    what: string,
    left: (spent: number) => number,
    look: () => Promise<T | undefined> | T | undefined,
  ): Promise<T | undefined> {
    const from = this.now();
    const looks = presentHistory()?.deliveryLooks;
    let spent = 0;
    for (let turn = 0; ; turn++) {
      // Determined before the look: what is found may have come after the time was over, but what is not found has not come before.
      const rest = left(spent);
      const found = await look();
      if (found !== undefined || rest <= 0) {
        // Only for looks at webhooks received, and not at a state that stays.
        if (presentHistory()?.deliveryLooks !== looks) this.#checkListening(from, found !== undefined, what);
        return found;
      }
      if (spent >= this.#maxWaitS) throw this.#tooLong(what, spent + rest);
      const pause = Math.min(PAUSES_S[turn] ?? 60, rest, this.#maxWaitS - spent);
      await this.#activity.wait(pause * 1000, this.#mask.text(what), this.#signal, rest * 1000);
      went({ seconds: pause });
      spent += pause;
    }
  }

  /**
   * What was awaited since `from` may have come while no process of the run listened. If it did not come, the check is not exercised; if
   * it came, it may not have been for the first time, and the result is doubtful.
   */
  #checkListening(from: number, came: boolean, what: string): void {
    const history = presentHistory();
    if (!came) {
      mustHaveListened(from, this.now(), what);
      if (history?.doubts[0] !== undefined) throw new NotExercised(`${history.doubts[0]}: ${what}`);
    } else if (history !== null) {
      const gap = history.gapBetween(from, this.now());
      if (gap !== undefined) history.doubt(gap);
    }
  }

  /** As `until`, but also ends as soon as `arrival` resolves: for what arrives by itself, such as a webhook. */
  async race<T>(what: string, within: number, arrival: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const from = this.now();
    const waitS = Math.min(within, this.#maxWaitS);
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, this.#signal]);
    const waiting = this.#waitInSteps(what, waitS, signal);
    try {
      const arrived = await Promise.race([arrival(signal), waiting.then(() => undefined)]);
      if (arrived === undefined && waitS < within) throw this.#tooLong(what, within);
      this.#checkListening(from, arrived !== undefined, what);
      return arrived;
    } finally {
      stop.abort(new DOMException('no longer awaited', 'AbortError'));
      await waiting.catch(() => {});
    }
  }

  async #waitInSteps(what: string, within: number, signal: AbortSignal): Promise<void> {
    // In small steps at first, so that the clock does not run ahead of what arrives at once.
    let spent = 0;
    for (let turn = 0; spent < within; turn++) {
      const pause = Math.min(PAUSES_S[turn] ?? 60, within - spent);
      await this.#activity.wait(pause * 1000, this.#mask.text(what), signal, (within - spent) * 1000);
      went({ seconds: pause });
      spent += pause;
    }
  }

  #tooLong(what: string, within: number): NotExercised {
    return new NotExercised(
      `not enough time: ${what} can take ${formatDuration(within)}, the longest wait is ${formatDuration(this.#maxWaitS)}`,
    );
  }
}
