import { join } from 'node:path';
import { styleText } from 'node:util';
import type { CheckResult } from '../../../engine/checks/check-result.ts';
import type { Outcome } from '../../../engine/checks/outcome.ts';
import type { KeptTold } from '../../../engine/checks/progress.ts';
import type { Part } from '../../../engine/checks/step-log.ts';
import {
  type Cause,
  type Certificate,
  type CertifiedRequirement,
  casesInWords,
  inNumbers,
  isSelected,
  meanings,
} from '../../../engine/evidence/certificate.ts';
import { checkId } from '../../../engine/evidence/checks.ts';
import { counted } from '../../../engine/evidence/counted.ts';
import { count } from '../../../engine/evidence/verdict.ts';
import { evidenceFiles } from '../../../engine/evidence/write.ts';
import { type ExchangeRecord, literal } from '../../../engine/http/index.ts';
import { mostTelling, openCauses, size } from '../../../engine/reports/causes.ts';
import { gateOf } from '../../../engine/reports/gate.ts';
import { inOneLine, printable } from '../../../engine/reports/printable.ts';
import { type Shown, tellingDeliveryOf, tellingExchangeOf, traceIdOf } from '../../../engine/reports/telling.ts';
import { unexercised } from '../../../engine/reports/unexercised.ts';
import { chapters, isRequirementId } from '../../../interface/register/index.ts';
import type { Selection } from '../../../interface/selection.ts';
import { formatGate, knownFailures } from '../known-failures/known.ts';

const signs: Readonly<Record<Outcome, string>> = { passed: '✓', failed: '✗', blocked: '■', not_exercised: '·' };
const colours = { passed: 'green', failed: 'red', blocked: 'yellow', not_exercised: 'gray' } as const;

/**
 * What failed or was blocked, grouped by cause, with one requirement of each cause in full (with `verbose` every failure, each of its checks
 * with all steps and exchanges); then the summary
 * by chapter, the verdict, and where to start. `folder`: that of the evidence.
 */
export function summarise(
  certificate: Certificate,
  results: readonly CheckResult[],
  folder: string,
  { verbose = false }: { verbose?: boolean } = {},
): string {
  const causes = openCauses(certificate);
  const requirements = new Map(certificate.requirements.map((each) => [each.id, each]));
  const reasonOf = (id: string) => requirements.get(id)?.reasons?.[0] ?? requirements.get(id)?.reason ?? '';
  const full = (id: string) => {
    const requirement = requirements.get(id);
    return requirement === undefined ? [] : inFull(requirement, results, folder, verbose);
  };
  return [
    ...causes.flatMap((cause) => inOneStory(cause, full, reasonOf, verbose)),
    ...knownFailures(certificate),
    ...observed(certificate),
    ...byChapter(certificate),
    ...ending(certificate),
    ...formatGate(certificate),
    ...atAGlance(causes),
  ].join('\n');
}

/** One line for each kept story that broke a rule or could not be sent, and one for all of them. */
export function keptInWords(kept: readonly KeptTold[]): string[] {
  if (kept.length === 0) return [];
  const breaking = kept.flatMap(({ name, breaks }) =>
    breaks === null ? [] : `✗ the kept story ${name} breaks ${breaks}`,
  );
  const untold = kept.flatMap(({ name, untold }) =>
    untold === null ? [] : `the kept story ${name} says nothing: ${untold}`,
  );
  const stories = kept.length === 1 ? '1 kept story was' : `${kept.length} kept stories were`;
  return [
    `${stories} told first, ${breaking.length === 0 ? 'none breaks' : `${breaking.length} of them broke`} a rule`,
    ...breaking,
    ...untold,
  ];
}

/**
 * Requirements with one cause: the first that failed in full, the others by name. If all were blocked, the first one's own reason is shown,
 * because the words of the cause leave out ids and bodies.
 */
function inOneStory(
  cause: Cause,
  full: (id: string) => readonly string[],
  reasonOf: (id: string) => string,
  verbose: boolean,
): string[] {
  const { words, start, failed, blocked } = cause;
  if (failed.length === 0) {
    const reason = reasonOf(start);
    const example = reason === words ? [] : [`  ${start}: ${verbose ? bounded(reason) : shorten(reason)}`];
    return [heading('blocked', verbose ? words : shorten(words)), ...example, `  ${blocked.join(', ')}`, ''];
  }
  const others = failed.filter((id) => id !== start);
  const story = isOneStory(cause) ? [styleText(['red', 'bold'], `${shorten(words)}: ${behind(cause)}`)] : [];
  return [
    ...story,
    ...full(start),
    ...(verbose ? others.flatMap(full) : []),
    ...(others.length > 0 && !verbose
      ? [styleText('red', `  failed too, by the same cause: ${others.join(', ')}`)]
      : []),
    ...(blocked.length > 0 ? [styleText('yellow', `  blocked by it: ${blocked.join(', ')}`)] : []),
    ...(others.length + blocked.length > 0 ? [''] : []),
  ];
}

