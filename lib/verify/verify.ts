import type { KeyObject } from 'node:crypto';
import { plannedChecks } from '../certify/list.ts';
import { version } from '../certify/version.ts';
import { firstChecksOf, loadSuites, type Suite } from '../harness/suites.ts';
import { observations, registerDigest, requirements } from '../requirements/index.ts';
import { type Evidence, inconsistencies, readEvidence, sourceOf } from './evidence.ts';
import { checkIntegrity, type Integrity } from './integrity.ts';
import { type Evaluated, evaluateChecks, type Reconciled, reconcile } from './outcomes.ts';

export interface Verified {
  readonly integrity: Integrity;
  /** Null where the evidence cannot be read, which is a contradiction. */
  readonly evidence: Evidence | null;
  readonly evaluated: Evaluated | null;
  readonly reconciled: Reconciled | null;
  /** Each names the file, and the requirement or check where it is about one. */
  readonly contradictions: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Tells whether a folder of evidence is what a run left and says what its certificate says: digests, signature, every predicate again,
 * and what follows from them. Asks nothing of the target, and believes no outcome that was recorded.
 */
export async function verifyFolder(
  folder: string,
  key: KeyObject | null,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Verified> {
  const integrity = await checkIntegrity(folder, key);
  // Their derivations are what predicates are made of.
  const suites = await loadSuites();
  let evidence: Evidence;
  try {
    evidence = readEvidence(folder);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const contradictions = [...integrity.contradictions, `nothing can be evaluated: ${why}`];
    return { integrity, evidence: null, evaluated: null, reconciled: null, contradictions, notes: [] };
  }
  const { certificate } = evidence;
  const same = certificate.suite.version === version && certificate.suite.registerDigest === registerDigest;
  const evaluated = evaluateChecks(evidence.checks, sourceOf(evidence, environment));
  const planned = same
    ? plannedChecks(certificate.selection?.profile === 'smoke' ? firstChecksOf(suites) : suites)
    : null;
  const reconciled = reconcile(evidence, evaluated.checks, planned);
  return {
    integrity,
    evidence,
    evaluated,
    reconciled,
    contradictions: [
      ...integrity.contradictions,
      ...inconsistencies(evidence),
      ...evaluated.contradictions,
      ...reconciled.contradictions,
      ...(same ? besidesRegister(evidence) : []),
    ],
    notes: [...(same ? [] : [otherSuite(evidence)]), ...suites.flatMap(({ fault }: Suite) => fault ?? [])],
  };
}

function otherSuite({ certificate: { suite } }: Evidence): string {
  return `the evidence is of suite ${suite.version} with another register; this one is ${version}, and evaluates the predicates its own way`;
}

/** Statements and sources are the register's, and every entry of it is there. */
function besidesRegister({ certificate }: Evidence): string[] {
  const said = new Map(certificate.requirements.map((requirement) => [requirement.id, requirement]));
  const looked = new Map(certificate.observations.map((observation) => [observation.id, observation]));
  return [
    ...requirements.flatMap(({ id, chapter, statement, source }) => {
      const entry = said.get(id);
      if (entry === undefined) return [`certificate.json: ${id} is missing`];
      const as = entry.statement === statement && entry.source === source && entry.chapter === chapter;
      return as ? [] : [`certificate.json: ${id} is not in the words of the register`];
    }),
    ...observations.flatMap(({ id, question }) =>
      looked.get(id)?.question === question
        ? []
        : [`certificate.json: ${id} is missing, or not in the register's words`],
    ),
  ];
}
