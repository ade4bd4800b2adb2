import { html, raw } from 'hono/html';
import { printable } from '../printable.ts';

export type Markup = ReturnType<typeof html>;

/**
 * A self-contained page, in the common look of all pages of the project: light and dark, printable, without scripts. It makes no network
 * requests, and its policy forbids any.
 */
export function pageOf(title: string, body: Markup, style = ''): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${printable(title)}</title>
<style>${raw(STYLE + style)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`);
}

/**
 * A table in a region that scrolls on narrow screens, except if its class is `narrow`: otherwise columns would be a few letters wide. The
 * region can be focused, to scroll it by keyboard; `name` is its label for screen readers, and must be unique on the page.
 */
export function scrolling(name: string, table: Markup): Markup {
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">${table}</div>`;
}

/** The suite's own sentences, in which back-ticks mark code. */
export function prose(text: string): Markup[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** Untrusted text, isolated so that it affects neither the page nor the direction of the text after it; at most 4,000 characters. */
export function said(text: string): Markup {
  const shown = printable(text);
  return html`<bdi>${shown.length > 4_000 ? `${shown.slice(0, 4_000)}… (cut here)` : shown}</bdi>`;
}

const STYLE = `
:root { color-scheme: light dark; --good: light-dark(#0a6640, #6fd3a4); --bad: light-dark(#a8201a, #ff9d94); --warn: light-dark(#8a5200, #f2c063);
  --ink: light-dark(#17202a, #e4e9ed); --soft: light-dark(#56616c, #a4b0bb); --line: light-dark(#d5dbe0, #36414b);
  --back: light-dark(#fff, #14191e); --panel: light-dark(#f3f6f7, #1c2329); --link: light-dark(#1b4f9c, #9cc2ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; overflow-wrap: break-word; }
main { max-width: 88rem; margin: 0 auto; padding: 1.5rem; }
h1 { margin: 0 0 .25rem; font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; }
a { color: var(--link); }
.verdict { font-size: 1.2rem; font-weight: 700; margin: 0 0 1rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .soft { color: var(--soft); }
.totals { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0; }
.totals div { background: var(--panel); border-radius: 10px; padding: .6rem .9rem; }
dt { color: var(--soft); font-size: .9em; } dd { margin: 0; } .totals dd { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
details { margin-top: 1.25rem; } summary { cursor: pointer; } summary h2 { display: inline; } summary span { color: var(--soft); margin-left: .5rem; }
.scroll { overflow-x: auto; } .scroll > table:not(.narrow) { min-width: 44rem; } .scroll:focus-visible { outline: 2px solid var(--link); }
table { width: 100%; border-collapse: collapse; margin-top: .5rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--soft); font-size: .9em; }
p { margin: 0; } td p, th p { color: var(--soft); font-size: .94em; overflow-wrap: anywhere; } .number { text-align: right; font-variant-numeric: tabular-nums; }
code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; } bdi { overflow-wrap: anywhere; white-space: pre-wrap; }
@page { size: A4; margin: 16mm 14mm 18mm; @bottom-right { content: counter(page) ' / ' counter(pages); font: 8pt system-ui, sans-serif; color: #56616c; } }
@media print {
  :root { color-scheme: light; } body { font-size: 8.5pt; } th, td { padding: .2rem .4rem; } main { max-width: none; padding: 0; }
  .scroll { overflow: visible; } .scroll > table:not(.narrow) { min-width: 0; } .totals div { border: 1px solid var(--line); } h2, h3 { break-after: avoid; } tr, li, article { break-inside: avoid; }
  * { print-color-adjust: exact; }
}
`;
