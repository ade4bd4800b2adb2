import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { formats } from './engine/reports/formats.ts';
import { interfaceDocument } from './interface/register/document.ts';
import { chapters, observations, requirements } from './interface/register/index.ts';
import { loadSuites } from './interface/suites.ts';
import { settingsHelp } from './interface/target/settings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Which rooms a room may import from. What is started as a program of its own is imported by nobody. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  suites: ['interface'],
  engine: [],
  interface: ['engine'],
  commands: ['engine', 'interface', 'load', 'proof/scoreboard'],
  load: ['engine', 'interface', 'load scripts', 'proof/mutants', 'proof/scoreboard'],
  'load scripts': [],
  'proof/reference': [],
  'proof/second': [],
  'proof/disturbed': ['interface'],
  'proof/mutants': ['proof/reference', 'proof/permitted', 'interface'],
  'proof/permitted': ['proof/reference', 'proof/mutants', 'interface'],
  'proof/scoreboard': ['proof/mutants', 'proof/permitted', 'engine', 'interface', 'commands'],
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
// Tests, and what only they use, may import from anywhere.
const programs = sources.filter(({ file }) => !/\.(test|support|day|package)\.ts$|\/testing\//.test(file));

function roomOf(path: string): string {
  const [top = '', folder = '', inner = ''] = path.split('/');
  if (top !== 'lib') return top === 'load' ? 'load scripts' : top;
  return folder === 'proof' ? `proof/${inner}` : folder;
}

/** Imports of types included. */
function importsOf({ file, text }: Pick<Source, 'file' | 'text'>): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );
}

function roomsImportedBy(source: Source): string[] {
  return [...new Set(importsOf(source).map(roomOf))].filter((imported) => imported !== source.room);
}

