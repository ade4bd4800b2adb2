/** Outcome of a check, spelled as in the certificate, from worst to best. */
export type Outcome = 'failed' | 'blocked' | 'not_exercised' | 'passed';

/** A step that leads to the check failed, so the check itself could not be made. */
export class Blocked extends Error {
  override readonly name: string = 'Blocked';
}

/** A step whose answer was lost, so that it is unknown whether it was done. */
export class LostStep extends Blocked {}

/** Nothing was tried; the message says why. */
export class NotExercised extends Error {
  override readonly name = 'NotExercised';
}

/** The whole run is impossible, for example because of a wrong control token: exit status 2, no certificate. */
export class RunImpossible extends Error {
  override readonly name = 'RunImpossible';
}
