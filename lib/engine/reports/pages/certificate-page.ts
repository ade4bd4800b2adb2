import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import {
  type Certificate,
  type CertifiedObservation,
  type CertifiedRequirement,
  casesInWords,
  chaptersOf,
  chapterTitle,
  isSelected,
  meanings,
} from '../../evidence/certificate.ts';
import { counted } from '../../evidence/counted.ts';
import { formatSlowness } from '../../run/slowness.ts';
import { causesOf, openCauses } from '../causes.ts';
import { unexercised } from '../unexercised.ts';
import { FAILURE_STYLE, type FailedCheck, failureEvidence } from './failure-evidence.ts';
import { type Markup, pageOf, prose, said, scrolling } from './frame.ts';
import { FILTER_STYLE, outcomeFilter } from './outcome-filter.ts';
import { anchor, outcomeOf, passageOf, standOf, standShown, verdictClass, verdictWords } from './page-parts.ts';
import type { InterfaceDocument } from './passages.ts';

/** Maximum number of requirements of which the page shows a check. */
const MAX_SHOWN_CHECKS = 40;

/**
 * The certificate as a page for screen and paper. `json` is the text of `certificate.json`, for its digest. `results`: the first check of a
 * failed or blocked requirement with the same outcome is shown.
 */
export function certificatePage(
  certificate: Certificate,
  json: string,
  document: InterfaceDocument,
  results: readonly FailedCheck[] = [],
): string {
  const { verdict, interrupted, requirements, observations } = certificate;
  const problems = requirements.filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked');
  return pageOf(
    `${verdictWords(verdict)} · certificate of ${certificate.target.baseUrl}`,
    html`<header>
<p class="soft">${document.name} ${certificate.interfaceVersion}: certificate of one run</p>
<h1 class="${verdictClass(verdict)}">${verdictWords(verdict)}</h1>
<p class="lead meaning">${meanings[verdict]}${interrupted ? html`. <strong class="warn">The run was interrupted before its end.</strong>` : ''}</p>
<p class="lead">${said(certificate.target.baseUrl)}${certificate.target.liveBaseUrl === undefined ? '' : html` and, live, ${said(certificate.target.liveBaseUrl)}`}</p>
</header>
${figures(certificate)}
<nav aria-label="On this page"><ul>
${problems.length > 0 ? html`<li><a href="#problems">What failed or was blocked</a></li>` : ''}
<li><a href="#scope">Scope, and what was left out</a></li>
<li><a href="#requirements">Every requirement</a></li>
<li><a href="#observations">What the interface leaves open</a></li>
<li><a href="#evidence">Evidence</a></li>
<li><a href="trace.html">Trace matrix</a></li>
</ul></nav>
${outcomeFilter(requirements)}
${problems.length > 0 ? problemSection(problems, { certificate, document, results }) : ''}
${scopeSection(certificate)}
<section id="requirements"><h2>Every requirement</h2>
${chapterSummary(requirements)}
${chaptersOf(requirements).map((chapter) => chapterSection(chapter, requirements, certificate, document))}</section>
${observationSection(observations)}
${evidenceSection(json)}`,
    STYLE + FAILURE_STYLE + FILTER_STYLE,
  );
}

function figures({ totals, requirements }: Certificate): Markup {
  const unasked = requirements.filter((each) => !isSelected(each)).length;
  const figure = (name: string, value: number, look: string) =>
    html`<div><dt>${name}</dt><dd class="${value > 0 ? look : 'soft'}">${value}</dd></div>`;
  return html`<dl class="totals">
${figure('passed', totals.passed, 'good')}${figure('failed', totals.failed, 'bad')}
${figure('blocked', totals.blocked, 'warn')}${figure('not exercised', totals.notExercised - unasked, 'soft')}
${unasked > 0 ? figure('not selected', unasked, 'soft') : ''}
</dl>`;
}

/** From what problems are shown. */
interface Shown {
  readonly certificate: Certificate;
  readonly document: InterfaceDocument;
  readonly results: readonly FailedCheck[];
}

