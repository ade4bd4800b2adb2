import { expect, onTestFinished, test } from 'vitest';
import { permittedVariants } from '../permitted/index.ts';
import { createTransport } from '../reference/engine/transport.ts';
import { rulebook } from '../reference/rules/index.ts';
import { rulesOf, transportOf, variantNamed } from './apply.ts';
import { mutants } from './index.ts';
import { loadDefects, loadMutants, plantedCapacity } from './load.ts';

test('every defect that load has to see is there, and every one made for it is used', () => {
  const names = [...loadDefects.map(({ mutant }) => mutant), plantedCapacity.variant];
  const used = new Set(names.map((name) => variantNamed(name).name));
  expect(loadMutants.filter(({ name }) => !used.has(name))).toEqual([]);
});

test('none shares its name with another variation', () => {
  const others = new Set([...mutants, ...permittedVariants].map(({ name }) => name));
  expect(loadMutants.filter(({ name }) => others.has(name) || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
});

test('each changes the rules or the way to the receivers', async () => {
  const transport = createTransport();
  onTestFinished(() => transport.close());
  const same = loadMutants.filter(
    (each) => rulesOf([each], rulebook) === rulebook && transportOf([each], transport) === transport,
  );
  expect(same).toEqual([]);
});
