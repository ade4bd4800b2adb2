import { html } from 'hono/html';
import type { Outcome } from '../../checks/outcome.ts';
import type { Certificate, Verdict } from '../../evidence/certificate.ts';
import type { Markup } from './frame.ts';
import { addressOf } from './passages.ts';

// What the pages about a certificate have in common.

/** Never by colour alone. */
export const outcomeLooks: Readonly<
  Record<Outcome, { readonly look: string; readonly mark: string; readonly words: string }>
> = {
  passed: { look: 'good', mark: '✓', words: 'passed' },
  failed: { look: 'bad', mark: '✗', words: 'failed' },
  blocked: { look: 'warn', mark: '■', words: 'blocked' },
  not_exercised: { look: 'soft', mark: '·', words: 'not exercised' },
};

export function outcomeOf(outcome: Outcome): Markup {
  const { look, mark, words } = outcomeLooks[outcome];
  return html`<span class="${look}">${mark} ${words}</span>`;
}

/** "Conformant in scope" */
export function verdictWords(verdict: Verdict): string {
  return verdict.charAt(0).toUpperCase() + verdict.slice(1).replaceAll('_', ' ');
}

export function verdictClass(verdict: Verdict): 'good' | 'warn' | 'bad' {
  if (verdict === 'nonconformant') return 'bad';
  return verdict === 'inconclusive' ? 'warn' : 'good';
}

/** Where a requirement stands on the certificate's page. */
export function anchor(id: string): string {
  return `#requirement-${id}`;
}

/** A passage of the interface in `words`; a link where the document's address is known. */
export function passageOf(source: string, { interfaceUrl }: Certificate, words = source): Markup {
  return interfaceUrl === undefined
    ? html`${words}`
    : html`<a href="${addressOf(source, interfaceUrl)}" rel="noreferrer">${words}</a>`;
}
