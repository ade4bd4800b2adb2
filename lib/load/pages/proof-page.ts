import { html } from 'hono/html';
import { counted } from '../../engine/evidence/counted.ts';
import { type Markup, pageOf, said, scrolling } from '../../engine/reports/pages/frame.ts';
import type { Figure } from '../figures.ts';
import { STYLE, total } from './result-page.ts';

/** One run of a script at a variation of the reference, and its result. */
export interface ProvenTrial {
  readonly script: string;
  readonly what: string;
  readonly ok: boolean;
  /** The result in words. */
  readonly words: string;
  readonly seconds: number;
}

export interface LoadProof {
  readonly ok: boolean;
  readonly seconds: number;
  readonly seed: number;
  /** ISO 8601. */
  readonly at: string;
  readonly figures: readonly Figure[];
  readonly trials: readonly ProvenTrial[];
}

/** HTML page of a proof: its figures, and the trials that they are taken from. */
export function loadProofPage({ ok, seconds, seed, at, figures, trials }: LoadProof): string {
  return pageOf(
    `${ok ? 'Proven' : 'Not proven'} · load proves itself`,
    html`<h1>Load proves itself</h1>
<p class="verdict ${ok ? 'good' : 'bad'}">${ok ? 'Proven' : 'Not proven'}</p>
<dl class="totals">
${total('trials as they should be', `${trials.filter((each) => each.ok).length} of ${trials.length}`)}
${total('figures that meet their aim', `${figures.filter(({ isMet }) => isMet).length} of ${figures.length}`)}
${total('seconds', String(seconds))}
${total('seed', String(seed))}
</dl>
<h2>Figures</h2>
${scrolling(
  'Figures',
  html`<table><thead><tr>${columns('Figure', 'Measured', 'Aim', 'Sample', 'When')}</tr></thead>
<tbody>${figures.map(
    (
      each,
    ) => html`<tr><th scope="row">${each.name}</th><td class="${each.isMet ? 'good' : 'bad'}">${each.isMet ? '✓' : '✗'} ${each.value}</td>
<td>${each.aim}</td><td>${each.sample}</td><td>${each.at === at ? 'in this proof' : `${each.at.slice(0, 10)} ${each.at.slice(11, 16)} UTC, in an earlier one`}</td></tr>`,
  )}</tbody></table>`,
)}
<h2>${counted(trials.length, 'trial')}</h2>
${scrolling(
  'Trials',
  html`<table><thead><tr>${columns('Script', 'At', 'What came of it')}<th scope="col" class="number">Seconds</th></tr></thead>
<tbody>${trials.map(
    (each) => html`<tr><th scope="row">${each.script}</th><td>${each.what}</td>
<td class="${each.ok ? 'good' : 'bad'}">${each.ok ? '✓' : '✗'} ${said(each.words)}</td><td class="number">${each.seconds.toFixed(1)}</td></tr>`,
  )}</tbody></table>`,
)}`,
    STYLE,
  );
}

const columns = (...names: readonly string[]): Markup[] => names.map((name) => html`<th scope="col">${name}</th>`);
