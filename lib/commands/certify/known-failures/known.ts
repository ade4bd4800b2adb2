import { styleText } from 'node:util';
import type { Certificate, KnownFailure } from '../../../engine/evidence/certificate.ts';
import { gateOf } from '../../../engine/reports/gate.ts';
import { inOneLine } from '../../../engine/reports/printable.ts';

/** The known failures, one or two lines each: their reasons are in the baseline. */
export function knownFailures(certificate: Certificate): string[] {
  const gate = gateOf(certificate);
  const known = gate.known.map(({ id, outcome }) => {
    const { reason, until } = gate.of(id) ?? {};
    const day = until === undefined ? '' : `, until ${until}`;
    return `${styleText('yellow', `~ known, ${outcome}${day}: ${id}`)}  ${inOneLine(reason ?? '')}`;
  });
  const passing = gate.passesNow.map(({ id }) => styleText('red', `! passes now, take it off the list: ${id}`));
  return known.length + passing.length === 0 ? [] : [...passing, ...known, ''];
}

/** How the baseline decides the exit status of the run, shown below its verdict. */
export function formatGate(certificate: Certificate): string[] {
  if (certificate.baseline === undefined) return [];
  const { open, why, known } = gateOf(certificate);
  const { length } = certificate.baseline.knownFailures;
  const list = `${length} known ${length === 1 ? 'failure' : 'failures'} listed, ${known.length} of them as known`;
  return [
    open
      ? `${styleText(['green', 'bold'], 'GATE OPEN')}: nothing new failed (${list})`
      : `${styleText(['red', 'bold'], 'GATE CLOSED')}: ${why.join('; ')} (${list})`,
    ...certificate.baseline.knownFailures.flatMap(noLongerExcused),
  ];
}

/** An entry of the list that excuses its failure no longer. */
function noLongerExcused({ requirement, state, until, outcome, reason }: KnownFailure): string[] {
  const day = until === undefined ? '' : ` (${until})`;
  const why = { expired: `known, but its day is over${day}`, worse: `known as ${outcome} only` };
  if (state !== 'expired' && state !== 'worse') return [];
  return [`${styleText('red', `! ${why[state]}: ${requirement}`)}  ${inOneLine(reason)}`];
}
