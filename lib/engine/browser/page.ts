import { Blocked } from '../checks/outcome.ts';

/** A hosted page cannot be operated: one line for the user. */
export class PageError extends Blocked {
  override readonly name = 'PageError';
}

/** The browser was not done with a hosted page in time: what the page permits was not seen. Unlike a page that refuses, no check may pass over it. */
export class PageTooSlow extends Error {
  override readonly name = 'PageTooSlow';
}

/** A screenshot of a hosted page. */
export interface Screenshot {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** PNG in base64. */
  readonly png: string;
}
