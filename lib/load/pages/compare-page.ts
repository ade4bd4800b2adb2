import { html } from 'hono/html';
import { type Markup, pageOf, said, scrolling } from '../../engine/reports/pages/frame.ts';
import type { ScriptComparison } from '../compare/compare.ts';
import { ALL, type Row } from '../compare/latencies.ts';
import { estimateInWords, percent, sightOf } from '../compare/table.ts';
import { STYLE } from './result-page.ts';

export interface Compared {
  /** Paths of A and B, as given by the user. */
  readonly a: string;
  readonly b: string;
  readonly compared: readonly ScriptComparison[];
  /** Scripts that only A has (`gone`), and that only B has (`added`). */
  readonly gone: readonly string[];
  readonly added: readonly string[];
  /** How many times each target was loaded, in alternation; 1 if the results come from two folders. */
  readonly turns: number;
}

const changes = {
  same: { look: 'soft', sign: '=' },
  worse: { look: 'bad', sign: '✗' },
  better: { look: 'good', sign: '✓' },
  'not comparable': { look: 'warn', sign: '■' },
} as const;

/** HTML page that compares two runs. */
export function comparePage({ a, b, compared, gone, added, turns }: Compared): string {
  const only = [...gone.map((script) => `${script} (only A)`), ...added.map((script) => `${script} (only B)`)];
  return pageOf(
    `${compared.map(({ script, change }) => `${script} ${change}`).join(', ')} · load compared`,
    html`<h1>Two runs of load compared</h1>
<dl class="facts"><dt>A</dt><dd>${said(a)}</dd><dt>B</dt><dd>${said(b)}</dd></dl>
${compared.map(sectionOf)}
${only.length === 0 ? '' : html`<p class="soft note">Not compared: ${only.join(', ')}</p>`}
<p class="soft note">Intervals are of 95%. A row is worse or better only where its change is large enough and certain among all rows${turns > 1 ? `, and was half as large at least in each of ${turns} turns` : ''}, which asks for
more than its own interval: blocks of time are exchanged between the two runs, and the largest difference of all rows is compared with what such exchanges give
(Westfall and Young's max-T), so that at most one comparison in a hundred of a service with itself alarms.</p>`,
    `${STYLE}.note { margin-top: 1rem; max-width: 60rem; } td.number, th { white-space: nowrap; } .interval { color: var(--soft); font-size: .9em; }`,
  );
}

function sectionOf({ script, change, findings, rows, notCompared }: ScriptComparison): Markup {
  const { look, sign } = changes[change];
  return html`<h2>${script}: <span class="${look}">${sign} ${change}</span></h2>
${findings.length === 0 ? '' : html`<ul>${findings.map(({ id, a, b, worse, detail }) => html`<li class="${worse ? 'bad' : 'warn'}"><code>${id}</code>: ${a ?? 'not there'} → ${b ?? 'not there'}${detail === '' ? '' : html`; ${said(detail)}`}</li>`)}</ul>`}
${notCompared === null ? html`${tableOf(script, rows)}<p class="soft note">${sightOf(rows)}</p>` : html`<p class="soft">Latencies are not compared: ${notCompared}.</p>`}`;
}

/** The most important columns come first, because a small screen shows the others only after scrolling. */
function tableOf(script: string, rows: readonly Row[]): Markup {
  return scrolling(
    `Rows of ${script}`,
    html`<table class="narrow"><thead><tr><th scope="col">Operation</th><th scope="col" class="number">B beside A</th><th scope="col">Change</th>
<th scope="col" class="number">A</th><th scope="col" class="number">B</th></tr></thead>
<tbody>${rows.map(
      (
        row,
      ) => html`<tr><th scope="row">${row.op}<p>${row.measure}${row.measure === 'rate' ? ', a second' : row.op === ALL ? ', × its median' : ', ms'}</p></th>
${estimate([percent(row.ratio.value), `${percent(row.ratio.low)} to ${percent(row.ratio.high)}`])}
<td class="${changes[row.change].look} outcome">${changes[row.change].sign} ${row.change}</td>
${[row.a, row.b].map((of) => estimate(estimateInWords(of)))}</tr>`,
    )}</tbody></table>`,
  );
}

function estimate([value, interval]: readonly [string, string]): Markup {
  return html`<td class="number">${value}<br><span class="interval">${interval}</span></td>`;
}
