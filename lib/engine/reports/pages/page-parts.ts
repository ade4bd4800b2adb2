import { html } from 'hono/html';
import type { Outcome } from '../../checks/outcome.ts';
import { type Certificate, type CertifiedRequirement, isSelected, type Verdict } from '../../evidence/certificate.ts';
import type { Markup } from './frame.ts';
import { addressOf, type InterfaceDocument } from './passages.ts';

// Shared by the pages about a certificate.

/** Each outcome has a mark and a word: it is never shown by colour alone. */
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

/** The outcome of a requirement; what was not selected is told apart from what was not exercised. */
export function standOf(each: CertifiedRequirement): Outcome | 'not_selected' {
  return isSelected(each) ? each.outcome : 'not_selected';
}

export function standShown(each: CertifiedRequirement): Markup {
  return isSelected(each) ? outcomeOf(each.outcome) : html`<span class="soft">· not selected</span>`;
}

/** For example "Conformant in scope". */
export function verdictWords(verdict: Verdict): string {
  return verdict.charAt(0).toUpperCase() + verdict.slice(1).replaceAll('_', ' ');
}

export function verdictClass(verdict: Verdict): 'good' | 'warn' | 'bad' {
  if (verdict === 'nonconformant') return 'bad';
  return verdict === 'inconclusive' ? 'warn' : 'good';
}

/** The link to a requirement on the certificate's page. */
export function anchor(id: string): string {
  return `#requirement-${id}`;
}

/** A passage of the interface, shown as `words`; a link if the document's URL is known. */
export function passageOf(
  source: string,
  { interfaceUrl }: Certificate,
  document: InterfaceDocument,
  words = source,
): Markup {
  return interfaceUrl === undefined
    ? html`${words}`
    : html`<a href="${addressOf(source, interfaceUrl, document)}" rel="noreferrer">${words}</a>`;
}
