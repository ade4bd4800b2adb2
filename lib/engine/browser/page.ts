/** A page cannot be dealt with: one line for the user. */
export class PageError extends Error {
  override readonly name = 'PageError';
}

/** A page as a person saw it. */
export interface Screenshot {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** PNG in base64. */
  readonly png: string;
}
