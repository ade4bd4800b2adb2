/** What the proof lets pass, and why. One that is no longer needed is itself a failure. */
export interface Exception {
  /** The name of a mutant that is not killed, or the id of a requirement that has none. */
  readonly about: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [];
