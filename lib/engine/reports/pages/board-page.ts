import { html } from 'hono/html';
import type { Outcome } from '../../checks/outcome.ts';
import { type Certificate, chapterTitle, inNumbers, isSelected } from '../../evidence/certificate.ts';
import { counted } from '../../evidence/counted.ts';
import type { Reconciled } from '../../evidence/verify/outcomes.ts';
import { printable } from '../printable.ts';
import { type Markup, pageOf, prose, said, scrolling } from './frame.ts';
import { anchor, outcomeLooks, outcomeOf, verdictClass, verdictWords } from './page-parts.ts';
import type { InterfaceDocument } from './passages.ts';

/** A run on the board. */
export interface BoardRun {
  readonly name: string;
  /** The conclusion of verifying its evidence. */
  readonly conclusion: string;
  /** Its figures, from the evidence; null if the evidence does not verify. */
  readonly holding: {
    readonly certificate: Certificate;
    readonly reconciled: Pick<Reconciled, 'outcomes' | 'totals' | 'verdict'>;
    /** The URL of its folder relative to the page, with a slash at the end. */
    readonly href: string;
    /** Whether it was signed with a key that was given. */
    readonly vouchedFor: boolean;
  } | null;
  /** Why it does not verify. */
  readonly contradictions: readonly string[];
}

interface Board {
  readonly chapters: readonly string[];
  readonly runs: readonly BoardRun[];
  readonly document: InterfaceDocument;
  /** ISO 8601. */
  readonly madeAt: string;
}

/** Maximum number of contradictions shown for a run: one change often causes many. */
const MAX_SHOWN = 20;

/** Several runs side by side, by chapter. A run that does not verify has no figures here, and no link to its own reports. */
export function boardPage({ chapters, runs, document, madeAt }: Board): string {
  const bad = runs.filter(({ holding }) => holding === null).length;
  return pageOf(
    'Implementations side by side',
    html`<h1>Implementations side by side</h1>
<p class="lead">${counted(runs.length, 'run')} against the ${document.name}. Each figure follows from the run's evidence, which was verified
when this page was made: ${madeAt.slice(0, 10)} ${madeAt.slice(11, 16)} UTC.${bad === 0 ? '' : html` <strong class="bad">${bad} of them ${bad === 1 ? 'does' : 'do'} not verify.</strong>`}</p>
${scrolling(
  'Runs by chapter',
  html`<table class="board">
<thead><tr><th scope="col">Chapter</th>${runs.map((run, index) => headOf(run, index))}</tr></thead>
<tbody>${chapters.map(
    (chapter, row) => html`<tr><th scope="row">${chapterTitle(chapter)}</th>
${runs.map((run, index) => (run.holding === null ? (row === 0 ? contradicted(run, index, chapters.length) : '') : cell(run.holding, chapter)))}</tr>`,
  )}</tbody></table>`,
)}
<p class="soft">Passed, failed, blocked (a step before the check did not work) or not exercised: each figure leads to the requirement, or to the first of them, on the
page of the run's certificate. What a run was not asked for is not selected: see its scope.</p>
${runs.map((run, index) => sectionOf(run, index))}`,
    STYLE,
  );
}

function headOf({ name, holding }: BoardRun, index: number): Markup {
  const verdict =
    holding === null
      ? html`<span class="bad">✗ does not verify</span>`
      : html`<span class="${verdictClass(holding.reconciled.verdict)}">${verdictWords(holding.reconciled.verdict)}</span>`;
  return html`<th scope="col"><a href="#run-${index + 1}">${said(name)}</a><br>${verdict}</th>`;
}

function contradicted({ conclusion, contradictions }: BoardRun, index: number, rows: number): Markup {
  return html`<td rowspan="${rows}" class="contradicted"><a class="bad" href="#run-${index + 1}">✗ ${said(conclusion)}</a>
<p>${said(contradictions[0] ?? '')}</p></td>`;
}

const order: readonly Outcome[] = ['failed', 'blocked', 'passed', 'not_exercised'];