function problemSection(problems: readonly CertifiedRequirement[], shown: Shown): Markup {
  const byId = new Map(problems.map((each) => [each.id, each]));
  const causes = shown.certificate.causes ?? causesOf(shown.certificate.requirements);
  // What is known to fail is shown, but is not where to start.
  const [first] = openCauses(shown.certificate);
  const groups = causes.map(({ words, start, failed, blocked }) => {
    const of = [...failed, ...blocked].flatMap((id) => byId.get(id) ?? []);
    return { words, of: [...of.filter(({ id }) => id === start), ...of.filter(({ id }) => id !== start)] };
  });
  const inOrder = groups.flatMap(({ of }) => of);
  const withCheck = new Set(inOrder.slice(0, MAX_SHOWN_CHECKS));
  const article = (each: CertifiedRequirement, isAlone = false) => problem(each, withCheck.has(each), isAlone, shown);
  return html`<section id="problems"><h2>What failed or was blocked</h2>
<p class="soft">Failed: a check saw the target break the requirement. Blocked: a step that leads to the check did not work, so the target is not blamed.</p>
${first === undefined ? '' : html`<p><strong>Start here:</strong> <a href="#problem-${first.start}"><code>${first.start}</code></a>: ${said(first.words)}</p>`}
${groups.map(({ words, of }) => {
  const [start, ...others] = of;
  if (start === undefined) return '';
  if (others.length === 0) return article(start, true);
  return html`<section class="cause"><h3>${said(words)}: ${counted(of.length, 'requirement')}</h3>
${article(start)}
<details><summary>${others.length} more, by the same cause</summary>
${others.map((each) => article(each))}</details></section>`;
})}</section>`;
}

/** `isAlone`: the only requirement of its cause, which then has no heading of its own above it. */
function problem(
  each: CertifiedRequirement,
  withCheck: boolean,
  isAlone: boolean,
  { certificate, document, results }: Shown,
): Markup {
  const heading = html`${outcomeOf(each.outcome)} <code>${each.id}</code>`;
  const check = results.find(({ id, outcome }) => id === each.id && outcome === each.outcome);
  return html`<article class="${each.outcome}" id="problem-${each.id}">
${isAlone ? html`<h3>${heading}</h3>` : html`<h4>${heading}</h4>`}
<p>${prose(each.statement)}</p>
<p class="soft">Interface: ${passageOf(each.source, certificate, document)}</p>
${known(each.id, certificate)}
${(each.reasons ?? [each.reason ?? '']).map((reason) => html`<p class="reason">${said(reason)}</p>`)}
${check === undefined ? '' : withCheck ? failureEvidence(check) : html`<p class="soft">Its exchanges and steps are in the report: <a href="#evidence">how to make it</a></p>`}
</article>`;
}

/** The entry for the requirement in the list of known failures, if the run has one. */
function known(id: string, { baseline }: Certificate): Markup | '' {
  const entry = baseline?.knownFailures.find(({ requirement }) => requirement === id);
  return entry === undefined ? '' : html`<p>On the list of known failures (${entry.state}): ${said(entry.reason)}</p>`;
}

