import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Runs the package's command with `--help`, on a Node that says that it is this version. */
function startedOn(version: string, asked = '--help') {
  return startedAfter(
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
    [asked],
  );
}

function startedAfter(module: string, args: readonly string[]) {
  const preload = `--import=data:text/javascript,${encodeURIComponent(module)}`;
  return spawnSync(process.execPath, [preload, join(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' });
}

test.each(['20.20.2', '22.18.0'])('on Node %s the command says which it needs: 2', (version) => {
  const { status, stdout, stderr } = startedOn(version);
  expect(stderr.split('\n')).toEqual([
    `merchant-payments-conformance needs Node 22.19 or newer; this is ${version}`,
    'with a newer one from the registry: npx -p node@24 merchant-payments-conformance …',
    '',
  ]);
  expect([status, stdout]).toEqual([2, '']);
});

test.each(['22.19.0', '24.0.0'])('on Node %s it runs', (version) => {
  expect(startedOn(version)).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('certify') });
});

test('what only a clone can do is said to need one, beside what there is: 2', () => {
  const { status, stderr } = startedOn('24.0.0', 'load');
  expect(stderr).toMatch(/^load needs a clone of the repository: npm run load\nUsage: [\s\S]*\n {2}certify /);
  expect(status).toBe(2);
});

test('without the packages of Allure, report has its help, and says in one line that they are missing: 2', () => {
  const lacking = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(name, context, next) {
        if (/^allure/.test(name)) throw new Error("Cannot find package '" + name + "'");
        return next(name, context);
      },
    });`;
  expect(startedAfter(lacking, ['report', '--help'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Usage: report /),
    stderr: '',
  });
  expect(startedAfter(lacking, ['report'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'report: a plain installation lacks allure and allure-js-commons: npm install allure allure-js-commons\n',
  });
});
