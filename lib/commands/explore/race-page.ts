import { html, raw } from 'hono/html';
import { parseJson } from '../../engine/http/json.ts';
import { pageOf, prose, said } from '../../engine/reports/pages/frame.ts';
import { concurrent, overlapping } from '../../engine/reports/pictures/concurrent.ts';
import { printable } from '../../engine/reports/printable.ts';
import type { Found } from '../../interface/explore/explore.ts';
import { byName } from '../../interface/explore/words.ts';
import { textIn } from '../../interface/model/events.ts';
import { requirement } from '../../interface/register/index.ts';
import { reasonOf, toldInWords } from './terminal.ts';

const MAX_WORDS = 44;

/** A page showing the concurrent requests that no order explains; null if the rule was broken by requests sent one after another. */
export function racePage({ story, telling, violation }: Pick<Found, 'story' | 'telling' | 'violation'>): string | null {
  const told = new Set(violation.exchanges);
  const window = overlapping(telling.exchanges.filter(({ id }) => told.has(id)));
  if (window.length === 0) return null;
  const wordsOf = ({ id, request }: (typeof window)[number]) => {
    const reference = textIn(parseJson(request.body ?? ''), 'reference');
    const words = `${id}. ${request.method} ${new URL(request.url).pathname}${reference === null ? '' : ` ${reference}`}`;
    return printable(byName(words, telling)).slice(0, MAX_WORDS);
  };
  const { statement, source } = requirement(violation.requirement);
  return pageOf(
    `Requests at once · ${violation.requirement}`,
    html`<h1>Requests that no order explains</h1>
<p class="verdict bad">${violation.requirement}</p>
<p>${prose(statement)} <span class="soft">(${source})</span></p>
<p>${said(byName(reasonOf(violation), telling))}</p>
<p>${raw(concurrent(window, wordsOf))}</p>
<h2>The story</h2>
<pre>${printable(toldInWords(story, telling))}</pre>`,
    'pre { overflow-x: auto; } p { margin: 0 0 .75rem; }',
  );
}
