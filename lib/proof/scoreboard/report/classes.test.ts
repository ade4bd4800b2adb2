import { expect, test } from 'vitest';
import { byClass, classLines } from './classes.ts';

const classes = { ends: [{ name: 'a' }, { name: 'b' }], sums: [{ name: 'c' }, { name: 'd' }] };
const scored = [
  { name: 'a', fate: 'killed' },
  { name: 'b', fate: 'survived' },
  { name: 'c', fate: 'breaks nothing' },
  { name: 'd', fate: 'not tried' },
  { name: 'of no class', fate: 'killed' },
] as const;

test('each is counted once, in its class', () => {
  expect(byClass(classes, scored)).toEqual([
    { name: 'ends', mutants: 2, killed: ['a'], elsewhere: ['b'], survived: [], notTried: [] },
    { name: 'sums', mutants: 2, killed: [], elsewhere: [], survived: ['c'], notTried: ['d'] },
  ]);
});

test('the table ends with the sum', () => {
  expect(classLines(byClass(classes, scored)).map((line) => line.trim().split(/\s{2,}/))).toEqual([
    ['class', 'mutants', 'killed', 'elsewhere', 'survived', 'not tried'],
    ['ends', '2', '1', '1', '0', '0'],
    ['sums', '2', '0', '0', '1', '1'],
    ['all', '4', '1', '1', '1', '1'],
    [''],
  ]);
  expect(classLines([])).toEqual([]);
});
