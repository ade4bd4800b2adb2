import { styleText } from 'node:util';
import yoctoSpinner from 'yocto-spinner';
import { curl, type ExchangeRecord } from '../client/index.ts';
import type { Certificate, CertifiedRequirement, Verdict } from '../evidence/certificate.ts';
import type { Finding } from '../harness/exercise.ts';
import type { Outcome } from '../harness/outcome.ts';
import type { Progress } from '../harness/progress.ts';
import { chapters } from '../requirements/index.ts';
import { inWords } from '../target/duration.ts';
import { count } from './verdict.ts';

const signs: Readonly<Record<Outcome, string>> = { passed: '✓', failed: '✗', blocked: '■', not_exercised: '·' };
const colours = { passed: 'green', failed: 'red', blocked: 'yellow', not_exercised: 'gray' } as const;

const meanings: Readonly<Record<Verdict, string>> = {
  conformant: 'every requirement passed',
  conformant_in_scope: 'all that was exercised passed; some was not exercised',
  inconclusive: 'nothing failed, but not everything could be judged',
  nonconformant: 'at least one requirement failed',
};

/** What is going on, while it goes on: a live line on a terminal, now and then a line elsewhere. */
export class LiveLine {
  readonly #spinner = process.stderr.isTTY ? yoctoSpinner({ text: 'starting' }) : null;
  #done = 0;
  #total = 0;
  #failed = 0;
  #lastLine = performance.now();

  start(): void {
    this.#spinner?.start();
  }

  found(finding: Finding, done: number, total: number): void {
    this.#done = done;
    this.#total = total;
    if (finding.kind === 'requirement' && finding.outcome === 'failed') this.#failed++;
  }

  progress({ requests, waiting }: Progress): void {
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : '';
    const next = waiting[0];
    const until = next === undefined ? '' : `; waiting ${inWords(next.inMs / 1000)} for ${next.what}`;
    const text = `${this.#done} of ${this.#total || '?'} checks${failed}, ${requests} requests${until}`;
    if (this.#spinner !== null) this.#spinner.text = text.slice(0, (process.stderr.columns ?? 100) - 4);
    else if (performance.now() - this.#lastLine > 10_000) {
      this.#lastLine = performance.now();
      process.stderr.write(`${text}\n`);
    }
  }

  stop(): void {
    this.#spinner?.stop();
  }
}

/** Everything that did not pass, in full; then the summary by chapter and the verdict. */
export function summarise(certificate: Certificate, findings: readonly Finding[]): string {
  const told = certificate.requirements.filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked');
  return [
    ...told.map((requirement) => inFull(requirement, findings)),
    ...byChapter(certificate),
    ...ending(certificate),
  ].join('\n');
}

function inFull(requirement: CertifiedRequirement, findings: readonly Finding[]): string {
  const { id, statement, source, outcome } = requirement;
  const checks = findings.filter((finding) => finding.id === id && finding.outcome === outcome);
  const heading = styleText([colours[outcome], 'bold'], `${signs[outcome]} ${outcome}: ${id}`);
  const details =
    checks.length > 0 ? checks.slice(0, 3).flatMap(checkInFull) : [`  ${printable(requirement.reason ?? '')}`];
  const more = checks.length > 3 ? [`  … and ${checks.length - 3} more checks of this requirement`] : [];
  return [heading, `  ${statement}`, styleText('gray', `  interface: ${source}`), ...details, ...more, ''].join('\n');
}

function checkInFull({ title, reason, outcome, exchanges }: Finding): string[] {
  const lines = [`  check: ${title}`, `    ${printable(reason ?? '').replaceAll('\n', '\n    ')}`];
  const last = exchanges.at(-1);
  if (last === undefined) return lines;
  const label = outcome === 'failed' ? 'last exchange' : 'last exchange before it';
  return [
    ...lines,
    styleText('gray', `    ${label}:`),
    ...exchangeInShort(last),
    styleText('gray', '    again:'),
    `    ${printable(curl(last)).replaceAll('\n', '\n    ')}`,
  ];
}

function exchangeInShort({ request, response, error, durationMs }: ExchangeRecord): string[] {
  const sent = request.body === null ? '' : ` ${shorten(request.body)}`;
  const came = response === null ? `no answer: ${error}` : `${response.status} ${shorten(response.body)}`;
  return [`      ${request.method} ${request.url}${sent}`, `      → ${came} (${Math.round(durationMs)} ms)`];
}

/** What a target sends must not steer the terminal. */
function printable(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, '\u{fffd}');
}

function shorten(text: string): string {
  const line = printable(text.replace(/\s+/g, ' '));
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

function ending({ verdict, totals, requirements }: Certificate): string[] {
  const reasons = Map.groupBy(
    requirements.filter(({ outcome, reason }) => outcome === 'not_exercised' && reason !== 'not selected'),
    ({ reason }) => reason ?? '',
  );
  const why = [...reasons].map(([reason, of]) =>
    styleText('gray', `  ${String(of.length).padStart(3)} not exercised: ${printable(reason)}`),
  );
  const colour = verdict === 'nonconformant' ? 'red' : verdict === 'inconclusive' ? 'yellow' : 'green';
  const numbers = `${totals.passed} passed, ${totals.failed} failed, ${totals.blocked} blocked, ${totals.notExercised} not exercised`;
  return [
    ...why,
    ...(why.length > 0 ? [''] : []),
    `${styleText([colour, 'bold'], verdict.toUpperCase())}: ${meanings[verdict]}`,
    numbers,
  ];
}
