import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import type { CheckResult } from '../../engine/checks/check-result.ts';
import type { Cause, Certificate, CertifiedRequirement } from '../../engine/evidence/certificate.ts';
import type { ExchangeRecord } from '../../engine/http/index.ts';
import { openCauses, size } from '../../engine/reports/causes.ts';
import { gateOf } from '../../engine/reports/gate.ts';
import { printable } from '../../engine/reports/printable.ts';
import { summary } from '../../engine/reports/summary.ts';
import { type Shown, tellingExchangeOf } from '../../engine/reports/telling.ts';

/** What is reported to GitHub Actions. */
export interface GitHub {
  /** Print failures as annotations, by workflow commands on standard output. */
  readonly annotate: boolean;
  /** The file whose Markdown GitHub shows with the job. */
  readonly stepSummary: string | null;
}

/** GitHub shows at most ten errors per step; the tenth says how many more there are. */
const MOST = 10;

/** The parts of a check's result that an annotation shows. */
export type AnnotatedCheck = Pick<CheckResult, 'id' | 'outcome' | 'exchanges' | 'stepLog' | 'predicates'>;

/** One line for each cause of failures that close the gate, one for all that is blocked by them, one for all known failures. */
export function annotations(certificate: Certificate, results: readonly AnnotatedCheck[] = []): string[] {
  const gate = gateOf(certificate);
  const causes = openCauses(certificate);
  const errors = [
    ...gate.passesNow.map(({ id }) =>
      command(
        'error',
        `passes now: ${id}`,
        `It is listed as a known failure (${gate.of(id)?.reason}): take it off the list.`,
      ),
    ),
    ...causes
      .filter(({ failed }) => failed.length > 0)
      .flatMap((cause) => formatCause(cause, startOf(cause, causes), certificate, results)),
  ];
  const more = errors.length - (MOST - 1);
  const shown =
    errors.length <= MOST
      ? errors
      : [...errors.slice(0, MOST - 1), command('error', 'and more', `${more} more are in the summary of the job.`)];
  const blocked = causes
    .filter(({ failed }) => failed.length === 0)
    .map((cause) => [...startOf(cause, causes), `${shorten(cause.words)}: ${cause.blocked.join(', ')}`].join('\n'));
  const known = gate.known.map(({ id }) => `${id}: ${gate.of(id)?.reason}`);
  const expired = gate.expired.map(({ id }) => `${id} (${gate.of(id)?.until}): ${gate.of(id)?.reason}`);
  return [
    ...shown,
    ...inOne('warning', 'blocked: could not be judged', blocked),
    ...inOne('warning', 'known, but their day is over', expired),
    ...inOne('notice', 'known failures', known),
  ];
}

/** Appends the run's summary to that of the job. */
export async function addToJob(stepSummary: string, certificate: Certificate): Promise<void> {
  await appendFile(stepSummary, `${summary(certificate)}\n`).catch((error: NodeJS.ErrnoException) => {
    console.error(`warning: the job's summary could not be written (${error.code})`);
  });
}

/**
 * Stops GitHub from executing workflow commands in what is printed from now on, since a target's text may contain some. Returns the line
 * that ends this.
 */
export function stopCommands(print: (line: string) => void): string {
  const token = randomUUID();
  print(`::stop-commands::${token}`);
  return `::${token}::`;
}

function formatCause(
  cause: Cause,
  begin: readonly string[],
  { requirements }: Certificate,
  results: readonly AnnotatedCheck[],
): string[] {
  const { words, start, failed, blocked } = cause;
  const requirement = requirements.find(({ id }) => id === start);
  if (requirement === undefined) return [];
  const check = results.find((each) => each.id === start && each.outcome === 'failed');
  const telling = check && tellingExchangeOf(check);
  const shown = [formatRequirement(requirement), ...(telling === undefined ? [] : [formatExchange(telling)])];
  if (size(cause) === 1) return [command('error', `failed: ${start}`, [...begin, ...shown].join('\n'))];
  const others = failed.filter((id) => id !== start);
  return [
    command(
      'error',
      `${shorten(words)}: ${size(cause)} requirements`,
      [
        ...(begin.length > 0 ? begin : [`first of them: ${start}`]),
        ...shown,
        ...(others.length > 0 ? [`failed too: ${others.join(', ')}`] : []),
        ...(blocked.length > 0 ? [`blocked by it: ${blocked.join(', ')}`] : []),
      ].join('\n'),
    ),
  ];
}

/** Only one annotation says where to start: the cause that the end of the run names. */
function startOf(cause: Cause, causes: readonly Cause[]): string[] {
  return cause === causes[0] ? [`start here: ${cause.start}`] : [];
}

function formatRequirement({ statement, source, reason }: CertifiedRequirement): string {
  return `${statement}\n${shorten(reason ?? '')}\ninterface: ${source}`;
}

function formatExchange({ record: { request, response }, isWrong }: Shown<ExchangeRecord>): string {
  const which = isWrong ? 'the exchange that failed' : 'last exchange';
  return `${which}: ${request.method} ${shorten(request.url)} → ${response?.status ?? 'no answer'}`;
}

function inOne(kind: 'warning' | 'notice', title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, 20);
  const more = lines.length > shown.length ? [`and ${lines.length - shown.length} more`] : [];
  return [command(kind, title, [...shown, ...more].join('\n'))];
}

/** A workflow command, escaped as GitHub's toolkit does. */
function command(kind: 'error' | 'warning' | 'notice', title: string, message: string): string {
  return `::${kind} title=${data(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data(message)}`;
}

function data(text: string): string {
  return printable(text, (character) => (character === '\r' ? character : '\u{fffd}'))
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
}

function shorten(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500).toWellFormed()}…` : text;
}
