import { expect, test } from 'vitest';
import { withArticles } from './articles.ts';
import { loadSuites } from './suites.ts';

test('"a" before a kind or state that begins with a vowel is "an"', () => {
  expect(withArticles('a escrow with the id of a expired checkout, a payout: A escrow')).toBe(
    'an escrow with the id of an expired checkout, a payout: An escrow',
  );
  expect(withArticles('an escrow, and escrows of a used one')).toBe('an escrow, and escrows of a used one');
});

test('no title of a check says "a escrow"', async () => {
  const titles = (await loadSuites()).flatMap(({ definitions }) => definitions.map(({ title }) => title));
  expect(titles.length).toBeGreaterThan(1_000);
  expect(titles.filter((title) => /\ba [aeio](?!ne\b)\w/i.test(title))).toEqual([]);
});
