import { html, raw } from 'hono/html';
import type { Proof, ScoredMutant, ScoredReading, ScoredRequirement } from './score.ts';

/** What `proof.json` holds. */
export interface Report extends Proof {
  readonly seed: number;
  readonly seconds: number;
  readonly whole: boolean;
  readonly emptied: readonly string[];
  /** How many pairs of legal variations were applied together, of all that can be; null where none were tried together. */
  readonly pairs: { readonly met: number; readonly of: number } | null;
}

type Markup = ReturnType<typeof html>;

/** The scoreboard as a page of its own that asks nothing of the network. */
export function proofPage(report: Report): Markup {
  const { ok, totals, failures, exceptions, requirements, readings } = report;
  const chapters = [...Map.groupBy(requirements, ({ chapter }) => chapter)];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${ok ? 'Proven' : 'Not proven'} · the suite proves itself</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>The suite proves itself</h1>
<p class="verdict ${ok ? 'good' : 'bad'}">${ok ? 'Proven' : `Not proven: ${failures.length} failures`}</p>
<dl class="totals">
${figure('requirements with a killed mutant', `${totals.proven} of ${totals.requirements}`)}
${figure('mutants killed', `${totals.killed} of ${totals.mutants}`)}
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
${chapters.map(([chapter, rows]) => chapterTable(chapter, rows))}
${readings.length > 0 ? readingTable(readings) : ''}
</main>
</body>
</html>
`;
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
<summary><h2>${chapter}</h2> <span>${requirements.length} requirements, ${killed} of ${mutants.length} mutants killed</span></summary>
<div class="scroll"><table>
<thead><tr><th>Requirement</th><th>Mutant</th><th>Fate</th><th>Killed by</th><th>Collateral</th><th class="number">Seconds</th></tr></thead>
<tbody>${requirements.map(rowsOf)}</tbody>
</table></div>
</details>`;
}

function rowsOf({ id, statement, mutants }: ScoredRequirement): Markup[] {
  const rows = Math.max(1, mutants.length);
  const head = html`<th scope="rowgroup" rowspan="${rows}"><code>${id}</code><p>${statement}</p></th>`;
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

function readingTable(readings: readonly ScoredReading[]): Markup {
  return html`<h2>What must come out clean</h2>
<div class="scroll"><table>
<thead><tr><th>Variation</th><th>Outcome</th><th class="number">Checks</th><th>Problems</th><th class="number">Seconds</th></tr></thead>
<tbody>${readings.map(
    ({ name, applied, clean, checks, problems, seconds }) => html`<tr>
<td><code>${name}</code>${applied.length > 1 ? html`<p>${applied.join(', ')}</p>` : ''}</td><td class="${clean ? 'good' : 'bad'}">${clean ? 'clean' : 'not clean'}</td>
<td class="number">${checks}</td><td>${problems.map((problem) => html`<p>${problem}</p>`)}</td>
<td class="number">${seconds.toFixed(1)}</td></tr>`,
  )}</tbody>
</table></div>`;
}

const STYLE = `
:root { color-scheme: light dark; --good: light-dark(#0a6640, #6fd3a4); --bad: light-dark(#a8201a, #ff9d94);
  --soft: light-dark(#56616c, #a4b0bb); --line: light-dark(#d5dbe0, #36414b); --back: light-dark(#fff, #14191e); --panel: light-dark(#f3f6f7, #1c2329); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: light-dark(#17202a, #e4e9ed); font: 15px/1.45 system-ui, sans-serif; }
main { max-width: 88rem; margin: 0 auto; padding: 1.5rem; }
h1 { margin: 0 0 .25rem; font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; }
.verdict { font-size: 1.2rem; font-weight: 700; margin: 0 0 1rem; }
.good { color: var(--good); } .bad { color: var(--bad); }
.totals { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0; }
.totals div { background: var(--panel); border-radius: 10px; padding: .6rem .9rem; }
dt { color: var(--soft); font-size: .85rem; } dd { margin: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
details { margin-top: 1.25rem; } summary { cursor: pointer; } summary h2 { display: inline; } summary span { color: var(--soft); margin-left: .5rem; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; margin-top: .5rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--soft); font-size: .85rem; } tbody th { width: 24%; }
p { margin: 0; } td p, th p { color: var(--soft); font-size: .88rem; overflow-wrap: anywhere; } .number { text-align: right; font-variant-numeric: tabular-nums; }
code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; }
`;
