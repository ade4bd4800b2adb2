/** What the proof tolerates, and why. An exception that is no longer needed is a failure. */
export interface Exception {
  /** The name of a mutant that is not killed, or the id of a requirement without a mutant. */
  readonly about: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [];