function cell({ certificate, reconciled, href }: NonNullable<BoardRun['holding']>, chapter: string): Markup {
  const of = certificate.requirements.filter((each) => each.chapter === chapter);
  const selected = of.filter(isSelected);
  const chapterOf = `${href}certificate.html#chapter-${chapter}`;
  if (selected.length === 0) return html`<td><a class="soft" href="${chapterOf}">· not selected</a></td>`;
  const unasked = of.length - selected.length;
  const figures = order.flatMap((outcome) => {
    const which = selected.filter(({ id }) => reconciled.outcomes.get(id) === outcome);
    const [first] = which;
    if (first === undefined) return [];
    const { look, mark, words } = outcomeLooks[outcome];
    return [html`<a class="${look}" href="${linkTo(href, first.id)}">${mark} ${which.length} ${words}</a>`];
  });
  const rest = unasked === 0 ? '' : html`<a class="soft" href="${chapterOf}">· ${unasked} not selected</a>`;
  return html`<td>${figures}${rest}</td>`;
}

function linkTo(href: string, id: string): string {
  return `${href}certificate.html${anchor(id)}`;
}

function sectionOf(run: BoardRun, index: number): Markup {
  const { name, conclusion, holding, contradictions } = run;
  const more = contradictions.length - MAX_SHOWN;
  return html`<section id="run-${index + 1}"><h2>${said(name)}</h2>
${
  holding === null
    ? html`<p class="bad">✗ ${said(conclusion)}</p>
<p>No figure of this run is shown: whatever it says of itself, its evidence does not bear it out.</p>
<ul>${contradictions.slice(0, MAX_SHOWN).map((each) => html`<li>${said(each)}</li>`)}${more > 0 ? html`<li>and ${more} more</li>` : ''}</ul>`
    : factsOf(holding, conclusion, name)
}</section>`;
}

function factsOf(
  { certificate, reconciled, href, vouchedFor }: NonNullable<BoardRun['holding']>,
  conclusion: string,
  name: string,
): Markup {
  const { target, suite, startedAt, requirements } = certificate;
  const selected = requirements.filter(isSelected).length;
  const rows: readonly (readonly [string, Markup | string])[] = [
    ['Evidence', html`<span class="${vouchedFor ? 'good' : 'warn'}">${said(conclusion)}</span>`],
    ['Target', said(target.baseUrl)],
    ['Live environment', target.liveBaseUrl === undefined ? 'not exercised' : said(target.liveBaseUrl)],
    ['When', `${startedAt.slice(0, 10)} ${startedAt.slice(11, 16)} UTC`],
    [
      'Scope',
      `${selected === requirements.length ? 'everything' : `${selected} of ${requirements.length} requirements`} selected`,
    ],
    ['Outcome', inNumbers({ totals: reconciled.totals, requirements })],
    ['Suite', html`version ${suite.version}, register <code>${suite.registerDigest}</code>`],
  ];
  const problems = requirements.filter(({ id }) => ['failed', 'blocked'].includes(reconciled.outcomes.get(id) ?? ''));
  return html`${scrolling(
    `Facts of ${printable(name)}`,
    html`<table class="facts"><tbody>
${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}
</tbody></table>`,
  )}
<p><a href="${href}certificate.html">Certificate</a> · <a href="${href}trace.html">trace matrix</a></p>
${
  problems.length === 0
    ? ''
    : html`<ul>${problems.map(
        ({ id, statement }) =>
          html`<li>${outcomeOf(reconciled.outcomes.get(id) ?? 'blocked')} <a href="${linkTo(href, id)}"><code>${id}</code></a>: ${prose(statement)}</li>`,
      )}</ul>`
}`;
}

const STYLE = `
.lead { margin: .25rem 0 1rem; max-width: 60rem; }
.board { width: auto; } .board th, .board td { min-width: 9.5rem; } .board td a { display: block; text-decoration: none; font-variant-numeric: tabular-nums; } .board td a:hover { text-decoration: underline; }
.board th:first-child { position: sticky; left: 0; background: var(--back); min-width: 8.5rem; } .scroll + .soft { margin-top: .75rem; }
.board td.contradicted { background: var(--panel); border-left: 4px solid var(--bad); max-width: 18rem; } .board td.contradicted p { margin-top: .5rem; }
section { margin-top: 2rem; scroll-margin-top: 1rem; } section h2 { border-bottom: 2px solid var(--line); padding-bottom: .3rem; } .facts th { width: 10rem; color: var(--soft); } section p { margin: .5rem 0; } li { margin: .25rem 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) { main { padding: 1rem .75rem; } .facts th { width: 6.5rem; } .board th, .board td { min-width: 8.5rem; } .board th:first-child { min-width: 7.9rem; } }
@media print { @page { size: A4 landscape; } .board th:first-child { position: static; } }
`;
