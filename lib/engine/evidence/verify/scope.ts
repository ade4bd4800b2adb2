import type { Definition } from '../../checks/define.ts';
import { chosenOf, type Depth, plannedChecks, SHARED_BUDGET, type Suite } from '../../checks/suites.ts';
import type { Certificate } from '../certificate.ts';
import { checkId } from '../checks.ts';
import { counted } from '../counted.ts';
import { MODEL } from '../recorded.ts';
import { evidenceFiles } from '../write.ts';
import type { Evidence } from './read.ts';

/** What a run with this selection exercises. */
export interface Scope {
  /** Ids of requirements and observations. */
  readonly ids: ReadonlySet<string>;
  /** Null: depends on the target's capabilities. */
  readonly depth: Depth | null;
}

/** A capability of the target that the evidence shows. */
export interface Shown {
  readonly capability: string;
  /** The record that shows it, for example "sighting 12". */
  readonly where: string;
}

/** The checks that this run was to make. */
export function plannedIn(
  { cases, seed, capabilities }: Certificate,
  suites: readonly Suite[],
  scope: Scope | null,
): Suite[] {
  return chosenOf(suites, {
    depth: cases.depth,
    seed,
    lacks: (need) => !capabilities.includes(need),
    selected: (id) => scope?.ids.has(id) ?? true,
    budget: SHARED_BUDGET,
  });
}

/** Checks and requirements that were left out, duplicated, or declared out of scope. `scope`: null if no run can have this selection. */
export function outOfScope(
  evidence: Evidence,
  suites: readonly Suite[],
  scope: Scope | null,
  shown: readonly Shown[],
): string[] {
  const { certificate } = evidence;
  if (scope === null) return [`${evidenceFiles.certificate}: there is no such selection`];
  const planned = plannedIn(certificate, suites, scope);
  return [
    ...selectionOf(certificate, scope, plannedChecks(planned), plannedChecks(suites)),
    ...shownCapabilities(certificate, shown),
    ...checksOf(evidence, planned, scope),
  ];
}

function selectionOf(
  { cases, requirements, observations, interrupted }: Certificate,
  { ids, depth }: Scope,
  planned: ReadonlyMap<string, readonly string[]>,
  all: ReadonlyMap<string, readonly string[]>,
): string[] {
  const found: string[] = [];
  const say = (what: string) => found.push(`${evidenceFiles.certificate}: ${what}`);
  const inScope = (checks: ReadonlyMap<string, readonly string[]>) =>
    [...checks].reduce((sum, [id, sentences]) => sum + (ids.has(id) ? sentences.length : 0), 0);
  if (depth === null ? cases.depth === 'first' : cases.depth !== depth) {
    say(`its selection makes no run of the depth ${cases.depth}`);
  }
  if (cases.made !== inScope(planned)) say(`${cases.made} cases made; its selection makes ${inScope(planned)}`);
  if (cases.of !== inScope(all)) say(`${cases.of} cases in all; there are ${inScope(all)}`);
  for (const { id, tests, outcome, reason } of requirements) {
    if (JSON.stringify(tests) !== JSON.stringify(planned.get(id) ?? []))
      say(`${id} names other checks than its run makes`);
    const unselected = outcome === 'not_exercised' && reason === 'not selected';
    if (unselected === ids.has(id)) say(`${id} is ${unselected ? 'left out, and was' : 'there, and was not'} selected`);
    if (reason === 'interrupted' && !interrupted) say(`${id} was interrupted, and the run was not`);
  }
  for (const { id, observed } of observations) {
    const unselected = observed === 'not looked at: not selected';
    if (unselected === ids.has(id)) say(`${id} is ${unselected ? 'left out, and was' : 'there, and was not'} selected`);
  }
  return found;
}

function shownCapabilities({ capabilities }: Certificate, shown: readonly Shown[]): string[] {
  const first = new Map(shown.toReversed().map((each) => [each.capability, each.where]));
  return [...first]
    .filter(([capability]) => !capabilities.includes(capability))
    .map(
      ([capability, where]) =>
        `${evidenceFiles.certificate}: the target is said not to have ${capability}; ${where} shows it`,
    );
}

function checksOf({ certificate, checks }: Evidence, suites: readonly Suite[], { ids }: Scope): string[] {
  const found: string[] = [];
  const defined = new Map<string, { definition: Definition; file: string }>();
  for (const { file, definitions } of suites) {
    for (const definition of definitions) defined.set(nameOf(definition.id, definition.title), { definition, file });
  }
  const recorded = new Set<string>();
  for (const [index, check] of checks.entries()) {
    const name = nameOf(check.about, check.title);
    const say = (what: string) => found.push(`${name}: ${what}`);
    if (check.id !== checkId(index)) say(`its id is ${check.id}, and not ${checkId(index)}`);
    if (check.file === MODEL) continue;
    const known = defined.get(name);
    if (known === undefined || !ids.has(check.about)) {
      say('no such check is made in this run');
      continue;
    }
    if (recorded.has(name)) say('it is recorded more than once');
    recorded.add(name);
    const { definition, file } = known;
    const is =
      definition.kind === check.kind && file === check.file && (definition.row !== null) === (check.spare === true);
    if (!is) say('its kind, file or place in a table is another');
    const lacking = definition.needs.find((need) => !certificate.capabilities.includes(need));
    if (lacking !== undefined && check.outcome !== 'not_exercised') {
      say(`it ${check.outcome}, and needs ${lacking}, which the target is said not to have`);
    }
  }
  if (certificate.interrupted) return found;
  const faulty = new Set(
    certificate.requirements.filter(({ reason }) => reason?.startsWith('suite fault: ')).map(({ id }) => id),
  );
  for (const [name, { definition }] of defined) {
    if (!ids.has(definition.id) || recorded.has(name) || faulty.has(definition.id)) continue;
    found.push(`${name}: it is not recorded`);
  }
  return found;
}

/**
 * Checks that were not exercised although the target is said to have all capabilities that they need: the target declined during the check,
 * or time ran out. The evidence cannot show whether that is true.
 */
export function claimed({ certificate, checks }: Evidence, suites: readonly Suite[]): string[] {
  const needs = new Map(
    suites.flatMap(({ definitions }) => definitions.map((each) => [nameOf(each.id, each.title), each.needs] as const)),
  );
  const byReason = Map.groupBy(
    checks.filter(({ kind, about, title, outcome }) => {
      const isLacking =
        needs.get(nameOf(about, title))?.some((need) => !certificate.capabilities.includes(need)) ?? false;
      return kind === 'requirement' && outcome === 'not_exercised' && !isLacking;
    }),
    ({ reason }) => reason,
  );
  return [...byReason].map(([reason, [first, ...more]]) => {
    const others = more.length === 0 ? '' : ` and ${counted(more.length, 'other check')}`;
    return `${nameOf(first?.about ?? '', first?.title ?? '')}${others}: ${reason}`;
  });
}

function nameOf(id: string, title: string): string {
  return `${id}: ${title}`;
}
