/**
 * Builds the package in `dist/`: compiled JavaScript with types and source maps, and a package.json that names only the packages imported.
 * `npm pack ./dist` then makes the tarball.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Manifest, manifestOf, packagesIn } from './manifest.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
// Types only for what the package exports: users do not import the suites.
for (const project of ['tsconfig.build.json', 'tsconfig.types.json']) {
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--project', project], {
    cwd: root,
    stdio: 'inherit',
  });
}
// Data files that modules read from their own folder: the compiler copies only what is imported.
const data = globSync(['lib/**/*.json', 'suites/**/*.json'], { cwd: root });
const guides = globSync('docs/*.md', { cwd: root });
for (const file of ['CHANGELOG.md', 'LICENSE', 'arazzo.yaml', 'openapi.yaml', ...guides, ...data]) {
  mkdirSync(dirname(join(dist, file)), { recursive: true });
  copyFileSync(join(root, file), join(dist, file));
}
// A README of its own: the project's speaks of a clone.
copyFileSync(join(root, 'lib/commands/package/README.md'), join(dist, 'README.md'));
chmodSync(join(dist, 'lib/commands/main.js'), 0o755);

const imported = globSync('**/*.js', { cwd: dist }).flatMap((file) =>
  packagesIn(readFileSync(join(dist, file), 'utf8')),
);
const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifestOf(project, imported), null, 2)}\n`);
