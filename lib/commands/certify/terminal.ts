import { join } from 'node:path';
import { styleText } from 'node:util';
import type { CheckResult } from '../../engine/checks/check-result.ts';
import type { Outcome } from '../../engine/checks/outcome.ts';
import { type Certificate, type CertifiedRequirement, meanings } from '../../engine/evidence/certificate.ts';
import { checkId } from '../../engine/evidence/checks.ts';
import { counted } from '../../engine/evidence/counted.ts';
import { count } from '../../engine/evidence/verdict.ts';
import { evidenceFiles } from '../../engine/evidence/write.ts';
import { type ExchangeRecord, literal } from '../../engine/http/index.ts';
import { byCause, gateOf } from '../../engine/reports/gate.ts';
import { inOneLine, printable } from '../../engine/reports/printable.ts';
import { chapters } from '../../interface/register/index.ts';
import { formatGate, knownFailures } from './known.ts';

const signs: Readonly<Record<Outcome, string>> = { passed: '✓', failed: '✗', blocked: '■', not_exercised: '·' };
const colours = { passed: 'green', failed: 'red', blocked: 'yellow', not_exercised: 'gray' } as const;

/** `folder`: of the evidence. What failed, in full; what was blocked, by its cause; then the summary by chapter and the verdict. */
export function summarise(certificate: Certificate, results: readonly CheckResult[], folder: string): string {
  const { failed, blocked } = gateOf(certificate);
  return [
    ...failed.map((requirement) => inFull(requirement, results, folder)),
    ...blockedByCause(blocked),
    ...knownFailures(certificate),
    ...observed(certificate),
    ...byChapter(certificate),
    ...ending(certificate),
    ...formatGate(certificate),
  ].join('\n');
}

function inFull(
  { id, statement, source, reason }: CertifiedRequirement,
  results: readonly CheckResult[],
  folder: string,
): string {
  const checks = results.filter((result) => result.id === id && result.outcome === 'failed');
  const details =
    checks.length > 0
      ? checks.slice(0, 3).flatMap((check) => [...checkInFull(check), ...again(check, results, folder)])
      : [`  ${printable(reason ?? '')}`];
  const rest = checks.length - 3;
  const more = rest > 0 ? [`  … and ${rest} more ${rest === 1 ? 'check' : 'checks'} of this requirement`] : [];
  return [heading('failed', id), `  ${statement}`, ofInterface(source), ...details, ...more, ''].join('\n');
}

function heading(outcome: Outcome, words: string): string {
  return styleText([colours[outcome], 'bold'], `${signs[outcome]} ${outcome}: ${words}`);
}

function ofInterface(source: string): string {
  return styleText('gray', `  interface: ${source}`);
}

function checkInFull({ title, reason, exchanges, deliveries }: CheckResult): string[] {
  const lines = [`  check: ${title}`, `    ${printable(reason ?? '').replaceAll('\n', '\n    ')}`];
  const delivery = deliveries.at(-1);
  if (delivery !== undefined) lines.push(styleText('gray', '    last delivery:'), ...deliveryInShort(delivery));
  const last = exchanges.at(-1);
  if (last === undefined) return lines;
  return [...lines, styleText('gray', '    last exchange:'), ...exchangeInShort(last)];
}

/** The last request alone would meet what the run has left behind, such as a reference that is used. */
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
    ...(verification?.problems ?? []).map((problem) => `      ${printable(problem)}`),
  ];
}

function blockedByCause(blocked: readonly CertifiedRequirement[]): string[] {
  return byCause(blocked).map(([reason, of]) =>
    [heading('blocked', shorten(reason)), `  ${of.map(({ id }) => id).join(', ')}`, ''].join('\n'),
  );
}

/** How the target decided what is open, where that was asked for by name or chapter. */
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
  return [`      ${request.method} ${shorten(request.url)}${sent}`, `      → ${came} (${Math.round(durationMs)} ms)`];
}

function shorten(text: string): string {
  const line = inOneLine(text);
  return line.length > 400 ? `${line.slice(0, 400)}…` : line;
}

function byChapter({ requirements }: Certificate): string[] {
  const header = `${'chapter'.padEnd(16)}${['passed', 'failed', 'blocked', 'not exercised'].map((word) => word.padStart(15)).join('')}`;
  const rows = chapters.flatMap((chapter) => {
    const of = requirements.filter((requirement) => requirement.chapter === chapter);
    const { passed, failed, blocked, notExercised } = count(of.map(({ outcome }) => outcome));
    if (of.every(({ reason }) => reason === 'not selected')) return [];
    const cells = [passed, failed, blocked, notExercised]
      .map((number) => (number === 0 ? '·' : String(number)).padStart(15))
      .join('');
    const colour = failed > 0 ? 'red' : blocked > 0 ? 'yellow' : passed > 0 ? 'green' : 'gray';
    return [`${styleText(colour, chapter.padEnd(16))}${cells}`];
  });
  return [styleText('bold', header), ...rows, ''];
}

function ending({ verdict, totals, requirements, observations, interrupted }: Certificate): string[] {
  const unasked = requirements.filter(({ reason }) => reason === 'not selected').length;
  const asked = unasked > 0 ? [styleText('gray', `  ${String(unasked).padStart(3)} not selected`)] : [];
  const open = observations.filter((each) => each.seen).length;
  const reasons = Map.groupBy(
    requirements.filter(({ outcome, reason }) => outcome === 'not_exercised' && reason !== 'not selected'),
    ({ reason }) => reason ?? '',
  );
  const reached = [...reasons].map(([reason, of]) =>
    styleText('gray', `  ${String(of.length).padStart(3)} not exercised: ${shorten(reason)}`),
  );
  const why = [...asked, ...reached];
  const colour = verdict === 'nonconformant' ? 'red' : verdict === 'inconclusive' ? 'yellow' : 'green';
  const numbers = `${totals.passed} passed, ${totals.failed} failed, ${totals.blocked} blocked, ${totals.notExercised} not exercised`;
  return [
    ...why,
    ...(why.length > 0 ? [''] : []),
    `${styleText([colour, 'bold'], verdict.toUpperCase())}: ${meanings[verdict]}${interrupted ? ' (the run was interrupted)' : ''}`,
    numbers,
    ...(open > 0 ? [`${counted(open, 'observation')} of what the interface leaves open: see the certificate`] : []),
  ];
}
