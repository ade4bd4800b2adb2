import { recognition } from '../../../run/disguise/appearance.ts';
import type { CertifiedRequirement } from '../../certificate.ts';
import type { CheckEvidence } from '../../checks.ts';
import { evidenceFiles } from '../../write.ts';
import type { Evidence } from '../read.ts';

/** What every certificate of this version of the suite states. */
export interface Fixed {
  readonly interfaceVersion: string;
  /** All names, in order. */
  readonly capabilities: readonly string[];
}

/** Statements of the certificate that do not follow from the checks or from the suite. Outcomes are compared in `reconcile`. */
export function saidOtherwise({ certificate, checks }: Evidence, { interfaceVersion, capabilities }: Fixed): string[] {
  const found: string[] = [];
  const say = (what: string) => found.push(`${evidenceFiles.certificate}: ${what}`);
  if (certificate.interfaceVersion !== interfaceVersion) say(`it is of interface ${certificate.interfaceVersion}`);
  for (const field of ['strays', 'lostAnswers', 'clock', 'appearance', 'causes'] as const) {
    if (certificate[field] === undefined) say(`it does not tell \`${field}\``);
  }
  const inOrder = capabilities.filter((each) => certificate.capabilities.includes(each));
  if (!same(certificate.capabilities, inOrder)) say('its capabilities are not those that a target can have, in order');
  const { appearance } = certificate;
  if (appearance !== undefined && appearance.recognition !== recognition(appearance))
    say('what it says of recognition is not what a run says');
  const byId = Map.groupBy(checks, ({ about }) => about);
  for (const requirement of certificate.requirements) {
    const own = byId.get(requirement.id) ?? [];
    if (!isExplained(requirement, own, certificate.interrupted))
      say(`${requirement.id} has other reasons than its checks`);
  }
  for (const { id, seen, observed } of certificate.observations) {
    const [reason] = (byId.get(id) ?? []).flatMap((each) => each.reason ?? []);
    if (!seen && reason !== undefined && observed !== `not seen: ${reason}`)
      say(`${id} was not seen for another reason: ${reason}`);
  }
  const { causes = [] } = certificate;
  for (const outcome of ['failed', 'blocked'] as const) {
    const told = causes.flatMap((cause) => cause[outcome]).toSorted();
    const due = certificate.requirements.filter((each) => each.outcome === outcome).map(({ id }) => id);
    if (!same(told, due.toSorted())) say(`its causes are not of the requirements that ${outcome}`);
  }
  for (const { start, failed, blocked } of causes) {
    if (![...failed, ...blocked].includes(start)) say(`a cause starts at ${start}, which is not of it`);
  }
  return found;
}

/**
 * The reasons must be those of the checks with the same outcome. If too few checks ended, the reason must be the interruption of the run or
 * a fault of the suite.
 */
function isExplained(
  { outcome, reason, reasons, tests }: CertifiedRequirement,
  checks: readonly CheckEvidence[],
  wasInterrupted: boolean,
): boolean {
  const isBare = reasons === undefined;
  if (outcome === 'passed') return isBare && reason === undefined;
  if (outcome === 'not_exercised' && reason === 'not selected') return isBare;
  if (outcome !== 'failed' && (checks.length < tests.length || tests.length === 0)) {
    if (wasInterrupted) return isBare && outcome === 'not_exercised' && reason === 'interrupted';
    return isBare && outcome === 'blocked' && reason?.startsWith('suite fault: ') === true;
  }
  const due = [...new Set(checks.filter((each) => each.outcome === outcome).flatMap((each) => each.reason ?? []))];
  return same(reasons, due) && reason === due.join(' | ');
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
