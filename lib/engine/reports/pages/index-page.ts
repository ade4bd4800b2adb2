import { html } from 'hono/html';
import { pageOf } from './frame.ts';

/** A page beside others to which it links. */
export interface IndexEntry {
  readonly file: string;
  readonly what: string;
}

/**
 * The way from one page to all that a run and its load tests left. The certificate cannot have these links: it is written, and verified,
 * before the report and the load results exist.
 */
export function indexPage(name: string, entries: readonly IndexEntry[]): string {
  const hrefOf = (file: string) => file.split('/').map(encodeURIComponent).join('/');
  return pageOf(
    name,
    html`<h1>${name}</h1>
<ul>${entries.map(({ file, what }) => html`<li><a href="${hrefOf(file)}">${what}</a> <code>${file}</code></li>`)}</ul>`,
    'li { margin: .5rem 0; }',
  );
}
