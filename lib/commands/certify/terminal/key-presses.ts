/** As much of a terminal's input as is used of it. */
export interface Terminal {
  setRawMode(raw: boolean): unknown;
  resume(): unknown;
  pause(): unknown;
  on(event: 'data' | 'end', listener: (data: Buffer) => void): unknown;
  off(event: 'data' | 'end', listener: (data: Buffer) => void): unknown;
}

/** Single keys, without Enter after them; Ctrl-C is one of them. One listener on the terminal, however often is listened here. */
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

  /** Hands each key to `listener` until what is returned is called. What is pressed while nobody listens is dropped. */
  listen(listener: (key: string) => void): () => void {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = () => {};
    };
  }

  /** As if somebody had pressed it. */
  press(key: string): void {
    this.#listener(key);
  }

  /** Gives the terminal back as it was. */
  close(): void {
    this.#terminal.off('data', this.#onData);
    this.#terminal.off('end', this.#onEnd);
    this.#terminal.setRawMode(false);
    this.#terminal.pause();
  }

  readonly #onData = (data: Buffer): void => {
    for (const key of data.toString()) this.press(key);
  };

  /** A terminal that is gone presses nothing any more. */
  readonly #onEnd = (): void => this.press('\u0003');
}
