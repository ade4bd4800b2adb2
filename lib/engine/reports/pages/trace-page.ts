import { html } from 'hono/html';
import {
  type Certificate,
  type CertifiedObservation,
  type CertifiedRequirement,
  inNumbers,
} from '../../evidence/certificate.ts';
import { counted } from '../../evidence/counted.ts';
import { type Markup, pageOf, prose, said, scrolling } from './frame.ts';
import { anchor, outcomeOf, passageOf, standShown, verdictClass, verdictWords } from './page-parts.ts';
import { byPassage, type InterfaceDocument } from './passages.ts';

type Entry = CertifiedRequirement | CertifiedObservation;

/** The trace matrix: from each passage of the interface to its requirements, their tests and their outcomes. */
export function tracePage(certificate: Certificate, document: InterfaceDocument): string {
  const { verdict, requirements, observations } = certificate;
  const passages = byPassage<Entry>([...requirements, ...observations], document);
  const sections = [...Map.groupBy(passages, ({ section }) => section)];
  const tests = requirements.reduce((sum, each) => sum + each.tests.length, 0);
  return pageOf(
    'Trace matrix: from the interface to its tests',
    html`<h1>From the interface to its tests</h1>
<p class="verdict ${verdictClass(verdict)}">${verdictWords(verdict)}</p>
<p class="soft">Interface ${certificate.interfaceVersion}, target ${said(certificate.target.baseUrl)}, ${certificate.startedAt.slice(0, 10)}:
${counted(passages.length, 'passage')}, ${counted(requirements.length, 'requirement')}, ${counted(tests, 'test')}, ${counted(observations.length, 'open question')}.
<a href="certificate.html">The certificate</a></p>
<p>${inNumbers(certificate)}</p>
${troubles(requirements)}
<nav aria-label="Sections"><ul>${sections.map(([section]) => html`<li><a href="#${slug(section)}">${section ?? 'Other passages'}</a></li>`)}</ul></nav>
${sections.map(
  ([section, of]) => html`<section id="${slug(section)}"><h2>${section ?? 'Other passages'}</h2>
${scrolling(
  section ?? 'Other passages',
  html`<table>
<thead><tr><th scope="col">Passage</th><th scope="col">Requirement</th><th scope="col">Tests</th><th scope="col">Outcome</th></tr></thead>
<tbody>${of.map((passage) => rowsOf(passage, certificate, document))}</tbody>
</table>`,
)}</section>`,
)}`,
    STYLE,
  );
}

/** What did not pass, shown first. */
function troubles(requirements: readonly CertifiedRequirement[]): Markup | '' {
  const of = (outcome: 'failed' | 'blocked') => requirements.filter((each) => each.outcome === outcome);
  const all = [...of('failed'), ...of('blocked')];
  if (all.length === 0) return '';
  return html`<section aria-label="What failed or was blocked"><h2>What failed or was blocked</h2><ul>${all.map(
    ({ id, outcome }) =>
      html`<li>${outcomeOf(outcome)} <a href="certificate.html${anchor(id)}"><code>${id}</code></a></li>`,
  )}</ul></section>`;
}

/** The rows of a passage, which stands at the head of them all. */
function rowsOf(
  { source, entries }: { readonly source: string; readonly entries: readonly Entry[] },
  certificate: Certificate,
  document: InterfaceDocument,
): Markup[] {
  const passage = passageOf(source, certificate, document, inSection(source));
  const head = html`<th scope="rowgroup" rowspan="${entries.length}">${passage}</th>`;
  return entries.map((entry, index) => row(entry, index === 0 ? head : ''));
}

function row(entry: Entry, head: Markup | ''): Markup {
  if (!('statement' in entry)) {
    return html`<tr>${head}<td><em>left open:</em> ${prose(entry.question)}<p><code>${entry.id}</code></p></td>
<td colspan="2" class="soft">${said(entry.observed)}</td></tr>`;
  }
  const { id, statement, tests } = entry;
  return html`<tr>${head}<td>${prose(statement)}<p><a href="certificate.html${anchor(id)}"><code>${id}</code></a></p></td>
<td>${testsShown(tests)}</td>
<td class="outcome">${standShown(entry)}</td></tr>`;
}

/** How many tests of a requirement are shown unfolded: a table of checks may have hundreds of rows. */
const UNFOLDED = 6;

function testsShown(tests: readonly string[]): Markup | Markup[] {
  if (tests.length === 0) return html`<p>none ran</p>`;
  const of = (some: readonly string[]) => some.map((test) => html`<p>${test}</p>`);
  if (tests.length <= UNFOLDED) return of(tests);
  const [shown, folded] = [tests.slice(0, UNFOLDED - 1), tests.slice(UNFOLDED - 1)];
  return [
    ...of(shown),
    html`<details><summary>${counted(folded.length, 'more test')}</summary>${of(folded)}</details>`,
  ];
}

/** For example "Thing, create request, amount", without the section, which is the heading above. */
function inSection(source: string): string {
  return source.includes(', ') ? source.slice(source.indexOf(', ') + 2) : source;
}

function slug(section: string | undefined): string {
  return (section ?? 'other').toLowerCase().replaceAll(' ', '-');
}

const STYLE = `
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; margin: 1rem 0; }
tbody th { width: 18%; } td details { margin-top: .25rem; } td:nth-last-child(2) { width: 36%; } .outcome { width: 9rem; white-space: nowrap; }
@media (max-width: 45rem) {
  table, tbody, tr, td, tbody th { display: block; width: auto !important; min-width: 0; } thead { display: none; }
}
@media print { @page { size: A4 landscape; } tr { break-inside: auto; } nav { display: none; } .outcome { width: 28mm; } td details::details-content { content-visibility: visible; } }
`;
