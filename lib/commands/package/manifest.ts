import { isBuiltin } from 'node:module';

/** As much of the project's package.json as the package's is made of. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Large, and needed for some things alone: who wants those installs them beside it. */
const optional = ['@sigstore/sign', '@sparticuz/chromium', 'allure', 'allure-js-commons', 'open', 'playwright-core'];

/** The packages that a compiled module imports, by `import`, `import()`, `import.meta.resolve()` or a `require` of its own. */
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

/** The package's own package.json. Throws where something is imported that the project does not name. */
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
    engines: { node: '>=22.18' },
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
