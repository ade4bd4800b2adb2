import { makeBadge } from 'badge-maker';
import type { Certificate, Verdict } from '../evidence/certificate.ts';

const colours: Readonly<Record<Verdict, string>> = {
  conformant: 'brightgreen',
  conformant_in_scope: 'green',
  inconclusive: 'yellow',
  nonconformant: 'red',
};

/** The verdict and its counts as an SVG badge. A baseline does not change it. */
export function badge({ verdict, totals, interrupted }: Certificate): string {
  const { passed, failed, blocked, notExercised } = totals;
  const numbers = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(blocked > 0 ? [`${blocked} blocked`] : []),
    `${passed} of ${passed + failed + blocked + notExercised} passed`,
  ];
  const message = `${verdict.replaceAll('_', ' ')}${interrupted ? ', interrupted' : ''} · ${numbers.join(', ')}`;
  // What had been seen by the interruption is no reason for green.
  const color = interrupted && verdict !== 'nonconformant' ? colours.inconclusive : colours[verdict];
  return makeBadge({ label: 'conformance', message, color });
}
