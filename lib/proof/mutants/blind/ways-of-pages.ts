import type { Pages } from '../../reference/rules/rulebook.ts';
import type { Change } from '../mutant.ts';

/** Other hosted pages in place of some; they are given the ones before. */
export function pages(change: (before: Pages) => Partial<Pages>): Change {
  return (rules) => ({ ...rules, pages: { ...rules.pages, ...change(rules.pages) } });
}