/** A cause with only one failure is described by that failure. */
function isOneStory(cause: Cause): boolean {
  return cause.endpoint !== null || size(cause) > 1;
}

function behind(cause: Cause): string {
  const { failed, blocked } = cause;
  const both = failed.length > 0 && blocked.length > 0 ? ` (${failed.length} failed, ${blocked.length} blocked)` : '';
  return `${counted(size(cause), 'requirement')}${both}`;
}

/** The first cause to correct, in one line; null if nothing closes the gate. `endedBy`: the failure at which `--bail` ended the run. */
export function startHere(certificate: Certificate, endedBy: string | null = null): string | null {
  const [first] = openCauses(certificate);
  if (first === undefined) return null;
  const more = gateOf(certificate).failed.length - 1;
  const others = more > 0 ? `; ${more} more failed in what was sent by then` : '';
  const bail = first.start === endedBy ? `: --bail ended the run there${others}` : '';
  return `${styleText('bold', `start here: ${first.start}`)} (${shorten(first.words, 160)})${bail}`;
}

function atAGlance(causes: readonly Cause[]): string[] {
  if (causes.length < 2) return [];
  const shown = mostTelling(causes, MAX_CAUSES);
  const rest = causes.length - shown.length;
  return [
    '',
    `${styleText('bold', counted(causes.length, 'cause'))}, the surest first, and how many requirements each explains`,
    ...shown.map((cause) => `  ${String(size(cause)).padStart(3)}  ${shorten(cause.words, 120)}`),
    ...(rest > 0 ? [`  … and ${rest} more: see the certificate`] : []),
  ];
}

/** Beyond this number of causes, only their count is shown. */
const MAX_CAUSES = 10;

/** Maximum number of checks of a requirement that are shown, unless all were asked for. */
const MAX_CHECKS = 3;

/** Most characters of a reason, as on the certificate's page. */
const MAX_REASON = 4_000;

function inFull(
  { id, statement, source, reason }: CertifiedRequirement,
  results: readonly CheckResult[],
  folder: string,
  verbose: boolean,
): string[] {
  const checks = results.filter((result) => result.id === id && result.outcome === 'failed');
  const shown = verbose ? checks : checks.slice(0, MAX_CHECKS);
  const details =
    checks.length > 0
      ? shown.flatMap((check) => [
          ...checkInFull(check),
          ...(verbose ? courseOf(check) : []),
          ...again(check, results, folder),
        ])
      : [`  ${bounded(reason ?? '')}`];
  const rest = checks.length - shown.length;
  const more = rest > 0 ? [`  … and ${rest} more ${rest === 1 ? 'check' : 'checks'} of this requirement`] : [];
  return [heading('failed', id), `  ${statement}`, ofInterface(source), ...details, ...more, ''];
}

function heading(outcome: Outcome, words: string): string {
  return styleText([colours[outcome], 'bold'], `${signs[outcome]} ${outcome}: ${words}`);
}

function ofInterface(source: string): string {
  return styleText('gray', `  interface: ${source}`);
}

function checkInFull(check: CheckResult): string[] {
  const { title, reason } = check;
  const [delivery, exchange] = [tellingDeliveryOf(check), tellingExchangeOf(check)];
  const which = ({ isWrong }: Shown<unknown>, what: string) =>
    styleText('gray', isWrong ? `    the ${what} that failed:` : `    last ${what}:`);
  return [
    `  check: ${title}`,
    `    ${bounded(reason ?? '').replaceAll('\n', '\n    ')}`,
    ...(delivery === undefined ? [] : [which(delivery, 'delivery'), ...deliveryInShort(delivery.record)]),
    ...(exchange === undefined ? [] : [which(exchange, 'exchange'), ...exchangeInShort(exchange.record)]),
  ];
}

/** The steps of a check, each with its exchanges and webhooks, in order. */
function courseOf(check: CheckResult): string[] {
  const exchanges = new Map(check.exchanges.map((each) => [each.id, each]));
  const deliveries = new Map(check.deliveries.map((each) => [each.seq, each]));
  const indented = (lines: readonly string[], depth: number) => lines.map((line) => `${'  '.repeat(depth)}${line}`);
  const linesOf = (parts: readonly Part[], depth: number): string[] =>
    parts.flatMap((part) => {
      if ('exchange' in part) {
        const found = exchanges.get(part.exchange);
        return found === undefined ? [] : indented(exchangeInShort(found), depth);
      }
      if ('delivery' in part) {
        const found = deliveries.get(part.delivery);
        const { event = 'unreadable', reference = '?' } = found ?? {};
        return found === undefined
          ? []
          : indented([`      webhook ${inOneLine(event)} for ${shorten(reference)}`, ...deliveryInShort(found)], depth);
      }
      if ('page' in part) return [];
      const words = `${part.worked ? '' : 'did not work: '}${shorten(part.words)}`;
      return [...indented([`      ${words}`], depth), ...linesOf(part.parts, depth + 1)];
    });
  const lines = linesOf(check.stepLog, 0);
  return lines.length === 0 ? [] : [styleText('gray', '    steps:'), ...lines];
}

