import { writeFile } from 'node:fs/promises';
import { Command, CommanderError } from 'commander';
import { fitting, program as runProgram } from '../terminal/program.ts';
import { compare } from './compare.ts';
import { readCertificate, Unusable } from './read.ts';
import { table } from './table.ts';

const program = new Command('compare')
  .description(
    'Says how certificate B differs from certificate A: what got better or worse, what is newly or no longer exercised, and which observation changed.',
  )
  .argument('<A>', 'the earlier run: its folder, or a certificate.json')
  .argument('<B>', 'the later one')
  .option('--json', 'print the comparison as JSON in place of the table')
  .option('--out <file>', 'write the comparison as JSON to this file, too')
  .option('--strict', 'count as worse, too: what is no longer exercised, and what failed or was blocked the first time')
  .addHelpText(
    'after',
    `
A regression is a requirement that passed in A and failed or was blocked in B. passed -> not_exercised is a loss of coverage: it is
told, and counts with --strict alone. So do failures of what A did not exercise or did not know. Requirements that only one of the
two has are told as new or gone. Measured seconds in observations may differ by 2, or by a quarter, without being a change.
Certificates of other suites will do, if they have the documented fields.

Exit status: 0 no regression; 1 a regression (with --strict: anything that counts as worse); 2 an input that cannot be compared.`,
  )
  .exitOverride()
  .configureOutput(fitting)
  .showSuggestionAfterError();

await runProgram(main);

async function main(): Promise<0 | 1 | 2> {
  try {
    program.parse();
    const [a = '', b = ''] = program.args;
    const { json, out, strict = false } = program.opts<{ json?: true; out?: string; strict?: true }>();
    const comparison = compare(await readCertificate(a), await readCertificate(b));
    const text = JSON.stringify(comparison, null, 2);
    if (out !== undefined) await write(out, `${text}\n`);
    // `--json` is read by programs, so its lines are not wrapped.
    if (json) process.stdout.write(`${text}\n`);
    else console.log(table(comparison, strict));
    return (strict ? comparison.regressedStrictly : comparison.regressed) ? 1 : 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const words = error instanceof Error ? error.message.split('\n')[0] : String(error);
    console.error(`compare: ${error instanceof Unusable ? '' : 'failed: '}${words}`);
    return 2;
  }
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
    throw new Unusable(`--out: ${path} cannot be written (${error.code})`);
  });
}
