/** The part of a terminal's input stream that is used. */
export interface Terminal {
  setRawMode(raw: boolean): unknown;
  resume(): unknown;
  pause(): unknown;
  on(event: 'data' | 'end', listener: (data: Buffer) => void): unknown;
  off(event: 'data' | 'end', listener: (data: Buffer) => void): unknown;
}

/** Single keys without Enter; Ctrl-C is one of them. One listener is registered on the terminal, however often `listen` is called. */
export class KeyPresses {
  readonly #terminal: Terminal;
  #listener: (key: string) => void = () => {};

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    terminal.setRawMode(true);
    terminal.on('data', this.#onData);
    terminal.on('end', this.#onEnd);
    terminal.resume();
  }

  /** Passes each key to `listener` until the returned function is called. Keys pressed without a listener are dropped. */
  listen(listener: (key: string) => void): () => void {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = () => {};
    };
  }

  /** Acts as if the key had been pressed. */
  press(key: string): void {
    this.#listener(key);
  }

  /** Restores the terminal. */
  close(): void {
    this.#terminal.off('data', this.#onData);
    this.#terminal.off('end', this.#onEnd);
    this.#terminal.setRawMode(false);
    this.#terminal.pause();
  }

  readonly #onData = (data: Buffer): void => {
    for (const key of data.toString()) this.press(key);
  };

  /** A closed terminal sends no more keys, so its end counts as Ctrl-C. */
  readonly #onEnd = (): void => this.press('\u0003');
}
