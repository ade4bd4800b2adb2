import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadSuites } from './harness/suites.ts';
import { chapters, observations, requirements } from './requirements/index.ts';
import { settingsHelp } from './target/settings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Which rooms a room may import from. What is started as a program of its own is imported by nobody. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  suites: ['harness'],
  requirements: [],
  contract: [],
  network: [],
  client: ['contract', 'network'],
  capture: ['contract'],
  target: ['requirements', 'contract', 'network'],
  predicates: ['contract', 'client', 'capture'],
  journal: [],
  harness: ['predicates', 'target', 'capture', 'client', 'contract', 'requirements', 'network', 'journal'],
  evidence: ['harness', 'predicates', 'client', 'capture', 'target', 'requirements'],
  certify: ['harness', 'evidence', 'capture', 'client', 'target', 'requirements', 'network', 'journal'],
  compare: [],
  verify: ['certify', 'harness', 'predicates', 'evidence', 'capture', 'client', 'contract', 'requirements'],
  bench: ['client', 'capture'],
  reference: [],
  second: [],
  mutants: ['reference', 'readings', 'requirements'],
  readings: ['reference', 'mutants', 'requirements'],
  'load scripts': [],
  load: ['load scripts', 'harness', 'capture', 'client', 'target', 'mutants', 'prove'],
  prove: ['harness', 'certify', 'target', 'requirements', 'mutants', 'readings', 'evidence'],
};

interface Source {
  /** Below the project's root. */
  readonly file: string;
  readonly room: string;
  readonly text: string;
}

const sources = globSync('{lib,suites,load}/**/*.ts', { cwd: root }).map((file): Source => {
  return { file, room: roomOf(file), text: readFileSync(join(root, file), 'utf8') };
});
const programs = sources.filter(({ file }) => !file.endsWith('.test.ts'));

function roomOf(path: string): string {
  const [top = '', folder = ''] = path.split('/');
  return top === 'suites' ? 'suites' : top === 'load' ? 'load scripts' : folder;
}

function roomsImportedBy({ file, text, room }: Source): string[] {
  const paths = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );
  return [...new Set(paths.map(roomOf))].filter((imported) => imported !== room);
}

describe('the rooms of the house', () => {
  test('every room is known', () => {
    const rooms = new Set(programs.map(({ room }) => room));
    expect([...rooms].sort()).toEqual(Object.keys(mayImport).sort());
  });

  test.each(Object.keys(mayImport))('%s imports only what it may', (room) => {
    for (const source of programs.filter((each) => each.room === room)) {
      expect(mayImport[room], source.file).toEqual(expect.arrayContaining(roomsImportedBy(source)));
    }
  });

  test('an import that is not allowed would be seen', () => {
    const offender = {
      file: 'lib/reference/x.ts',
      room: 'reference',
      text: "import { a } from '../contract/codes.ts';",
    };
    expect(roomsImportedBy(offender)).toEqual(['contract']);
  });

  test('the reference knows of no deliberate defects', () => {
    const words = programs.filter(
      ({ room, text }) => room === 'reference' && /\bfaults?\b|mutant|\bbugs?\b/i.test(text),
    );
    expect(words.map(({ file }) => file)).toEqual([]);
  });

  test('suites read no environment and know no target by name', () => {
    const offenders = programs.filter(
      ({ room, text }) =>
        room === 'suites' && /process\.|embedded|reference service|\bsecond implementation/i.test(text),
    );
    expect(offenders.map(({ file }) => file)).toEqual([]);
  });

  test("suites expect by the harness's word alone: what others expect could not be evaluated again", () => {
    const offenders = programs.filter(
      ({ room, text }) => room === 'suites' && /from '(?:vitest|node:assert|chai)|AssertionError/.test(text),
    );
    expect(offenders.map(({ file }) => file)).toEqual([]);
  });

  test('load scripts import k6 and nothing else that is not theirs', () => {
    const imported = programs
      .filter(({ room }) => room === 'load scripts')
      .flatMap(({ file, text }) => [...text.matchAll(/from '([^.'][^']*)'/g)].map(([, name = '']) => ({ file, name })));
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter(({ name }) => !/^k6(\/|$)/.test(name))).toEqual([]);
  });

  test('files stay short enough to be read', () => {
    const long = programs.filter(({ room, text }) => text.split('\n').length > (room === 'suites' ? 180 : 300));
    expect(long.map(({ file, text }) => `${file}: ${text.split('\n').length}`)).toEqual([]);
  });
});

describe('the suites and the register', async () => {
  const suites = await loadSuites();
  const defined = new Set<string>(suites.flatMap(({ definitions }) => definitions.map(({ id }) => id)));

  test('every suite file can be imported', () => {
    expect(suites.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  });

  test.each(chapters)('every requirement of %s has a check, every open question a look', (chapter) => {
    const without = [...requirements, ...observations].filter(
      (entry) => entry.chapter === chapter && !defined.has(entry.id),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  test('checks stand in the folder of their chapter', () => {
    const strays = suites.flatMap(({ file, definitions }) =>
      definitions.filter(({ chapter }) => !file.startsWith(`suites/${chapter}/`)).map(({ id }) => `${id} in ${file}`),
    );
    expect(strays).toEqual([]);
  });

  test('no two checks of one requirement carry the same words', () => {
    const titles = suites.flatMap(({ definitions }) => definitions.map(({ id, title }) => `${id}: ${title}`));
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });
});

describe('the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');

  test.each(Object.entries(settingsHelp))('says of %s what the help says', (name, [meaning, fallback]) => {
    expect(readme).toContain(`| \`${name}\` | ${meaning} | ${fallback} |`);
  });

  test('names every command', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commands = Object.keys(scripts).filter((name) => !['check', 'format', 'test', 'test:day'].includes(name));
    expect(commands.filter((name) => !readme.includes(`npm run ${name}`))).toEqual([]);
  });
});