/** The script repeats all requests of the check: the last one alone would meet state that the run left, such as a used reference. */
function again(check: CheckResult, results: readonly CheckResult[], folder: string): string[] {
  if (check.way.length === 0) return [];
  const script = literal(join(folder, evidenceFiles.replay));
  return [styleText('gray', '    the whole way there again:'), `    sh ${script} ${checkId(results.indexOf(check))}`];
}

function deliveryInShort({ headers, body, bodyBase64, verification }: CheckResult['deliveries'][number]): string[] {
  const signed = ['x-service-timestamp', 'x-service-signature', 'x-service-signature-v2'];
  return [
    ...signed.map((name) => `      ${name}: ${shorten(headers[name] ?? '(missing)')}`),
    `      ${shorten(body ?? `${bodyBase64} (base64)`)}`,
    ...(verification?.problems ?? []).map((problem) => `      ${shorten(problem)}`),
  ];
}

/** Observations, if a chapter or requirement was selected by name. */
function observed({ observations, selection }: Certificate): string[] {
  if (selection?.chapters === undefined && selection?.requirements === undefined) return [];
  const seen = observations.filter((each) => each.observed !== 'not looked at: not selected');
  if (seen.length === 0) return [];
  return [...seen.map(({ id, observed: what }) => `${styleText('cyan', `? ${id}`)}  ${shorten(what)}`), ''];
}

function exchangeInShort({ request, response, error, durationMs }: ExchangeRecord): string[] {
  const sent = request.body === null ? '' : ` ${shorten(request.body)}`;
  const came =
    response === null ? `no answer: ${shorten(error ?? '')}` : `${response.status} ${shorten(response.body)}`;
  const trace = traceIdOf(request);
  return [
    `      ${request.method} ${shorten(request.url)}${sent}`,
    `      → ${came} (${Math.round(durationMs)} ms)`,
    ...(trace === null ? [] : [`      trace ${trace}`]),
  ];
}

function shorten(text: string, length = 400): string {
  const line = inOneLine(text);
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

/** At most `MAX_REASON` characters; line breaks are kept, because a reason may quote what a target sent. */
function bounded(text: string): string {
  const shown = printable(text);
  return shown.length > MAX_REASON ? `${shown.slice(0, MAX_REASON)}… (cut here)` : shown;
}

function byChapter({ requirements }: Certificate): string[] {
  const header = `${'chapter'.padEnd(16)}${['passed', 'failed', 'blocked', 'not exercised'].map((word) => word.padStart(15)).join('')}`;
  const rows = chapters.flatMap((chapter) => {
    const of = requirements.filter((requirement) => requirement.chapter === chapter && isSelected(requirement));
    const { passed, failed, blocked, notExercised } = count(of.map(({ outcome }) => outcome));
    if (of.length === 0) return [];
    const cells = [passed, failed, blocked, notExercised]
      .map((number) => (number === 0 ? '·' : String(number)).padStart(15))
      .join('');
    const colour = failed > 0 ? 'red' : blocked > 0 ? 'yellow' : passed > 0 ? 'green' : 'gray';
    return [`${styleText(colour, chapter.padEnd(16))}${cells}`];
  });
  return [styleText('bold', header), ...rows, ''];
}

function ending(certificate: Certificate): string[] {
  const { verdict, requirements, observations, interrupted } = certificate;
  const open = observations.filter((each) => each.seen).length;
  const why = unexercised(requirements.filter(isSelected)).map(({ why, of }) =>
    styleText('gray', `  ${String(of.length).padStart(3)} not exercised: ${shorten(why)}`),
  );
  const cases = casesInWords(certificate);
  const colour = verdict === 'nonconformant' ? 'red' : verdict === 'inconclusive' ? 'yellow' : 'green';
  return [
    ...why,
    ...(why.length > 0 ? [''] : []),
    `${styleText([colour, 'bold'], verdict.toUpperCase())}: ${meanings[verdict]}${interrupted ? ' (the run was interrupted)' : ''}`,
    inNumbers(certificate),
    ...(cases === null ? [] : [cases]),
    ...(open > 0 ? [`${counted(open, 'observation')} of what the interface leaves open: see the certificate`] : []),
  ];
}

/** What a run is of, in words. */
export function askedFor({ ids }: Selection): string {
  const bound = [...ids].filter(isRequirementId).length;
  const parts = [
    [bound, 'requirement'],
    [ids.size - bound, 'observation'],
  ] as const;
  return parts.flatMap(([number, what]) => (number === 0 ? [] : counted(number, what))).join(', ');
}
