import { html } from 'hono/html';
import { counted } from '../../../engine/evidence/counted.ts';
import { type Markup, pageOf, prose, scrolling } from '../../../engine/reports/pages/frame.ts';
import type { ClassScore } from './classes.ts';
import type { Figure } from './figure.ts';
import type { Proof, ScoredMutant, ScoredReading, ScoredRequirement } from './score.ts';

/** The content of `proof.json`. */
export interface Report extends Proof {
  readonly seed: number;
  readonly seconds: number;
  readonly whole: boolean;
  readonly emptied: readonly string[];
  /** How many of the possible pairs of permitted variants were combined; null if none were. */
  readonly pairs: { readonly met: number; readonly of: number } | null;
  /** Blind mutants by class, if they were run. */
  readonly classes: readonly ClassScore[];
  /** Figures of the model and of exploration, if measured. */
  readonly figures?: readonly Figure[];
}

/** The scoreboard as a self-contained page that needs no network. */
export function proofPage(report: Report): string {
  const { ok, totals, failures, exceptions, requirements, readings } = report;
  const chapters = [...Map.groupBy(requirements, ({ chapter }) => chapter)];
  return pageOf(
    `${ok ? 'Proven' : 'Not proven'} · the suite proves itself`,
    html`<h1>The suite proves itself</h1>
<p class="verdict ${ok ? 'good' : 'bad'}">${ok ? 'Proven' : `Not proven: ${counted(failures.length, 'failure')}`}</p>
<dl class="totals">
${figure('requirements with a killed mutant', `${totals.proven} of ${totals.requirements}`)}
${figure('mutants killed', `${totals.killed} of ${totals.mutants}`)}
${figure('named first of all that failed', `${totals.namedFirst} of ${totals.killed}`)}
${figure('median collateral', String(totals.medianCollateral))}
${figure('clean that must be clean', `${totals.clean} of ${totals.readings}`)}
${report.pairs === null ? '' : figure('pairs of readings together', `${report.pairs.met} of ${report.pairs.of}`)}
${figure('seconds', String(Math.round(report.seconds)))}
${figure('seed', String(report.seed))}
</dl>
${list('Failures', failures)}
${list(
  'Exceptions',
  exceptions.map(({ about, reason }) => `${about}: ${reason}`),
)}
${report.figures === undefined ? '' : figureTable(report.figures)}
${report.classes.length > 0 ? classTable(report.classes) : ''}
${chapters.map(([chapter, rows]) => chapterTable(chapter, rows))}
${readings.length > 0 ? readingTable(readings) : ''}`,
    STYLE,
  );
}

/** The page if only figures exist. */
export function figuresPage(figures: readonly Figure[]): string {
  return pageOf(
    'Figures · the suite proves itself',
    html`<h1>The suite proves itself</h1>${figureTable(figures)}`,
    STYLE,
  );
}

function figureTable(figures: readonly Figure[]): Markup {
  return html`<h2>The model and exploration</h2>
${scrolling(
  'The model and exploration',
  html`<table>
<thead><tr>${columns('Figure', 'Measured', 'Aim', 'Sample')}${numbers('Seed')}</tr></thead>
<tbody>${figures.map(
    ({ name, value, aim, isMet, sample, seed, cases }) => html`<tr>
<th scope="row">${name}</th><td class="${isMet ? 'good' : 'bad'}">${value}</td><td>${aim}</td>
<td>${sample}${cases.map((each) => html`<p class="lines">${each}</p>`)}</td><td class="number">${seed}</td></tr>`,
  )}</tbody>
</table>`,
)}`;
}

function figure(name: string, value: string): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function list(title: string, lines: readonly string[]): Markup | '' {
  return lines.length === 0 ? '' : html`<h2>${title}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function chapterTable(chapter: string, requirements: readonly ScoredRequirement[]): Markup {
  const mutants = requirements.flatMap((requirement) => requirement.mutants);
  const killed = mutants.filter(({ fate }) => fate === 'killed').length;
  return html`<details open>
<summary><h2>${chapter}</h2> <span>${counted(requirements.length, 'requirement')}, ${killed} of ${counted(mutants.length, 'mutant')} killed</span></summary>
${scrolling(
  `Mutants of ${chapter}`,
  html`<table>
<thead><tr>${columns('Requirement', 'Mutant', 'Fate', 'Killed by', 'Collateral')}${numbers('Seconds')}</tr></thead>
<tbody>${requirements.map(rowsOf)}</tbody>
</table>`,
)}
</details>`;
}

const columns = (...names: readonly string[]) => names.map((name) => html`<th scope="col">${name}</th>`);
const numbers = (...names: readonly string[]) => names.map((name) => html`<th scope="col" class="number">${name}</th>`);

function rowsOf({ id, statement, mutants }: ScoredRequirement): Markup[] {
  const rows = Math.max(1, mutants.length);
  const head = html`<th scope="rowgroup" rowspan="${rows}"><code>${id}</code><p>${prose(statement)}</p></th>`;
  if (mutants.length === 0) return [html`<tr>${head}<td colspan="5" class="bad">no mutant</td></tr>`];
  return mutants.map((mutant, index) => html`<tr>${index === 0 ? head : ''}${cellsOf(mutant)}</tr>`);
}

function cellsOf({ name, what, fate, killedBy, reason, collateral, seconds }: ScoredMutant): Markup {
  return html`<td><code>${name}</code><p>${what}</p></td>
<td class="${fate === 'killed' ? 'good' : 'bad'}">${fate}</td>
<td>${killedBy.map((check) => html`<p>${check}</p>`)}${reason === null ? '' : html`<p class="bad">${reason}</p>`}</td>
<td>${collateral.map((id) => html`<p><code>${id}</code></p>`)}</td>
<td class="number">${seconds.toFixed(1)}</td>`;
}

function classTable(classes: readonly ClassScore[]): Markup {
  const names = (all: readonly string[]) => html`<td class="number">${all.length}</td><td>${all.join(', ')}</td>`;
  return html`<h2>Blind defects by class</h2>
${scrolling(
  'Blind defects by class',
  html`<table>
<thead><tr>${columns('Class')}${numbers('Killed', 'Elsewhere')}${columns('which')}${numbers('Survived')}${columns('which')}</tr></thead>
<tbody>${classes.map(
    ({ name, mutants, killed, elsewhere, survived, notTried }) => html`<tr>
<td>${name}</td><td class="number">${killed.length} of ${mutants}</td>${names(elsewhere)}${names([...survived, ...notTried])}</tr>`,
  )}</tbody>
</table>`,
)}`;
}

function readingTable(readings: readonly ScoredReading[]): Markup {
  return html`<h2>What must come out clean</h2>
${scrolling(
  'What must come out clean',
  html`<table>
<thead><tr>${columns('Variation', 'Outcome')}${numbers('Checks')}${columns('Problems')}${numbers('Seconds')}</tr></thead>
<tbody>${readings.map(
    ({ name, applied, clean, checks, problems, seconds }) => html`<tr>
<td><code>${name}</code>${applied.length > 1 ? html`<p>${applied.join(', ')}</p>` : ''}</td><td class="${clean ? 'good' : 'bad'}">${clean ? 'clean' : 'not clean'}</td>
<td class="number">${checks}</td><td>${problems.map((problem) => html`<p>${problem}</p>`)}</td>
<td class="number">${seconds.toFixed(1)}</td></tr>`,
  )}</tbody>
</table>`,
)}`;
}

const STYLE = 'tbody th { width: 24%; } .lines { white-space: pre-wrap; }';
