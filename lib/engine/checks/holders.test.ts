import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Holders } from './holders.ts';
import { loadSuites } from './suites.ts';

let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'holders-'));
  folder = join(home, 'suites');
  mkdirSync(folder);
  onTestFinished(() => rmSync(home, { recursive: true }));
  write('one', suite('thing.first', 'thing.second'));
  write('two', suite('thing.second'));
});

const define = JSON.stringify(join(import.meta.dirname, 'define.ts'));
const suite = (...ids: string[]) =>
  `import { define } from ${define};\n${ids.map((id) => `define({ id: '${id}', title: 'a check' } as never);`).join('\n')}`;
const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.ts`), text);

const holders = () => new Holders(join(home, 'cache/suites.json'), [folder]);
const load = (files?: ReadonlySet<string> | null) => loadSuites(folder, [], files);
const files = (...names: string[]) => new Set(names.map((name) => `suites/${name}.ts`));

test('what a load of all has shown is known to the next process: which files define checks of an id', async () => {
  expect(holders().filesOf(['thing.first'])).toBeNull();
  holders().learn(await load());

  expect(holders().filesOf(['thing.first'])).toEqual(files('one'));
  expect(holders().filesOf(['thing.second'])).toEqual(files('one', 'two'));
  expect(holders().filesOf(['thing.third'])).toEqual(files());
});

test.each([
  ['a file changes', () => write('two', suite('thing.first', 'thing.second'))],
  ['a file is new', () => write('three', suite('thing.first'))],
  ['a file is gone', () => rmSync(join(folder, 'two.ts'))],
  ['a file changes that has neither another length nor another time of modification', () => packed('thing.thirdd')],
])('it is forgotten when %s', async (_, change) => {
  packed('thing.second');
  holders().learn(await load());
  expect(holders().filesOf([])).not.toBeNull();
  change();
  expect(holders().filesOf(['thing.first'])).toBeNull();
});

/** As a file of a package: npm gives all of them one time of modification. */
function packed(id: string): void {
  write('two', suite(id));
  utimesSync(join(folder, 'two.ts'), 1, 1);
}

test('what changes during the load is no part of what it learns', async () => {
  const before = holders();
  const suites = await load();
  write('two', suite('thing.first', 'thing.second'));
  before.learn(suites);
  expect(holders().filesOf(['thing.first'])).toBeNull();
});

test('nothing is learnt where a file cannot be imported: its checks are unknown', async () => {
  write('three', `throw new Error('thing.first');`);
  holders().learn(await load());
  expect(holders().filesOf(['thing.first'])).toBeNull();
});

test('files that are not asked for are not imported', async () => {
  const suites = await load(files('two'));
  expect(suites.map(({ file }) => file)).toEqual(['suites/two.ts']);
});
