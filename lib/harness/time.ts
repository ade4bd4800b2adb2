import { type Mask, noMask } from '../client/index.ts';
import { inWords } from '../target/duration.ts';
import type { Activity } from './conductor.ts';
import { NotExercised } from './outcome.ts';
import { step } from './story.ts';

/** The pauses between two looks, in seconds; the last one repeats. */
const looks = [0.5, 1, 2, 3, 5, 10, 15, 30, 60];

/** The target's time, as one check sees it. Where the clock can be advanced, waiting costs nothing. */
export class Time {
  readonly #activity: Activity;
  readonly #signal: AbortSignal;
  readonly #longest: number;
  readonly #mask: Mask;

  /**
   * `longest`: seconds that one wait may last; Infinity where the clock can be advanced. `mask`: for what is shown meanwhile, which may
   * name what a target made up.
   */
  constructor(activity: Activity, signal: AbortSignal, longest: number, mask: Mask = noMask) {
    this.#mask = mask;
    this.#activity = activity;
    this.#signal = signal;
    this.#longest = longest;
  }

  /** Waits until so many seconds of the target's time have passed. `what` is shown meanwhile: "the link expires". */
  async wait(seconds: number, what: string): Promise<void> {
    await step(`${inWords(seconds)} pass: ${what}`, () => this.#wait(seconds, what));
  }

  /**
   * Looks again and again until `look` gives something else than undefined, for at most `within` seconds of the target's time.
   * Undefined when it never did. Where there is less time than that, a wait in vain says nothing: then the check is not exercised.
   */
  async until<T>(
    what: string,
    within: number,
    look: () => Promise<T | undefined> | T | undefined,
    ending: (found: T | undefined) => string = (found) => (found === undefined ? ': it did not' : ''),
  ): Promise<T | undefined> {
    return await step(what, () => this.#until(what, within, look), ending);
  }

  async #wait(seconds: number, what: string): Promise<void> {
    if (seconds > this.#longest) throw this.#tooLong(what, seconds);
    await this.#activity.wait(seconds * 1000, this.#mask.text(what), this.#signal);
  }

  async #until<T>(
    what: string,
    within: number,
    look: () => Promise<T | undefined> | T | undefined,
  ): Promise<T | undefined> {
    let spent = 0;
    for (let turn = 0; ; turn++) {
      const found = await look();
      if (found !== undefined || spent >= within) return found;
      if (spent >= this.#longest) throw this.#tooLong(what, within);
      const pause = Math.min(looks[turn] ?? 60, within - spent, this.#longest - spent);
      await this.#wait(pause, what);
      spent += pause;
    }
  }

  /** As `until`, but also ends as soon as `arrival` resolves: for what comes by itself, such as a webhook. */
  async race<T>(what: string, within: number, arrival: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const longest = Math.min(within, this.#longest);
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, this.#signal]);
    const waiting = this.#waits(what, longest, signal);
    try {
      const arrived = await Promise.race([arrival(signal), waiting.then(() => undefined)]);
      if (arrived === undefined && longest < within) throw this.#tooLong(what, within);
      return arrived;
    } finally {
      stop.abort(new DOMException('no longer awaited', 'AbortError'));
      await waiting.catch(() => {});
    }
  }

  async #waits(what: string, within: number, signal: AbortSignal): Promise<void> {
    // In small steps at first, so that the clock does not run ahead of what comes at once.
    let spent = 0;
    for (let turn = 0; spent < within; turn++) {
      const pause = Math.min(looks[turn] ?? 60, within - spent);
      await this.#activity.wait(pause * 1000, this.#mask.text(what), signal);
      spent += pause;
    }
  }

  #tooLong(what: string, within: number): NotExercised {
    return new NotExercised(
      `not enough time: ${what} can take ${inWords(within)}, the longest wait is ${inWords(this.#longest)}`,
    );
  }
}
