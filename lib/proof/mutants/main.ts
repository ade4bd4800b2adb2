/**
 * Starts the reference with variants: `node lib/proof/mutants/main.ts --mutant NAME --reading NAME [options of the reference]`; both
 * options can be repeated. `--list` prints all; `--serve` starts many in one process (see serve.ts).
 */

import { permittedVariants } from '../permitted/index.ts';
import { run } from '../reference/command.ts';
import { createTransport } from '../reference/engine/transport.ts';
import { rulebook } from '../reference/rules/index.ts';
import { rulesOf, transportOf, variantNamed } from './apply.ts';
import { everyMutant, unchanged } from './index.ts';
import { loadDefects, loadMutants } from './load.ts';
import { serve } from './serve.ts';
import type { Variant } from './variant.ts';

const USAGE = `Usage: node lib/proof/mutants/main.ts --mutant NAME ... --reading NAME ... [options of the reference]

Starts the reference with these variants: mutants have defects, readings are legal. Both options can be repeated.

  --mutant NAME   a defect, or what load is tried with
  --reading NAME  something that the interface leaves open, decided otherwise
  --list          print all variants, and end
  --serve         start many in one process, as asked on standard input
  --help          print this, and end; the options of the reference: npm run reference -- --help`;

const NAMED = new Set(['--mutant', '--reading']);
const { names, rest } = namesIn(process.argv);

if (rest.includes('--help') || rest.includes('-h')) {
  console.log(USAGE);
} else if (rest.includes('--list')) {
  const lines = everyMutant.map(({ name, breaks, what }) => `${name}\n    breaks ${breaks}: ${what}`);
  const legal = permittedVariants.map(
    ({ name, what, touches }) => `${name}\n    a reading (${touches.join(', ')}): ${what}`,
  );
  const loaded = loadMutants.map(({ name, what }) => {
    const { script, turnsRed } = loadDefects.find(({ mutant }) => mutant === name) ?? {
      script: 'capacity',
      turnsRed: 'its knee',
    };
    return `${name}\n    for load (${script}, ${turnsRed}): ${what}`;
  });
  const sum = `${everyMutant.length} mutants, ${loadMutants.length} for load, ${permittedVariants.length} readings, and ${unchanged.name}: ${unchanged.what}`;
  console.log([...lines, ...loaded, ...legal, sum].join('\n'));
} else if (rest.includes('--serve')) {
  serve();
} else {
  const variants = named();
  await run(rest, rulesOf(variants, rulebook), transportOf(variants, createTransport()));
}

function named(): Variant[] {
  try {
    if (names.length > 0) return names.map(variantNamed);
    throw new Error('--mutant NAME or --reading NAME is missing; --list shows all');
  } catch (error) {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    return process.exit(2);
  }
}

/** The names of variants, and the remaining arguments, which are for the reference. */
function namesIn(argv: readonly string[]): { names: string[]; rest: string[] } {
  const names: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const [option = '', value] = (argv[at] ?? '').split('=', 2);
    if (NAMED.has(option)) names.push(value ?? argv[++at] ?? '');
    else rest.push(argv[at] ?? '');
  }
  return { names, rest };
}
