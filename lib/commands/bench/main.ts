import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import { fitting, program as runProgram } from '../terminal/program.ts';
import { benchCapture } from './capture.ts';
import { benchClient } from './client.ts';
import { type Comparison, formatComparison } from './compare.ts';
import { benchLoad } from './load.ts';
import { benchWaits, usualWaits, type Wait, waits } from './waits.ts';

/** Measures what the suite costs against what it is built on: on the same machine, alternately, in one run. */
const program = new Command('bench')
  .description('Measures what the client and the capture server cost, each in turns with its bare counterpart.')
  .option('--rounds <number>', 'pairs of measurements (default: 41; 3 of what people wait for)')
  .option(
    '--load',
    'how many requests a second one core has room for in a load run: of k6, of the audit, of the capture server',
  )
  .addOption(
    new Option(
      '--waits [name...]',
      'how long people wait, in seconds, and what it costs: all but team (20 runs side by side, and one after the other), sandbox (without control), proof and tests where none is named',
    ).choices(Object.keys(waits)),
  )
  .option('--against <checkout>', 'with --waits: measured there in turns, and told as a ratio')
  .exitOverride()
  .configureOutput(fitting);

await runProgram(main);

async function main(): Promise<number> {
  try {
    program.parse();
    const options = program.opts<{ rounds?: string; load?: true; waits?: true | Wait[]; against?: string }>();
    const { load } = options;
    if (options.against !== undefined && !options.waits) throw new Error('--against is for --waits');
    if (load) {
      console.log(`Node ${process.versions.node}`);
      for (const line of await benchLoad()) console.log(line);
      return 0;
    }
    const rounds = Number(options.rounds ?? (options.waits ? 3 : 41));
    const least = options.waits ? 1 : 3;
    if (!Number.isInteger(rounds) || rounds < least)
      throw new Error(`--rounds is not a whole number of at least ${least}`);
    if (options.waits) {
      const only = options.waits === true ? usualWaits : options.waits;
      const against = options.against === undefined ? null : resolve(options.against);
      for await (const line of benchWaits({ only, rounds, against })) console.log(line);
      return 0;
    }
    console.log(`${rounds} pairs each, on ${availableParallelism()} cores, Node ${process.versions.node}`);
    const comparisons: Comparison[] = [await benchClient(rounds), await benchCapture(rounds)];
    for (const comparison of comparisons) console.log(formatComparison(comparison));
    return comparisons.every(({ met }) => met) ? 0 : 1;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}
