import { html } from 'hono/html';
import type { CheckResult } from '../../checks/check-result.ts';
import type { Part } from '../../checks/step-log.ts';
import { counted } from '../../evidence/counted.ts';
import type { ExchangeRecord } from '../../http/index.ts';
import { bodyOf, type DeliveryRecord } from '../../webhooks/delivery-record.ts';
import { inOneLine } from '../printable.ts';
import { shownExchangesOf, tellingDeliveryOf, tellingExchangeOf, traceIdOf } from '../telling.ts';
import { type Markup, said } from './frame.ts';

/** The parts of a check's result that the page of a certificate shows; all of them follow from the evidence. */
export type FailedCheck = Pick<
  CheckResult,
  'id' | 'title' | 'file' | 'outcome' | 'exchanges' | 'deliveries' | 'predicates' | 'stepLog' | 'startedAt'
>;

/** Maximum number of exchanges, and of webhooks, that are shown of a check. */
const MAX_RECORDS = 3;

/** Maximum number of characters of a body. */
const MAX_BODY_CHARS = 1_500;

/** Maximum number of lines of a timeline. */
const MAX_LINES = 30;

/** What happened in a check that did not pass, folded: its telling exchanges and webhooks, and its steps. */
export function failureEvidence(failed: FailedCheck): Markup {
  // Exchanges that were restored from evidence are made anew at each access.
  const check = { ...failed };
  const exchange = tellingExchangeOf(check);
  const delivery = tellingDeliveryOf(check);
  const exchanges = lastOf(shownExchangesOf(check), exchange?.record);
  const deliveries = lastOf(check.deliveries, delivery?.record);
  const lines = linesOf(check);
  if (exchanges.length + deliveries.length + lines.length === 0) return html``;
  return html`<details class="evidence"><summary>What was sent, what came, and the steps</summary>
<p class="soft">Check: ${check.title} (${check.file})</p>
${exchanges.length === 0 ? '' : html`<p class="label">Exchanges</p><ol>${exchanges.map((each) => exchangeItem(each, exchange?.isWrong === true && each === exchange.record))}</ol>`}
${deliveries.length === 0 ? '' : html`<p class="label">Webhooks</p><ol>${deliveries.map((each) => deliveryItem(each, delivery?.isWrong === true && each === delivery.record))}</ol>`}
${lines.length === 0 ? '' : timeline(lines)}
</details>`;
}

/** The last ones, in order; `telling` is always one of them. */
function lastOf<Record>(all: readonly Record[], telling: Record | undefined): readonly Record[] {
  const last = all.slice(-MAX_RECORDS);
  return telling === undefined || last.includes(telling) ? last : [telling, ...all.slice(1 - MAX_RECORDS)];
}

const WRONG = html` <strong class="bad">← the failed expectation is about it</strong>`;

function exchangeItem({ request, response, error, durationMs }: ExchangeRecord, isWrong: boolean): Markup {
  const status =
    response === null ? html`no answer: ${said(short(error ?? ''))}` : html`<strong>${response.status}</strong>`;
  const trace = traceIdOf(request);
  return html`<li><p><code>${request.method}</code> ${said(short(pathOf(request.url)))} → ${status} <span class="soft">(${Math.round(durationMs)} ms)</span>${isWrong ? WRONG : ''}</p>
${trace === null ? '' : html`<p class="soft">trace ${said(short(trace))}</p>`}
${request.body === null ? '' : body('sent', request.body, request.bodyEncoding)}
${response === null ? '' : body('came', response.body, response.bodyEncoding)}</li>`;
}

function deliveryItem(delivery: DeliveryRecord, isWrong: boolean): Markup {
  const { event = 'unreadable', reference = '?', answer, verification, at } = delivery;
  const answered = answer.kind === 'status' ? `answered ${answer.status}` : 'not answered, as scripted';
  const problems = verification?.valid === false ? [', ', said(short(verification.problems.join('; ')))] : [];
  const bytes = bodyOf(delivery);
  return html`<li><p><code>${said(short(event))}</code> for ${said(short(reference))}, <span class="soft">${at}</span>, ${answered}${problems}${isWrong ? WRONG : ''}</p>
${body('came', delivery.body ?? bytes.toString('base64'), delivery.body === null ? 'base64' : 'utf8')}</li>`;
}

