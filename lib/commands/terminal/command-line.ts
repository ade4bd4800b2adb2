import { MODULE_EXTENSION } from '../../engine/modules.ts';

const ofPackage = MODULE_EXTENSION === '.js';

/** How a person types a command of this project: from a clone by its script, elsewhere by the package's own command. */
export function commandLine(command: string, args = '', asPackage = ofPackage): string {
  if (asPackage) return `npx merchant-payments-conformance ${[command, args].filter(Boolean).join(' ')}`;
  return `npm run ${command}${args === '' ? '' : ` -- ${args}`}`;
}
