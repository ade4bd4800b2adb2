/** How the check of a requirement can end, as the certificate says it. From worst to best: see `worst`. */
export type Outcome = 'failed' | 'blocked' | 'not_exercised' | 'passed';

/** A step that leads to the check failed, so the check itself could not be made. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
}

/** A step that was asked for, and nobody knows whether it was done: the answer was lost. */
export class LostStep extends Blocked {}

/** Nothing was tried, and the message says why. */
export class NotExercised extends Error {
  override readonly name = 'NotExercised';
}

/** No run can be made at all, for example with a wrong control token: exit status 2, no certificate. */
export class RunImpossible extends Error {
  override readonly name = 'RunImpossible';
}