function scopeSection(certificate: Certificate): Markup {
  const { selection, capabilities, clock, suite, requirements, interrupted, baseline, lostAnswers, gaps, harness } =
    certificate;
  const slow = harness && formatSlowness(harness);
  const left = unexercised(requirements);
  const cases = casesInWords(certificate);
  const seconds = Math.round((Date.parse(certificate.finishedAt) - Date.parse(certificate.startedAt)) / 1_000);
  const rows: readonly (readonly [string, Markup | string])[] = [
    ['Target', said(certificate.target.baseUrl)],
    [
      'Live environment',
      certificate.target.liveBaseUrl === undefined ? 'not exercised' : said(certificate.target.liveBaseUrl),
    ],
    ['Selection', selection === null ? 'everything in the register' : formatSelection(selection)],
    ...(cases === null ? [] : ([['Checks', cases]] as const)),
    ['The target could be asked to', capabilities.length === 0 ? 'nothing beyond plain HTTP' : capabilities.join(', ')],
    [
      'When',
      `${moment(certificate.startedAt)} to ${moment(certificate.finishedAt)} (${seconds} s)${interrupted ? ', interrupted' : ''}`,
    ],
    ['Requests', certificate.requests.toLocaleString('en')],
    ...(slow ? ([['The machine that certified', slow]] as const) : []),
    ...(lostAnswers ? ([['Answers lost on the way', lostAnswers.toLocaleString('en')]] as const) : []),
    ...(gaps?.length
      ? ([['Nobody listened', gaps.map(({ from, to }) => `${moment(from)} to ${moment(to)}`).join('; ')]] as const)
      : []),
    ...(clock == null ? [] : ([["Target's clock", skew(clock)]] as const)),
    ...(baseline === undefined
      ? []
      : ([['Known failures', `${baseline.knownFailures.length} on the list; the gate is ${baseline.gate}`]] as const)),
    ...(certificate.appearance === undefined
      ? []
      : ([['Whether the suite was recognised', certificate.appearance.recognition]] as const)),
    ['Seed', String(certificate.seed)],
    ['Suite', `version ${suite.version}, register of ${counted(requirements.length, 'requirement')}`],
    ['Register', html`<code>${suite.registerDigest}</code>`],
  ];
  return html`<section id="scope"><h2>Scope</h2>
${scrolling(
  'Scope',
  html`<table class="facts narrow"><tbody>
${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}
</tbody></table>`,
)}
<h2>What was not exercised or not selected, and why</h2>
${left.length === 0 ? html`<p>Nothing: every requirement was exercised.</p>` : ''}
${left.map(({ why, of }) =>
  // A narrow selection leaves out hundreds of requirements; they are listed in the tables below.
  why === 'not selected'
    ? html`<p><strong>${counted(of.length, 'requirement')}</strong>: not selected for this run.</p>`
    : html`<h3>${said(why)}</h3><ul>${of.map(({ id, statement }) => html`<li>${prose(statement)} <a href="${anchor(id)}"><code>${id}</code></a></li>`)}</ul>`,
)}</section>`;
}

function chapterSummary(requirements: readonly CertifiedRequirement[]): Markup {
  const outcomes = ['passed', 'failed', 'blocked', 'not_exercised'] as const;
  return scrolling(
    'Outcomes by chapter',
    html`<table class="summary narrow">
<thead><tr><th scope="col">Chapter</th>${outcomes.map((outcome) => html`<th scope="col" class="number">${outcome.replace('_', ' ')}</th>`)}</tr></thead>
<tbody>${chaptersOf(requirements.filter(isSelected)).map((chapter) => {
      const of = requirements.filter((each) => each.chapter === chapter && isSelected(each));
      return html`<tr><th scope="row"><a href="#chapter-${chapter}">${chapterTitle(chapter)}</a></th>${outcomes.map(
        (outcome) => {
          const count = of.filter((each) => each.outcome === outcome).length;
          const look =
            count === 0 ? 'soft' : { passed: 'good', failed: 'bad', blocked: 'warn', not_exercised: 'soft' }[outcome];
          return html`<td class="number ${look}">${count === 0 ? '·' : count}</td>`;
        },
      )}</tr>`;
    })}</tbody></table>`,
  );
}

function chapterSection(
  chapter: string,
  all: readonly CertifiedRequirement[],
  certificate: Certificate,
  document: InterfaceDocument,
): Markup {
  const requirements = all.filter((each) => each.chapter === chapter);
  return html`<div class="chapter"><h3 id="chapter-${chapter}">${chapterTitle(chapter)}</h3>
${scrolling(
  chapterTitle(chapter),
  html`<table class="every">
<thead><tr><th scope="col">Outcome</th><th scope="col">Requirement</th><th scope="col">Interface</th></tr></thead>
<tbody>${requirements.map(
    (each) => html`<tr id="${anchor(each.id).slice(1)}" class="${standOf(each)}">
<td>${standShown(each)}</td>
<th scope="row">${prose(each.statement)}<p><code>${each.id}</code>${each.reason === undefined || !isSelected(each) || each.outcome === 'failed' || each.outcome === 'blocked' ? '' : html` · ${said(each.reason)}`}</p></th>
<td class="soft">${passageOf(each.source, certificate, document)}</td></tr>`,
  )}</tbody></table>`,
)}</div>`;
}

