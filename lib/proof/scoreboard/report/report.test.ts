import { expect, test } from 'vitest';
import { requirement } from '../../../interface/register/index.ts';
import { byClass } from './classes.ts';
import { proofPage } from './page.ts';
import { score } from './score.ts';
import { remaining, summarise } from './terminal.ts';

const markup = '<script>alert(1)</script>';
const mutant = { name: 'a-mutant', what: markup, breaks: 'checkout.created' } as const;
const job = {
  kind: 'quick',
  name: 'a-mutant',
  target: ['a-mutant'],
  first: [],
  beside: [],
  untilFailed: true,
  depth: 'first',
} as const;
const seen = { id: 'checkout.created', title: markup, file: 'suites/a.ts', outcome: 'failed', reason: 'r' } as const;
const results = new Map([
  [
    'a-mutant',
    { job, seen: [seen], contradictions: [], named: null, requests: 3, seconds: 1.25, cutOff: false, fault: null },
  ],
]);
const proof = score([requirement('checkout.created')], { mutants: [mutant], results, clean: [] }, [], true);
const classes = byClass({ ends: [mutant] }, [{ name: 'a-mutant', fate: 'killed' }]);
const report = { seed: 7, seconds: 61.4, whole: true, emptied: [], pairs: { met: 3, of: 4 }, classes, ...proof };

test('the page shows requirement, mutant, check and seconds, and escapes what it is told', () => {
  const page = proofPage(report);
  for (const text of ['Proven', 'checkout.created', 'a-mutant', '&lt;script&gt;', '1.3', '1 of 1']) {
    expect(page).toContain(text);
  }
  expect(page).not.toContain(markup);
  expect(page).not.toMatch(/https?:\/\//);
});

test('the summary has the totals and the verdict', () => {
  expect(summarise(report)).toMatch(/ends +1 +1 .*1 of 1.*PROVEN.*61 s, seed 7/s);
});

test('what remains is what was done, gone on with', () => {
  expect(remaining(0, 10, 5)).toBe(0);
  expect(remaining(5, 20, 10)).toBe(30);
  expect(remaining(20, 20, 60)).toBe(0);
});
