import { archiveHead } from '../archive/har.ts';
import type { CheckEvidence } from '../checks.ts';
import { patternsOf, pointed, type Records } from '../expectations/pattern.ts';
import type { Expectations } from '../expectations/table.ts';
import { deviation, namesIn } from '../expectations/table.ts';
import { MODEL } from '../recorded.ts';
import { evidenceFiles } from '../write.ts';
import type { Evidence } from './read.ts';

/** Checks whose records are not those in the table: texts for the report, one of each check. */
export interface Unexpected {
  /** What they are expected to record is missing. */
  readonly contradictions: readonly string[];
  /** The table does not know these checks. */
  readonly unknown: readonly string[];
  /** They record what they are expected to record, and something that no known run has. */
  readonly fresh: readonly string[];
}

/**
 * Differences between what passed checks recorded and what they are expected to record, and exchanges that are attributed to other checks
 * than the evidence says.
 */
export function unexpected(evidence: Evidence, expectations: Expectations): Unexpected {
  const found = recordedOtherwise(evidence, expectations);
  return {
    ...found,
    contradictions: [...archiveOtherwise(evidence), ...pagesOtherwise(evidence), ...found.contradictions],
  };
}

/** Differences between what passed checks recorded and what they are expected to record. */
export function recordedOtherwise(
  records: Records & { readonly checks: readonly CheckEvidence[] },
  expectations: Expectations,
): Unexpected {
  const where = pointed(records, namesIn(expectations));
  const [contradictions, unknown, fresh]: [string[], string[], string[]] = [[], [], []];
  for (const check of records.checks) {
    if (check.kind !== 'requirement' || check.outcome !== 'passed' || check.file === MODEL) continue;
    const name = `${check.about}: ${check.title}`;
    const expected = expectations[check.about]?.[check.title] ?? null;
    if (expected === null) unknown.push(name);
    else {
      const other = deviation(patternsOf(check, where), expected);
      if (other !== null) (other.kind === 'new' ? fresh : contradictions).push(`${name}: ${other.what}`);
    }
  }
  return { contradictions, unknown, fresh };
}

/**
 * The rest of `exchanges.har` must follow from the checks: each check has one page, which begins with one of its exchanges or with the run.
 */
function archiveOtherwise({ certificate, checks, exchanges, archive: { head, pages } }: Evidence): string[] {
  const say = (what: string) => [`${evidenceFiles.exchanges}: ${what}`];
  if (head !== archiveHead(certificate.suite.version)) return say('its first line is not that of a run');
  if (pages.length !== checks.length) return say(`it has ${pages.length} pages; there are ${checks.length} checks`);
  const began = new Map(exchanges.map(({ _id, startedDateTime }) => [_id, startedDateTime]));
  const other = checks.find(({ id, about, title, exchanges: own }, at) => {
    const startedDateTime = pages[at]?.startedDateTime ?? '';
    const mayBegin = [certificate.startedAt, ...own.map((each) => began.get(each))];
    const due = { id, startedDateTime, title: `${about}: ${title}`, pageTimings: {} };
    return !mayBegin.includes(startedDateTime) || JSON.stringify(pages[at]) !== JSON.stringify(due);
  });
  return other === undefined ? [] : say(`the page of ${other.id} says other than ${evidenceFiles.checks}`);
}

/** `exchanges.har` and `checks.ndjson` must agree on which exchange belongs to which checks. */
function pagesOtherwise({ checks, exchanges }: Evidence): string[] {
  const owners = new Map<number, string[]>();
  for (const { id, exchanges: own } of checks) {
    for (const exchange of own) {
      const known = owners.get(exchange);
      if (known === undefined) owners.set(exchange, [id]);
      else known.push(id);
    }
  }
  const there = new Set(exchanges.map(({ _id }) => _id));
  return [
    ...[...owners.keys()]
      .filter((id) => !there.has(id))
      .map((id) => `${evidenceFiles.checks}: exchange ${id} is not in ${evidenceFiles.exchanges}`),
    ...exchanges.flatMap(({ _id, _checks, pageref }) => {
      const own = owners.get(_id) ?? [];
      const same = own.length === _checks.length && own.every((id, at) => id === _checks[at]) && pageref === own[0];
      return same
        ? []
        : [`${evidenceFiles.exchanges}: exchange ${_id} is of other checks than ${evidenceFiles.checks} says`];
    }),
  ];
}
