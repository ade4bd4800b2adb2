import { isBuiltin } from 'node:module';
import { OLDEST_NODE } from '../oldest-node.ts';

/** The fields of the project's package.json that the package's own is made from. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Large packages that only some features need: users who want these install them separately. */
const optional = ['@sigstore/sign', '@sparticuz/chromium', 'allure', 'allure-js-commons', 'open', 'playwright-core'];

/** The packages that a compiled module imports, by `import`, `import()`, `import.meta.resolve()` or a `require` that it creates. */
export function packagesIn(code: string): string[] {
  const specifiers = [
    ...code.matchAll(/(?:\bfrom|\bimport|\bimport\.meta\.resolve\(|\bimport\(|\.url\)\() ?'([^'./][^']*)'/g),
  ];
  return specifiers.flatMap(([, specifier = '']) => {
    const parts = specifier.split('/');
    const name = parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
    return isBuiltin(specifier) ? [] : [name];
  });
}

/** The package.json of the package. Throws if an imported package is not in the project's package.json. */
export function manifestOf(
  { name, version, description, license, devDependencies }: Manifest,
  imported: Iterable<string>,
) {
  const versions = [...new Set(imported)].sort().map((each): [string, string] => {
    const found = devDependencies[each];
    if (found === undefined) throw new Error(`${each} is imported, and not in package.json`);
    return [each, found];
  });
  const isOptional = ([each]: [string, string]) => optional.includes(each);
  const peers = versions.filter(isOptional);
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines: { node: `>=${OLDEST_NODE.join('.')}` },
    bin: { [name]: 'lib/commands/main.js' },
    exports: {
      '.': { types: './lib/commands/certify/run.d.ts', default: './lib/commands/certify/run.js' },
      './arazzo.yaml': './arazzo.yaml',
      './openapi.yaml': './openapi.yaml',
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(versions.filter((each) => !isOptional(each))),
    peerDependencies: Object.fromEntries(peers),
    peerDependenciesMeta: Object.fromEntries(peers.map(([each]) => [each, { optional: true }])),
  };
}
