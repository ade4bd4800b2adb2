import { expect, test } from 'vitest';
import { type Figure, inWords } from './figure.ts';
import { figuresPage } from './page.ts';

const figure: Figure = {
  name: 'planted races found',
  value: '19 of 20 runs',
  aim: 'all',
  isMet: false,
  sample: '10 planted races',
  seed: 7,
  cases: ['not found: <refund-race>'],
};

test('a figure is told with its aim, its sample and its seed, and what is missing', () => {
  expect(inWords(figure)).toBe(
    '✗ planted races found: 19 of 20 runs (aim: all; 10 planted races; seed 7)\n  not found: <refund-race>',
  );
});

test('and so on the page, escaped', () => {
  const page = figuresPage([figure]);
  expect(page).toContain('<td class="bad">19 of 20 runs</td>');
  expect(page).toContain('not found: &lt;refund-race&gt;');
});
