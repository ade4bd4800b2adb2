import { html, raw } from 'hono/html';
import { counted } from '../../engine/evidence/counted.ts';
import { type Markup, pageOf, said, scrolling } from '../../engine/reports/pages/frame.ts';
import type { Picture } from '../plots.ts';
import type { Outcome, Result } from '../types.ts';

/** CSS class (colour) and sign of each outcome; with the sign and the word a reader does not depend on the colour. */
export const looks: Readonly<Record<Outcome, { readonly look: string; readonly sign: string }>> = {
  passed: { look: 'good', sign: '✓' },
  failed: { look: 'bad', sign: '✗' },
  inconclusive: { look: 'warn', sign: '■' },
  'not exercised': { look: 'soft', sign: '·' },
};

/** A file in the page's folder, and a description of it. */
export interface FileBeside {
  readonly file: string;
  readonly what: string;
}

/** HTML page of one script's result: findings, figures, pictures, and links to the other files. */
export function resultPage(result: Result, pictures: readonly Picture[], files: readonly FileBeside[]): string {
  const { script, question, verdict, reason, target, plan, startedAt, requests, rate, latency, k6, statuses } = result;
  const facts: readonly (readonly [string, string])[] = [
    ['Target', target],
    ['Load', plan],
    ['When', `${startedAt.slice(0, 10)} ${startedAt.slice(11, 19)} UTC`],
    ['Generator', `k6 ${k6.version}${k6.segments > 1 ? `, ${k6.segments} processes` : ''}`],
    [
      'Statuses',
      Object.entries(statuses)
        .map(([status, count]) => `${count.toLocaleString('en')} × ${status === '0' ? 'no answer' : status}`)
        .join(', '),
    ],
  ];
  return pageOf(
    `${script} ${verdict} · load`,
    html`<h1>Load: ${script}</h1>
<p class="verdict ${looks[verdict].look}">${looks[verdict].sign} ${verdict}${reason === null ? '' : html`: ${said(reason)}`}</p>
<p class="lead">${question}</p>
${
  requests === 0
    ? ''
    : html`<dl class="totals">
${total('requests', requests.toLocaleString('en'))}
${total('seconds', k6.seconds.toFixed(1))}
${total('a second', rate.achievedPerSecond.toLocaleString('en'))}
${total('half within', `${latency.p50} ms`)}
${total('95% within', `${latency.p95} ms`)}
${total('99% within', `${latency.p99} ms`)}
${total('all within', `${latency.max} ms`)}
</dl>`
}
${findingTable(result)}
${pictures.map(({ name, svg }) => html`<h2>${capital(name)}</h2>${scrolling(capital(name), html`<div class="picture">${raw(svg)}</div>`)}`)}
<h2>This run</h2>
<dl class="facts">${facts.flatMap(([name, value]) => (value === '' ? [] : html`<dt>${name}</dt><dd>${said(value)}</dd>`))}</dl>
${files.length === 0 ? '' : html`<h2>Files</h2><ul>${files.map(({ file, what }) => html`<li><a href="${file}">${file}</a>: ${what}</li>`)}</ul>`}`,
    STYLE,
  );
}

export function total(name: string, value: string): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function findingTable({ findings }: Result): Markup | '' {
  if (findings.length === 0) return '';
  return html`<h2>${counted(findings.length, 'finding')}</h2>
${scrolling(
  'Findings',
  html`<table class="narrow findings">
<thead><tr><th scope="col">Finding</th><th scope="col">Outcome</th><th scope="col">Measured</th></tr></thead>
<tbody>${findings.map(
    ({ id, says, outcome, detail, examples }) => html`<tr><th scope="row"><code>${id}</code><p>${says}</p></th>
<td class="${looks[outcome].look} outcome">${looks[outcome].sign} ${outcome}</td>
<td>${said(detail)}${examples.map((each) => html`<p>${said(each)}</p>`)}</td></tr>`,
  )}</tbody></table>`,
)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const STYLE = `
.lead { margin: 0 0 1rem; max-width: 60rem; } .outcome { white-space: nowrap; } th { max-width: 28rem; }
.picture { min-width: 44rem; max-width: 62.5rem; } .picture svg { display: block; width: 100%; height: auto; }
.facts { display: grid; grid-template-columns: minmax(5rem, auto) 1fr; gap: .25rem 1rem; margin: 0; } ul { margin: 0; padding-left: 1.2rem; } li { margin: .2rem 0; }
@media (max-width: 30rem) { main { padding: 1rem .75rem; } .findings thead { display: none; } .findings :is(tbody, tr, th, td) { display: block; }
  .findings tr { border-bottom: 1px solid var(--line); padding: .4rem 0; } .findings :is(th, td) { border: 0; padding: .1rem 0; max-width: none; } }
`;
