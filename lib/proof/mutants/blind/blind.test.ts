import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { permittedVariants } from '../../permitted/index.ts';
import { everyMutant } from '../index.ts';
import { loadMutants } from '../load.ts';
import type { BlindClasses } from './against.ts';
import { blindRounds, heldMutants, heldRounds } from './index.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

test('no two variations share a name, and names are slugs', () => {
  const names = [...everyMutant, ...loadMutants, ...permittedVariants].map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
});

const rounds = { ...blindRounds, ...heldRounds };

test('each that is held says which sentence it contradicts', () => {
  expect(heldMutants.filter((mutant) => !('sentence' in mutant) || mutant.sentence === '')).toEqual([]);
});

const roundsByTopic = [
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
  'twentieth',
  'twenty-first',
  'twenty-second',
  'twenty-third',
  'twenty-fourth',
  'twenty-fifth',
  'twenty-sixth',
  'twenty-seventh',
  'twenty-eighth',
  'twenty-ninth',
  'thirtieth',
  'thirty-first',
  'thirty-second',
  'thirty-third',
  'thirty-fourth',
  'thirty-fifth',
  'by-requirement',
  'held',
];

test('each round has the same classes, or some of them', () => {
  // Times and overlapping requests became classes of their own later.
  const all = [...Object.keys(blindRounds.eighth), 'concurrency', 'times'];
  expect(all).toHaveLength(20);
  // Some rounds are by topic, and so may be what is held, which need not be there.
  const [byTopic, byClass] = [true, false].map((wanted) =>
    Object.entries(rounds).filter(([name]) => roundsByTopic.includes(name) === wanted),
  );
  for (const [name, classes] of byTopic ?? []) if (name !== 'held') expect(Object.keys(classes), name).not.toEqual([]);
  for (const [name, classes] of byClass ?? [])
    expect(
      Object.keys(classes).filter((each) => !all.includes(each)),
      name,
    ).toEqual([]);
  const found = Object.assign({}, ...(byClass ?? []).map(([, classes]) => classes)) as BlindClasses;
  expect(Object.keys(found).sort()).toEqual(all.sort());
});

// Of the first round not every class had probes.
test.each(Object.keys(rounds).filter((name) => name !== 'first'))(
  'each file of the round %s has its probes',
  (round) => {
    const files = globSync(`${round}/*.ts`, { cwd: folder });
    const without = files.filter(
      (file) => !/\.(test|support)\.ts$/.test(file) && !files.includes(file.replace(/\.ts$/, '.test.ts')),
    );
    expect(without).toEqual([]);
  },
);
