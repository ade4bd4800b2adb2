import type { KeyObject } from 'node:crypto';
import { plannedChecks, type Suite } from '../../checks/suites.ts';
import type { InterfaceDocument } from '../../reports/pages/passages.ts';
import type { Certificate, Rating } from '../certificate.ts';
import { valuesOnly } from '../checks.ts';
import { counted } from '../counted.ts';
import type { Expectations } from '../expectations/table.ts';
import { sealFiles } from '../manifest.ts';
import { type Broken, MODEL } from '../recorded.ts';
import type { Trust } from '../trust.ts';
import { version } from '../version.ts';
import { evidenceFiles } from '../write.ts';
import { otherStatement } from './attestation.ts';
import { type Beside, beside, type KnownBeside } from './beside.ts';
import { otherCourse } from './course.ts';
import { inconsistencies, sourceOf } from './evidence.ts';
import { type Fixed, saidOtherwise } from './follows/certificate.ts';
import { otherClocks } from './follows/clocks.ts';
import { missingFiles, strangeFiles } from './follows/files.ts';
import { otherLengths } from './follows/lengths.ts';
import { toldOtherwise } from './follows/webhooks.ts';
import { checkIntegrity, type Integrity } from './integrity.ts';
import { type Evaluated, type EvaluatedCheck, evaluateChecks, type Reconciled, reconcile } from './outcomes.ts';
import { unexpected } from './pointers.ts';
import { type Evidence, readCertificate, readEvidence } from './read.ts';
import { renderedOtherwise } from './rendered.ts';
import { claimed, outOfScope, plannedIn, type Scope, type Shown } from './scope.ts';
import { strangeness } from './strict.ts';

/** The parts of a register that a certificate repeats. */
export interface Register extends Fixed {
  readonly digest: string;
  readonly requirements: readonly (Entry & { readonly statement: string; readonly rating: Rating })[];
  readonly observations: readonly (Entry & { readonly question: string })[];
}

interface Entry {
  readonly id: string;
  readonly chapter: string;
  readonly source: string;
}

export interface Verified {
  readonly integrity: Integrity;
  /** Null if the evidence cannot be read, which is a contradiction, or is of another version of the suite. */
  readonly evidence: Evidence | null;
  readonly evaluated: Evaluated | null;
  readonly reconciled: Reconciled | null;
  /** Each names the file, or the requirement or check that it is about. */
  readonly contradictions: readonly string[];
  /** Why this version of the suite cannot verify the evidence; null if it can. */
  readonly unverifiable: string | null;
  readonly notes: readonly string[];
}

/** What this version of the suite knows of its interface. */
export interface Known extends Pick<KnownBeside, 'judge'> {
  readonly register: Register;
  /** Predicates use the derivations that the suites define, so they can be evaluated only after this. */
  loadSuites(): Promise<readonly Suite[]>;
  loadExpectations(): Expectations;
  readonly document: InterfaceDocument;
  /** The module that judges in a thread: see `lookHere`. */
  readonly thread: URL;
  /** Null if no run can have this selection. */
  scopeOf(selection: Certificate['selection']): Scope | null;
  /** The capabilities of the target that the evidence shows. */
  shownBy(evidence: Evidence): readonly Shown[];
}

/**
 * Verifies that a folder holds the complete evidence of a run, and that the certificate follows from it. Checks digests, signature and
 * attestation; evaluates every predicate again; compares the checks with those planned and with what they are expected to record; judges
 * the run as a whole; and rebuilds the files made from the certificate. Sends nothing to the target. Of the recorded outcomes it relies
 * only on those that no predicate can show: blocked and not exercised.
 */
export async function verifyFolder(
  folder: string,
  key: KeyObject | null,
  environment: Readonly<Record<string, string | undefined>>,
  known: Known,
  trust?: Trust,
): Promise<Verified> {
  const half = await beside(folder, known);
  try {
    return await verified(folder, await checkIntegrity(folder, key, trust), environment, known, half);
  } finally {
    half.stop();
  }
}

