/** A hosted page cannot be operated: one line for the user. */
export class PageError extends Error {
  override readonly name = 'PageError';
}

/** A screenshot of a hosted page. */
export interface Screenshot {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** PNG in base64. */
  readonly png: string;
}
