/** Compiled: of the package. From a clone the TypeScript itself runs. */
const ofPackage = import.meta.url.endsWith('.js');

/** How a person types a command of this project: from a clone by its script, elsewhere by the package's own command. */
export function commandLine(command: string, args = '', asPackage = ofPackage): string {
  if (asPackage) return `npx merchant-payments-conformance ${[command, args].filter(Boolean).join(' ')}`;
  return `npm run ${command}${args === '' ? '' : ` -- ${args}`}`;
}
