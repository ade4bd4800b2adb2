import { expect, test } from 'vitest';
import { readings } from '../../permitted/index.ts';
import { everyMutant } from '../index.ts';
import { loadMutants } from '../load.ts';
import { heldMutants } from './index.ts';

test('no two variations share a name, and names are slugs', () => {
  const names = [...everyMutant, ...loadMutants, ...readings].map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
});

test('each that is held says which sentence it contradicts', () => {
  expect(heldMutants.filter((mutant) => !('sentence' in mutant) || mutant.sentence === '')).toEqual([]);
});