/** A file that, directly or not, imports itself: the files on the way from it back to it. Null: there is none. */
function cycleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const search = (file: string, way: readonly string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of imports.get(file) ?? []) {
      const found = search(next, [...way, file]);
      if (found !== null) return found;
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const found = search(file, []);
    if (found !== null) return found;
  }
  return null;
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
      file: 'lib/proof/reference/x.ts',
      room: 'proof/reference',
      text: "import { a } from '../../interface/wire/codes.ts';",
    };
    expect(roomsImportedBy(offender)).toEqual(['interface']);
  });

  test('the engine knows no word of payments', () => {
    const words = /checkout|refund|payout|escrow|wallet|kobo|svc_|mch_/i;
    const offenders = programs.filter(({ room, text }) => room === 'engine' && words.test(text));
    expect(offenders.map(({ file, text }) => `${file}: ${text.match(words)?.[0]}`)).toEqual([]);
  });

  test('the engine knows neither the name of the document nor its headings', () => {
    const { name, sections } = interfaceDocument;
    const known = [name, ...Object.keys(sections).filter((heading) => heading.includes(' '))];
    const offenders = programs.filter(
      ({ room, text }) => room === 'engine' && known.some((each) => text.includes(each)),
    );
    expect(offenders.map(({ file }) => file)).toEqual([]);
  });

  test('the reference knows of no deliberate defects', () => {
    const words = programs.filter(
      ({ room, text }) => room === 'proof/reference' && /\bfaults?\b|mutant|\bbugs?\b/i.test(text),
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

  test('what is recorded has times of one clock, which nothing sets while a run lasts', () => {
    // What is replayed to a receiver is signed with the time that the receiver's own clock shows as well.
    const receivers = 'lib/engine/webhooks/replay.ts';
    const offenders = programs.filter(
      ({ room, file, text }) =>
        ['engine', 'interface', 'suites'].includes(room) && file !== receivers && /Date\.now\(|new Date\(\)/.test(text),
    );
    expect(offenders.map(({ file }) => file)).toEqual([]);
  });

  test("suites expect by the harness's word alone: what others expect could not be evaluated again", () => {
    const offenders = programs.filter(
      ({ room, text }) => room === 'suites' && /from '(?:vitest|node:assert|chai)|AssertionError/.test(text),
    );
    expect(offenders.map(({ file }) => file)).toEqual([]);
  });

  test('a suite passes over what an attempt forbids or lacks, never over whatever went wrong', () => {
    const offenders = programs.filter(({ room, text }) => room === 'suites' && /\.catch\(\(\)|catch \{/.test(text));
    expect(offenders.map(({ file }) => file)).toEqual([]);
  });

  test('what the package has names commands as they are typed there too', () => {
    const ofClone = /^lib\/(load|proof\/(?!reference)|commands\/(bench|load|package|predicates))/;
    const words = /^(?! *(?:\/?\*|\/\/)).*npm run (?:certify|explore|verify|board|compare|report|capture|reference)\b/m;
    const offenders = programs.filter(
      ({ file, text }) =>
        !ofClone.test(file) && words.test(text) && !text.includes('npx merchant-payments-conformance'),
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

  test('no file imports itself by way of others, not even its types', () => {
    expect(cycleIn(new Map(sources.map((source) => [source.file, importsOf(source)])))).toBeNull();
    const round = [
      { file: 'a.ts', text: "import type { B } from './b.ts';" },
      { file: 'b.ts', text: "import { a } from './a.ts';" },
    ];
    expect(cycleIn(new Map(round.map((each) => [each.file, importsOf(each)])))).toEqual(['a.ts', 'b.ts', 'a.ts']);
  });

  test('a room with many files has rooms inside, unless they are all alike', () => {
    const alike = /^lib\/proof\/mutants\/blind\/|^lib\/interface\/register$/;
    const rooms = Map.groupBy(programs, ({ file }) => dirname(file));
    const crowded = [...rooms].filter(([room, of]) => of.length > 15 && !alike.test(room));
    expect(crowded.map(([room, of]) => `${room}: ${of.length}`)).toEqual([]);
  });

  test('files stay short enough to be read', () => {
    const long = programs.filter(({ room, text }) => text.split('\n').length > (room === 'suites' ? 180 : 350));
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

  test('where there is no live environment, no requirement of the sandbox is left out for a check in live', () => {
    const ofLiveAlone = new Set<string>(requirements.filter(({ needs }) => needs.includes('live')).map(({ id }) => id));
    const kept = suites
      .flatMap(({ definitions }) => definitions)
      .filter(
        ({ kind, id, row, needs }) =>
          kind === 'requirement' && row === null && needs.includes('live') && !ofLiveAlone.has(id),
      );
    expect(kept.map(({ id, title }) => `${id}: ${title}`)).toEqual([]);
  });

  test('no two checks of one requirement carry the same words', () => {
    const titles = suites.flatMap(({ definitions }) => definitions.map(({ id, title }) => `${id}: ${title}`));
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });
});

describe('the documents', () => {
  const documents = globSync('{*.md,docs/*.md}', { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
  const textOf = (path: string) => documents.find((each) => each.path === path)?.text ?? '';

  test.each(Object.entries(settingsHelp))(
    'docs/running.md says of %s what the help says',
    (name, [meaning, fallback]) => {
      expect(textOf('docs/running.md')).toContain(`| \`${name}\` | ${meaning} | ${fallback} |`);
    },
  );

  test.each(Object.keys(formats))('docs/reports-and-trust.md says what %s is', (file) => {
    const [, table = ''] = textOf('docs/reports-and-trust.md').split('| File | What it is |');
    expect(table.slice(0, table.indexOf('\n\n'))).toContain(`\`${file}\``);
  });

  test('docs/reports-and-trust.md counts the requirements of the register', () => {
    const row = /^\| requirements, each with a mutant of its own \| (\d+) \|$/m;
    expect(Number(row.exec(textOf('docs/reports-and-trust.md'))?.[1])).toBe(requirements.length);
  });

  test('the README names every command', () => {
    const commands = Object.keys(scripts).filter(
      (name) => !['build', 'check', 'coverage', 'format', 'openapi', 'test', 'test:package'].includes(name),
    );
    expect(commands.filter((name) => !textOf('README.md').includes(`npm run ${name}`))).toEqual([]);
  });

  test('the README is one page', () => {
    expect(textOf('README.md').split('\n').length).toBeLessThan(100);
  });

  test.each(documents.map(({ path, text }) => [path, text] as const))('%s links to what is there', (path, text) => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
    for (const link of links.filter((to) => !/^https?:/.test(to))) {
      const [file = '', heading] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      expect(existsSync(join(root, target)), `${path}: ${link}`).toBe(true);
      if (heading !== undefined) expect(headingsOf(target), `${path}: ${link}`).toContain(heading);
    }
  });

  test.each(documents.map(({ path, text }) => [path, text] as const))('%s shows commands that exist', (path, text) => {
    const named = [...text.matchAll(/npm run (?:-s |--silent )?([a-z][a-z:]*)/g)].map(([, name = '']) => name);
    expect(
      named.filter((name) => !(name in scripts)),
      path,
    ).toEqual([]);
    const files = [...text.matchAll(/`((?:lib|suites|load)\/[\w./-]+?\.ts)`/g)].map(([, file = '']) => file);
    expect(
      files.filter((file) => !existsSync(join(root, file))),
      path,
    ).toEqual([]);
  });

  /** As GitHub makes the anchors of headings. */
  function headingsOf(path: string): string[] {
    return [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
      words
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );
  }
});
