import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Manifest, manifestOf, packagesIn } from './manifest.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

test('every way to import a package is seen, and nothing else', () => {
  const code = `
    import { a } from 'undici'; import 'zod'; export * from 'hono/html';
    const b = await import('playwright-core'); import.meta.resolve('@sparticuz/chromium');
    const c = createRequire(import.meta.url)('junit-report-builder');
    import { d } from './own.js'; import { e } from 'node:fs'; const f = 'wrap-ansi'; path.resolve('reports'); resolve('dist');`;
  expect(packagesIn(code).sort()).toEqual([
    '@sparticuz/chromium',
    'hono',
    'junit-report-builder',
    'playwright-core',
    'undici',
    'zod',
  ]);
});

test('what is imported is a dependency, what is large is optional, and nothing else is named', () => {
  const manifest = manifestOf(project, ['zod', 'playwright-core', 'zod']);
  expect(manifest.dependencies).toEqual({ zod: project.devDependencies.zod });
  expect(manifest.peerDependencies).toEqual({ 'playwright-core': project.devDependencies['playwright-core'] });
  expect(manifest.peerDependenciesMeta).toEqual({ 'playwright-core': { optional: true } });
  expect(manifest).not.toHaveProperty('optionalDependencies');
  expect(manifest).not.toHaveProperty('scripts');
  expect(manifest).not.toHaveProperty('private');
});

test('what the project does not name is told', () => {
  expect(() => manifestOf(project, ['left-pad'])).toThrow('left-pad is imported, and not in package.json');
});

test('a manifest can be made of what the sources import', () => {
  const files = globSync('{lib,suites}/**/*.ts', { cwd: root }).filter((file) => !/\.(test|support)\.ts$/.test(file));
  const imported = files.flatMap((file) => packagesIn(stripTypeScriptTypes(readFileSync(join(root, file), 'utf8'))));
  expect(manifestOf(project, imported).dependencies).toHaveProperty('undici');
});
