import { html, raw } from 'hono/html';

export type Markup = ReturnType<typeof html>;

export interface Row {
  label: string;
  value: string;
}

/** A whole page. All text inserted into it is escaped. */
export function page(title: string, testing: boolean, content: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
${testing ? html`<p class="testing">Sandbox: no real money moves.</p>` : ''}
<h1>${title}</h1>
${content}
</main>
</body>
</html>`;
}

export function summary(rows: (Row | false)[]): Markup {
  const shown = rows.filter((row) => row !== false);
  return html`<dl>${shown.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export function problem(text: string | null): Markup | '' {
  return text === null ? '' : html`<p class="problem" role="alert" id="problem">${text}</p>`;
}

/** Formats kobo as naira: 123456 becomes ₦1,234.56. */
export function naira(kobo: number): string {
  return `₦${(kobo / 100).toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

const STYLE = `
:root { color-scheme: light; --ink: #17202a; --soft: #5a6672; --line: #cfd6dd; --brand: #0b5c3f; }
* { box-sizing: border-box; }
body { margin: 0; background: #eef2f1; color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 27rem; margin: 2rem auto; padding: 1.75rem; background: #fff; border-radius: 14px; box-shadow: 0 6px 24px #0b5c3f1f; }
h1 { margin: 0 0 1rem; font-size: 1.4rem; }
h2 { margin: 0 0 .5rem; font-size: 1.05rem; }
.testing { display: inline-block; margin: 0 0 1rem; padding: .15rem .7rem; border-radius: 99px; background: #fdf1cf; color: #6b4a00; font-size: .85rem; }
dl { margin: 0 0 1.25rem; }
dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .45rem 0; border-bottom: 1px solid #e8ecef; }
dt { flex: none; color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; white-space: pre-line; }
form { margin: 0 0 1rem; }
label { display: block; margin-bottom: .9rem; font-weight: 600; font-size: .92rem; }
input { display: block; width: 100%; margin-top: .25rem; padding: .65rem .75rem; border: 1px solid #85919c; border-radius: 8px; font: inherit; font-weight: 400; }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid #4aa37f; outline-offset: 2px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; }
button, a.button { display: block; width: 100%; padding: .75rem; border: 1px solid var(--brand); border-radius: 8px; background: var(--brand); color: #fff; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button + button { margin-top: .9rem; }
button.second { background: #fff; color: var(--brand); }
section { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.problem { margin: 0 0 1rem; padding: .6rem .8rem; border-left: 4px solid #b3261e; background: #fceeed; color: #7d1a14; }
.hint { margin: 0 0 1rem; color: var(--soft); font-size: .9rem; }
`;

/** The answer of a hosted page. */
export interface PageAnswer {
  status: 200 | 302 | 303 | 307 | 402 | 403 | 404 | 409 | 410 | 422;
  headers?: Record<string, string>;
  markup?: Markup;
  location?: string;
}
