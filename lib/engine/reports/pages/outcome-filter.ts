import { html } from 'hono/html';
import type { CertifiedRequirement } from '../../evidence/certificate.ts';
import type { Markup } from './frame.ts';
import { outcomeLooks, standOf } from './page-parts.ts';

// The page has no script: radio buttons and style sheets alone filter it.

const stands = ['failed', 'blocked', 'not_exercised', 'not_selected', 'passed'] as const;

/** Radio buttons that leave only requirements of one outcome on the page. What is printed is always the whole certificate. */
export function outcomeFilter(requirements: readonly CertifiedRequirement[]): Markup {
  const button = (name: string, words: string, count: number, checked = false) =>
    html`<label><input type="radio" name="outcome" id="show-${name}"${checked ? html` checked` : ''}> ${words} <span class="soft">(${count})</span></label>`;
  const byStand = Map.groupBy(requirements, standOf);
  const shown = stands.filter((stand) => stand !== 'not_selected' || byStand.has(stand));
  return html`<fieldset class="filter"><legend>Requirements on this page</legend>
${button('all', 'all', requirements.length, true)}
${shown.map((stand) => button(stand, stand === 'not_selected' ? 'not selected' : outcomeLooks[stand].words, byStand.get(stand)?.length ?? 0))}
</fieldset>`;
}

/** Hides what has no requirement of the chosen outcome. A requirement that a link leads to is shown all the same. */
function onlyOf(outcome: (typeof stands)[number]): string {
  const chosen = `main:has(#show-${outcome}:checked)`;
  const rest = (what: string) => `${chosen} ${what}:not(.${outcome}, :target)`;
  const without = (what: string) => `${chosen} ${what}:not(:has(.${outcome}, :target))`;
  return `${[rest('article'), rest('.every tbody tr'), without('#problems'), without('.cause'), without('.cause > details'), without('.chapter')].join(', ')} { display: none; }`;
}

export const FILTER_STYLE = `
.filter { border: 1px solid var(--line); border-radius: 10px; margin: 1.25rem 0 0; padding: .25rem .9rem .5rem; display: flex; flex-wrap: wrap; gap: 0 1.25rem; } .filter legend { color: var(--soft); font-size: .9em; }
.filter label { display: inline-flex; align-items: center; gap: .35rem; min-height: 1.9rem; cursor: pointer; } .filter input { accent-color: var(--link); width: 1.1rem; height: 1.1rem; margin: 0; }
@media screen { ${stands.map(onlyOf).join('\n')}
  @supports selector(::details-content) { main:not(:has(#show-all:checked)) .cause > details { & > summary { display: none; } &::details-content { content-visibility: visible; block-size: auto; } } }
}
@media print { .filter { display: none; } }
`;
