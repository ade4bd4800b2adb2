import type { KeyObject } from 'node:crypto';
import { chosenOf, plannedChecks, type Suite } from '../../checks/suites.ts';
import { type JudgeRun, MODEL } from '../recorded.ts';
import { version } from '../version.ts';
import { inconsistencies, sourceOf } from './evidence.ts';
import { checkIntegrity, type Integrity } from './integrity.ts';
import { type Evaluated, type EvaluatedCheck, evaluateChecks, type Reconciled, reconcile } from './outcomes.ts';
import { type Evidence, readEvidence } from './read.ts';

/** A register, as far as a certificate repeats it. */
export interface Register {
  readonly digest: string;
  readonly requirements: readonly { id: string; chapter: string; statement: string; source: string }[];
  readonly observations: readonly { id: string; question: string }[];
}

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
 * and what follows from them, and the run as a whole. `suites` have to be loaded for it: their derivations are what predicates are made of. Asks nothing of the target, and believes no outcome that was recorded.
 */
export async function verifyFolder(
  folder: string,
  key: KeyObject | null,
  environment: Readonly<Record<string, string | undefined>>,
  register: Register,
  suites: readonly Suite[],
  judge: JudgeRun,
): Promise<Verified> {
  const integrity = await checkIntegrity(folder, key);
  let evidence: Evidence;
  try {
    evidence = await readEvidence(folder);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const contradictions = [...integrity.contradictions, `nothing can be evaluated: ${why}`];
    return { integrity, evidence: null, evaluated: null, reconciled: null, contradictions, notes: [] };
  }
  const { certificate } = evidence;
  const same = certificate.suite.version === version && certificate.suite.registerDigest === register.digest;
  const made = evidence.checks.filter(({ file }) => file !== MODEL);
  const evaluated = evaluateChecks(made, sourceOf(evidence, environment));
  const planned = same
    ? plannedChecks(
        chosenOf(suites, certificate.cases.depth, certificate.seed, (need) => !certificate.capabilities.includes(need)),
      )
    : null;
  const reconciled = reconcile(evidence, [...evaluated.checks, ...judgedAgain(evidence, judge)], planned);
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
      ...(same ? besidesRegister(evidence, register) : []),
    ],
    notes: [...(same ? [] : [otherSuite(evidence)]), ...suites.flatMap(({ fault }: Suite) => fault ?? [])],
  };
}

/** What a model of the interface says of the whole run, whatever was recorded of that. */
function judgedAgain({ certificate, ...evidence }: Evidence, judge: JudgeRun): EvaluatedCheck[] {
  const { target, interrupted, gaps = [] } = certificate;
  const unselected = new Set(
    certificate.requirements.filter(({ reason }) => reason === 'not selected').map(({ id }) => id),
  );
  return judge({ ...evidence, target, isWhole: !interrupted && gaps.length === 0 })
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

function otherSuite({ certificate: { suite } }: Evidence): string {
  return `the evidence is of suite ${suite.version} with another register; this one is ${version}, and evaluates the predicates its own way`;
}

/** Statements and sources are the register's, and every entry of it is there. */
function besidesRegister({ certificate }: Evidence, { requirements, observations }: Register): string[] {
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