function body(which: 'sent' | 'came', text: string, encoding: 'utf8' | 'base64' = 'utf8'): Markup {
  const rest = text.length - MAX_BODY_CHARS;
  const shown =
    rest > 0 ? `${text.slice(0, MAX_BODY_CHARS).toWellFormed()}… (${counted(rest, 'character')} more)` : text;
  return html`<p class="body"><span class="soft">${which}${encoding === 'base64' ? ', in base64' : ''}:</span> ${said(shown)}</p>`;
}

interface Line {
  readonly depth: number;
  /** Milliseconds since the check began; null: not known. */
  readonly after: number | null;
  readonly words: string;
  readonly worked: boolean;
}

function linesOf(check: FailedCheck): Line[] {
  const { startedAt, stepLog } = check;
  const exchanges = new Map(check.exchanges.map((each) => [each.id, each]));
  const deliveries = new Map(check.deliveries.map((each) => [each.seq, each]));
  const linesIn = (parts: readonly Part[], depth: number): Line[] =>
    parts.flatMap((part) => {
      const line = (words: string): Line => ({ depth, after: null, words, worked: true });
      if ('exchange' in part) {
        const found = exchanges.get(part.exchange);
        const { request, response } = found ?? {};
        return request === undefined
          ? []
          : line(`${request.method} ${pathOf(request.url)} → ${response?.status ?? 'no answer'}`);
      }
      if ('delivery' in part) {
        const found = deliveries.get(part.delivery);
        return found === undefined ? [] : line(`webhook ${found.event ?? 'unreadable'} for ${found.reference ?? '?'}`);
      }
      if ('page' in part) return line('a hosted page, of which the Allure report has a picture');
      const after = startedAt === null ? null : part.startedAt - startedAt;
      const own = { depth, after, words: part.words, worked: part.worked };
      return [own, ...linesIn(part.parts, Math.min(depth + 1, MAX_DEPTH))];
    });
  return linesIn(stepLog, 0);
}

/** Deeper lines are shown at this depth. */
const MAX_DEPTH = 3;

function timeline(lines: readonly Line[]): Markup {
  const left = lines.length - MAX_LINES;
  return html`<p class="label">Steps</p>
${left > 0 ? html`<p class="soft">${counted(left, 'earlier line')} left out.</p>` : ''}
<ol class="steps">${lines
    .slice(-MAX_LINES)
    .map(
      ({ depth, after, words, worked }) =>
        html`<li class="depth-${depth}">${after === null ? '' : html`<span class="soft">${secondsOf(after)}</span> `}${worked ? '' : html`<strong class="bad">did not work:</strong> `}${said(short(words))}</li>`,
    )}</ol>`;
}

/** For example "+1.2 s"; a shared preparation may be from before the check. */
function secondsOf(ms: number): string {
  return `${ms < 0 ? '−' : '+'}${(Math.abs(ms) / 1_000).toFixed(1)} s`;
}

function pathOf(url: string): string {
  return /^\w+:\/\/[^/?#]*(.*)$/s.exec(url)?.[1] || url;
}

function short(text: string): string {
  const line = inOneLine(text);
  return line.length > 300 ? `${line.slice(0, 300).toWellFormed()}…` : line;
}

export const FAILURE_STYLE = `
.evidence { margin-top: .6rem; } .evidence ol { margin: .25rem 0 .5rem; padding-left: 1.5rem; } .evidence li { margin: .3rem 0; overflow-wrap: anywhere; } .label { margin-top: .6rem; font-weight: 600; }
.body { margin-top: .2rem; font: .85em/1.45 ui-monospace, monospace; } .evidence ol.steps { list-style: none; padding: 0; font-size: .94em; } .steps li { margin: .1rem 0; }
.depth-1 { padding-left: 1.25rem; } .depth-2 { padding-left: 2.5rem; } .depth-3 { padding-left: 3.75rem; }
@media print { .evidence:not([open]) { display: none; } }
`;