function observationSection(observations: readonly CertifiedObservation[]): Markup {
  return html`<section id="observations"><h2>How this implementation decided what the interface leaves open</h2>
<p class="soft">Observations are no verdicts: any answer is as good as another.</p>
${scrolling(
  'What the interface leaves open',
  html`<table class="open narrow">
<thead><tr><th scope="col">Question</th><th scope="col">Seen</th></tr></thead>
${chaptersOf(observations).map((chapter) => {
  const of = observations.filter((each) => each.chapter === chapter);
  if (of.length === 0) return '';
  return html`<tbody><tr><th scope="rowgroup" colspan="2" class="group">${chapterTitle(chapter)}</th></tr>
${of.map(({ id, question, observed }) => html`<tr><th scope="row">${prose(question)}<p><code>${id}</code></p></th><td>${said(observed)}</td></tr>`)}</tbody>`;
})}</table>`,
)}</section>`;
}

function evidenceSection(json: string): Markup {
  const digest = createHash('sha256').update(json).digest('hex');
  return html`<section id="evidence"><h2>Evidence</h2>
<p>This page says what <code>certificate.json</code> beside it holds. SHA-256 of that file:</p>
<p class="digest"><code>${digest}</code></p>
<p>The SHA-256 of every file of the run is in <code>manifest.json</code>. The command <code>verify FOLDER</code> checks them, and
evaluates every check again on the recorded exchanges and webhooks, without the target and without trusting this page.</p>
<p>Every check with its steps, exchanges and webhooks, and the results of load tests: the command <code>report --out FOLDER</code> makes
<code>allure-report.html</code> of them, and <code>index.html</code>, which links to all that there is.</p>
<p>FOLDER is where this page lies. A command is typed as in <code>npx merchant-payments-conformance verify FOLDER</code>; in a clone of the
suite, as in <code>npm run verify -- FOLDER</code>.</p></section>`;
}

function formatSelection({ chapters: some, requirements, profile }: NonNullable<Certificate['selection']>): string {
  return [
    profile && `profile ${profile}`,
    some && `chapters ${some.join(', ')}`,
    requirements && `requirements ${requirements.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** For example "2026-01-31 12:00:00 UTC". */
function moment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

function skew({ skewMs, uncertaintyMs }: NonNullable<Certificate['clock']>): string {
  return `${Math.abs(skewMs)} ms ${skewMs >= 0 ? 'ahead' : 'behind'}, give or take ${uncertaintyMs} ms`;
}

const STYLE = `
main { max-width: 68rem; }
h1 { font-size: clamp(1.9rem, 8vw, 2.6rem); line-height: 1.15; margin: .25rem 0; letter-spacing: -.01em; } h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
.lead { font-size: 1.1rem; } header { margin-bottom: 1.25rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; margin: 1.25rem 0; }
section { margin-top: 2rem; } section.cause { margin-top: 1.25rem; } .cause details { margin-top: .5rem; } @media print { .cause > details::details-content { content-visibility: visible; } } section > h2:first-child { font-size: 1.35rem; border-bottom: 2px solid var(--line); padding-bottom: .3rem; }
article { background: var(--panel); border-left: 4px solid var(--warn); border-radius: 6px; padding: .75rem 1rem; margin: .75rem 0; }
article.failed { border-color: var(--bad); } article :is(h3, h4) { font-size: 1rem; margin: 0 0 .35rem; } .reason { margin-top: .5rem; font: .88em/1.45 ui-monospace, monospace; }
.facts th { width: min(16rem, 35%); color: var(--soft); } .every td:first-child { width: 8.5rem; white-space: nowrap; } .every td:last-child { width: 15rem; font-size: .94em; }
.summary { max-width: 44rem; } .open th { width: 55%; } .meaning::first-letter { text-transform: uppercase; } .group { font-weight: 600; padding-top: 1rem; } .digest { margin: .5rem 0; font-size: 1.05rem; }
section p + p { margin-top: .5rem; } li { margin: .2rem 0; }
@media print { nav { display: none; } h1 { font-size: 24pt; } section { margin-top: 1rem; } .every td:first-child { width: 26mm; } .every td:last-child { width: 38mm; } }
`;
