import {
  type Certificate,
  type CertifiedRequirement,
  casesInWords,
  chaptersOf,
  inNumbers,
  isSelected,
  type Verdict,
} from '../evidence/certificate.ts';
import { counted } from '../evidence/counted.ts';
import { formatSlowness } from '../run/slowness.ts';
import { mostTelling, openCauses } from './causes.ts';
import { gateOf } from './gate.ts';
import { cell, escaped, table } from './markdown.ts';
import { unexercised } from './unexercised.ts';

const signs: Readonly<Record<Verdict, string>> = {
  conformant: '✅',
  conformant_in_scope: '✅',
  inconclusive: '⚠️',
  nonconformant: '❌',
};

/** Maximum number of rows in a list, which then says how many more there are: GitHub shows at most 1 MiB of a job's summary. */
const MAX_ROWS = 100;

/** Characters. What the model says of a cause is a story of several sentences; the requirement's own row has it in full. */
const LONGEST_CAUSE = 160;

/** The summary of a run as Markdown: the verdict, what closes the gate, known failures, and what was not exercised. */
export function summary(certificate: Certificate): string {
  const { target, suite, selection, baseline } = certificate;
  const gate = gateOf(certificate);
  const start = openCauses(certificate)[0]?.start;
  const startFirst = (of: readonly CertifiedRequirement[]) =>
    of.toSorted((a, b) => Number(b.id === start) - Number(a.id === start));
  const slow = certificate.harness && formatSlowness(certificate.harness);
  const cases = casesInWords(certificate);
  const asked = Object.entries(selection ?? {}).map(([what, named]) => `${what} ${[named].flat().join(', ')}`);
  const scope = selection === null ? 'everything' : escaped(asked.join('; '));
  const state = gate.open ? 'open' : `closed: ${gate.why.join('; ')}`;
  const knownRow = (each: CertifiedRequirement) => {
    const known = gate.of(each.id);
    return [`\`${each.id}\``, each.outcome, escaped(known?.reason ?? ''), known?.until ?? ''];
  };
  return [
    headline(certificate),
    '',
    inNumbers(certificate),
    '',
    `Target ${escaped(target.baseUrl)} · interface ${certificate.interfaceVersion} · suite ${suite.version} · asked for: ${scope} · seed ${certificate.seed}`,
    '',
    ...(cases === null ? [] : [escaped(cases), '']),
    ...(slow ? [escaped(slow), ''] : []),
    ...(baseline === undefined
      ? []
      : [`**The gate is ${state}** (known failures on the list: ${baseline.knownFailures.length})`, '']),
    ...byCause(certificate),
    ...failures('Failed', startFirst(gate.failed), (each) => {
      const state = gate.of(each.id)?.state;
      return state === 'expired'
        ? ' (known, but its day is over)'
        : state === 'worse'
          ? ' (known as blocked only)'
          : '';
    }),
    ...listed(
      'Known to fail, passing now: to be taken off the list',
      ['requirement', 'known because'],
      gate.passesNow,
      (each) => [`\`${each.id}\``, escaped(gate.of(each.id)?.reason ?? '')],
    ),
    ...listed(
      'Known, but their day is over',
      ['requirement', 'outcome', 'known because', 'until'],
      gate.expired,
      knownRow,
    ),
    ...listed('Known failures', ['requirement', 'outcome', 'known because', 'until'], gate.known, knownRow),
    ...byChapter(certificate),
    ...notExercised(certificate),
  ].join('\n');
}

/** What had been seen by an interruption is no reason for a sign that all is well. */
function headline({ verdict, interrupted }: Certificate): string {
  const words = verdict.replaceAll('_', ' ');
  if (!interrupted) return `## ${signs[verdict]} ${words}`;
  return `## ${signs[verdict === 'nonconformant' ? verdict : 'inconclusive']} ${words}, interrupted`;
}

function listed(
  title: string,
  header: readonly string[],
  of: readonly CertifiedRequirement[],
  row: (each: CertifiedRequirement) => string[],
): string[] {
  if (of.length === 0) return [];
  const rest = of.length - MAX_ROWS;
  const more = rest > 0 ? [`… and ${rest} more: see the certificate`, ''] : [];
  return [`### ${title}`, '', ...table(header, of.slice(0, MAX_ROWS).map(row)), ...more];
}

function failures(
  title: string,
  of: readonly CertifiedRequirement[],
  note: (each: CertifiedRequirement) => string,
): string[] {
  return listed(title, ['requirement', 'what the interface says', 'what came'], of, (each) => [
    `\`${each.id}\`${note(each)}`,
    `${cell(each.statement)} (${cell(each.source)})`,
    escaped(each.reason ?? ''),
  ]);
}

/** One row for each cause; only here are blocked requirements listed. */
function byCause(certificate: Certificate): string[] {
  const causes = openCauses(certificate);
  const [first] = causes;
  if (first === undefined) return [];
  const names = (ids: readonly string[]) => ids.map((id) => `\`${id}\``).join(', ');
  const shown = mostTelling(causes, MAX_ROWS).map(({ words, failed, blocked }) => [
    escaped(words, LONGEST_CAUSE),
    names(failed),
    names(blocked),
  ]);
  const rest = causes.length - shown.length;
  const more = rest > 0 ? [`… and ${rest} more causes: see the certificate`, ''] : [];
  const title = `### ${counted(causes.length, 'cause')} of what failed or was blocked`;
  const start = `Start here: \`${first.start}\` (${escaped(first.words, LONGEST_CAUSE)})`;
  return [title, '', start, '', ...table(['cause', 'failed', 'blocked: could not be judged'], shown), ...more];
}

function byChapter({ requirements }: Certificate): string[] {
  const rows = chaptersOf(requirements).flatMap((chapter) => {
    const of = requirements.filter((each) => each.chapter === chapter && isSelected(each));
    if (of.length === 0) return [];
    const number = (outcome: CertifiedRequirement['outcome']) =>
      String(of.filter((each) => each.outcome === outcome).length || '·');
    return [[chapter, number('passed'), number('failed'), number('blocked'), number('not_exercised')]];
  });
  return ['### By chapter', '', ...table(['chapter', 'passed', 'failed', 'blocked', 'not exercised'], rows)];
}

function notExercised({ requirements }: Certificate): string[] {
  const rows = unexercised(requirements).map(({ why, of }) => [String(of.length), escaped(why)]);
  return rows.length === 0 ? [] : ['### Not exercised or not selected', '', ...table(['requirements', 'why'], rows)];
}
