const ofPackage = import.meta.url.endsWith('.js');

/** How a person types a command beside this one: from a clone by its script; compiled, as in the package, by the package's own command. */
export function asTyped(command: string, args = '', asPackage = ofPackage): string {
  if (asPackage) return ['npx merchant-payments-conformance', command, args].filter(Boolean).join(' ');
  return ['npm run', command, args && `-- ${args}`].filter(Boolean).join(' ');
}