async function verified(
  folder: string,
  integrity: Integrity,
  environment: Readonly<Record<string, string | undefined>>,
  known: Known,
  half: Beside,
): Promise<Verified> {
  const nothing = { integrity, evaluated: null, reconciled: null, unverifiable: null, notes: [] };
  const { register } = known;
  let evidence: Evidence;
  try {
    // The files of another version may have another form.
    const unverifiable = otherSuite(await readCertificate(folder), register);
    if (unverifiable !== null) {
      return { ...nothing, evidence: null, contradictions: integrity.contradictions, unverifiable };
    }
    evidence = await readEvidence(folder);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const contradictions = [...integrity.contradictions, `nothing can be evaluated: ${why}`];
    return { ...nothing, evidence: null, contradictions };
  }
  const strange = strangeness(evidence);
  // Nothing is evaluated if the shape is wrong, since values would be misinterpreted.
  if (strange.length > 0) return { ...nothing, evidence, contradictions: [...integrity.contradictions, ...strange] };
  const suites = await known.loadSuites();
  const made = evidence.checks.filter(({ file }) => file !== MODEL);
  const evaluated = evaluateChecks(made, sourceOf(evidence, environment));
  const scope = known.scopeOf(evidence.certificate.selection);
  const planned = plannedChecks(plannedIn(evidence.certificate, suites, scope));
  const recorded = unexpected(evidence, known.loadExpectations());
  const otherwise = await renderedOtherwise(folder, evidence, known.document);
  const judged = judgedAgain(evidence, await half.found(evidence));
  const reconciled = reconcile(evidence, [...evaluated.checks, ...judged], planned);
  return {
    integrity,
    evidence,
    evaluated,
    reconciled,
    contradictions: [
      ...integrity.contradictions,
      ...besidesManifest(evidence, integrity),
      ...missingFiles(integrity.manifest),
      ...inconsistencies(evidence),
      ...otherClocks(evidence),
      ...toldOtherwise(evidence),
      ...otherLengths(evidence),
      ...saidOtherwise(evidence, register),
      ...otherCourse(evidence, integrity.manifest),
      ...outOfScope(evidence, suites, scope, known.shownBy(evidence)),
      ...recorded.contradictions,
      ...evaluated.contradictions,
      ...reconciled.contradictions,
      ...besidesRegister(evidence, register),
      ...otherwise,
      ...(await otherStatement(folder, evidence)),
    ],
    unverifiable: null,
    notes: [
      ...(evidence.certificate.interrupted
        ? ['the run was interrupted: that something was not exercised for it is a claim, and so is what it sent last']
        : []),
      ...suites.flatMap(({ fault }: Suite) => fault ?? []),
      ...notCompared(strangeFiles(integrity.manifest)),
      ...claimed(evidence, suites).map(
        (name) => `not exercised, although the target is said to have what it needs: ${name}`,
      ),
      ...recorded.unknown.map(
        (name) => `what it records is not known, so that nobody can tell what is missing: ${name}`,
      ),
      ...recorded.fresh.map(
        (what) => `no run that this version knows recorded it so; what is always there is there: ${what}`,
      ),
    ],
  };
}

function notCompared([first, ...more]: readonly string[]): string[] {
  if (first === undefined) return [];
  const others = more.length === 0 ? '' : ` and ${counted(more.length, 'other file')}`;
  return [
    `${first}${others}: sealed with the run, which does not leave such files; nothing compares them with the evidence`,
  ];
}

/** The manifest repeats the suite and the number of predicates, which must agree with the evidence. */
function besidesManifest(evidence: Evidence, { manifest }: Integrity): string[] {
  if (manifest === null) return [];
  const predicates = {
    recorded: evidence.checks.reduce((sum, check) => sum + check.predicates.length, 0),
    valuesOnly: valuesOnly(evidence.checks),
  };
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return [
    ...(same(manifest.suite, evidence.certificate.suite) ? [] : [`${sealFiles.manifest}: it is of another suite`]),
    ...(same(manifest.predicates, predicates) ? [] : [`${sealFiles.manifest}: it counts other predicates`]),
  ];
}

/** The failures that the model of the interface finds in the whole run, independent of those that were recorded. */
function judgedAgain({ certificate }: Evidence, broken: readonly Broken[]): EvaluatedCheck[] {
  const unselected = new Set(
    certificate.requirements.filter(({ reason }) => reason === 'not selected').map(({ id }) => id),
  );
  return broken
    .filter(({ id }) => !unselected.has(id))
    .map(({ id, reason, exchanges, deliveries }) => ({
      check: {
        id: `model-${id}`,
        kind: 'requirement',
        about: id,
        title: MODEL,
        file: MODEL,
        outcome: 'failed',
        reason,
        observed: null,
        exchanges,
        deliveries,
        predicates: [],
      },
      outcome: 'failed',
      why: reason,
    }));
}

/** This version knows the checks and the meaning of predicates only of its own register. */
function otherSuite({ suite }: Certificate, { digest }: Register): string | null {
  if (suite.version !== version) return `the evidence is of suite ${suite.version}, and this one is ${version}`;
  return suite.registerDigest === digest ? null : `the evidence is of suite ${version} with another register`;
}

/** The certificate must hold every entry of the register exactly once, unchanged and in order, and no others. */
function besidesRegister({ certificate }: Evidence, { requirements, observations }: Register): string[] {
  const entries = (list: readonly { readonly id: string }[], names: readonly string[]) =>
    list.map((entry) => JSON.stringify(names.map((name) => (entry as Record<string, unknown>)[name] ?? null)));
  const compared = (
    said: readonly { readonly id: string }[],
    own: readonly { readonly id: string }[],
    names: string[],
  ) => {
    const found: string[] = [];
    const say = (what: string) => found.push(`${evidenceFiles.certificate}: ${what}`);
    const ids = new Set(own.map(({ id }) => id));
    const there = new Set(said.map(({ id }) => id));
    for (const { id } of own) if (!there.has(id)) say(`${id} is missing`);
    for (const { id } of said) if (!ids.has(id)) say(`${id} is not in the register`);
    if (found.length > 0) return found;
    const [a, b] = [entries(said, names), entries(own, names)];
    if (a.length !== b.length) say('an entry of the register is there more than once');
    for (const [at, { id }] of own.entries()) {
      if (a[at] !== b[at]) say(`${id} is not in the words of the register, or not in its place`);
    }
    return found;
  };
  return [
    ...compared(certificate.requirements, requirements, ['id', 'chapter', 'statement', 'source', 'rating']),
    ...compared(certificate.observations, observations, ['id', 'chapter', 'question', 'source']),
  ];
}
