import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interfaceDocument } from '../../../interface/register/document.ts';
import type { Outcome } from '../../checks/outcome.ts';
import { formats } from '../../reports/formats.ts';
import { putTogether, readSteps } from '../../reports/reported.ts';
import { markIn } from '../appearance.ts';
import { archiveHead, archiveParts } from '../archive/har.ts';
import { type CheckSteps, checkId, packedSteps, valuesOnly } from '../checks.ts';
import { seal, sealFiles } from '../manifest.ts';
import { MODEL } from '../recorded.ts';
import { replayScript } from '../replay.ts';
import { count, verdictOf, worst } from '../verdict.ts';
import { evidenceFiles } from '../write.ts';
import { readEvidence } from './read.ts';

/** `T` with all fields writable. */
export type Open<T> = T extends readonly (infer U)[]
  ? Open<U>[]
  : T extends object
    ? { -readonly [K in keyof T]: Open<T[K]> }
    : T;

export type Forged = Open<Awaited<ReturnType<typeof readEvidence>>> & {
  steps: Open<Awaited<ReturnType<typeof readSteps>>>;
};

/**
 * Reads a complete folder of evidence, so that it can be changed and written again as anybody with the folder can: with every page, total
 * and digest recomputed.
 */
export async function open(folder: string): Promise<Forged> {
  const evidence = (await readEvidence(folder)) as unknown as Forged;
  return { ...evidence, steps: (await readSteps(folder)) as unknown as Forged['steps'] };
}

/** Writes the evidence, sealed but not signed. `finish` may change the written files before they are sealed. */
export async function write(
  folder: string,
  forged: Forged,
  finish: (folder: string) => void = () => {},
): Promise<void> {
  const { certificate, checks, exchanges, deliveries, sightings } = forged;
  const failed = new Set(checks.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id));
  const steps = forged.steps.map(({ way, made, ...step }) =>
    failed.has(step.id) ? { ...step, way: way ?? [], made: made ?? [] } : step,
  );
  const at = (file: string) => join(folder, file);
  const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  const json = `${JSON.stringify(certificate, null, 2)}\n`;
  const pages = checks.map(({ id, about, title }) => ({
    id,
    startedDateTime: certificate.startedAt,
    title: `${about}: ${title}`,
    pageTimings: {},
  }));
  const rows = (values: readonly unknown[]) => values.map((value) => `\n${JSON.stringify(value)}`).join(',');
  const archive = [
    `${archiveHead(certificate.suite.version)}\n${archiveParts.pages}${rows(pages)}],`,
    `${archiveParts.entries}${rows(exchanges)}`,
    `${archiveParts.end}\n`,
  ].join('\n');
  writeFileSync(at(evidenceFiles.certificate), json);
  const results = putTogether(forged, steps);
  writeFileSync(at(evidenceFiles.replay), replayScript(results, { certificate, mark: markIn(certificate) }));
  for (const [file, render] of Object.entries(formats))
    writeFileSync(at(file), render({ certificate, json, results, document: interfaceDocument }));
  writeFileSync(at(evidenceFiles.exchanges), archive);
  writeFileSync(at(evidenceFiles.checks), lines(checks));
  writeFileSync(at(evidenceFiles.deliveries), lines(deliveries));
  writeFileSync(at(evidenceFiles.sightings), lines(sightings));
  writeFileSync(at(evidenceFiles.steps), lines([...packedSteps(steps as readonly CheckSteps[])]));
  finish(folder);
  for (const file of [sealFiles.signature, sealFiles.attestation, sealFiles.publicKey])
    rmSync(at(file), { force: true });
  const recorded = checks.reduce((sum, { predicates }) => sum + predicates.length, 0);
  await seal(folder, { suite: certificate.suite, predicates: { recorded, valuesOnly: valuesOnly(checks) } }, null);
}

/** Makes the certificate consistent with the changed checks: outcomes, totals, verdict, number of requests. */
export function reconcileAll({ certificate, checks, exchanges }: Forged): void {
  for (const requirement of certificate.requirements) {
    const own = checks.filter(({ about }) => about === requirement.id);
    if (own.length > 0) {
      const outcome = worst(own);
      setOutcome(
        requirement,
        outcome,
        ...own.filter((each) => each.outcome === outcome).map(({ reason }) => reason ?? ''),
      );
    }
  }
  retotal({ certificate });
  certificate.requests = exchanges.length;
}

export function setOutcome(
  requirement: Forged['certificate']['requirements'][number],
  outcome: Outcome,
  ...reasons: string[]
): void {
  requirement.outcome = outcome;
  delete requirement.reason;
  delete requirement.reasons;
  if (outcome === 'passed') return;
  const [first = ''] = reasons;
  // These reasons come from no check: there is one `reason`, and no list of `reasons`.
  if (['not selected', 'interrupted'].includes(first) || first.startsWith('suite fault: ')) {
    requirement.reason = first;
    return;
  }
  requirement.reasons = [...new Set(reasons)];
  requirement.reason = requirement.reasons.join(' | ');
}

export function retotal({ certificate }: Pick<Forged, 'certificate'>): void {
  certificate.totals = count(certificate.requirements.map(({ outcome }) => outcome));
  certificate.verdict = verdictOf(certificate.totals);
  const ids = (outcome: Outcome) =>
    certificate.requirements.filter((each) => each.outcome === outcome).map(({ id }) => id);
  const [failed, blocked] = [ids('failed'), ids('blocked')];
  const [start] = [...failed, ...blocked];
  certificate.causes = start === undefined ? [] : [{ words: 'several', endpoint: null, start, failed, blocked }];
}

/** Renumbers the checks by position, and updates all references to their ids. */
export function renumber(forged: Forged): void {
  const { checks, exchanges } = forged;
  const ids = new Map(checks.map((check, index) => [check.id, checkId(index)]));
  forged.steps = forged.steps.filter(({ id }) => ids.has(id));
  for (const step of forged.steps) step.id = ids.get(step.id) ?? step.id;
  for (const check of checks) check.id = ids.get(check.id) ?? check.id;
  for (const entry of exchanges) {
    entry._checks = checks.filter((check) => check.exchanges.includes(entry._id)).map(({ id }) => id);
    const [pageref] = entry._checks;
    if (pageref === undefined) delete entry.pageref;
    else entry.pageref = pageref;
  }
}

/** Removes the results of the model of the interface, which a run records as separate checks. */
export function withoutModel(forged: Forged): void {
  forged.checks = forged.checks.filter(({ file }) => file !== MODEL);
  renumber(forged);
}

export function the<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('the run has nothing of this kind: the forgery would change nothing');
  return found;
}
