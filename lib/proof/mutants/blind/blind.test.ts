import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { permittedVariants } from '../../permitted/index.ts';
import { everyMutant } from '../index.ts';
import { loadMutants } from '../load.ts';
import { blindClasses, heldClasses, heldMutants } from './index.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

test('no two variations share a name, and names are slugs', () => {
  const names = [...everyMutant, ...loadMutants, ...permittedVariants].map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
});

test('each that is held says which sentence it contradicts', () => {
  expect(heldMutants.filter((mutant) => !('sentence' in mutant) || mutant.sentence === '')).toEqual([]);
});

test('both sets have the same classes, and each held one its probes', () => {
  expect(Object.keys(heldClasses)).toEqual(Object.keys(blindClasses));
  const files = globSync('held/*.ts', { cwd: folder });
  const without = files.filter(
    (file) => !/(\.test|index)\.ts$/.test(file) && !files.includes(file.replace(/\.ts$/, '.test.ts')),
  );
  expect(without).toEqual([]);
});
