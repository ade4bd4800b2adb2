import { availableParallelism } from 'node:os';
import { Command, CommanderError } from 'commander';
import { fitting, program as runProgram } from '../terminal/program.ts';
import { benchCapture } from './capture.ts';
import { benchClient } from './client.ts';
import { type Comparison, formatComparison } from './compare.ts';
import { benchLoad } from './load.ts';

/** What the suite costs, measured beside what it is built on: on the same machine, in turns, in one run. */
const program = new Command('bench')
  .description('Measures what the client and the capture server cost, each in turns with its bare counterpart.')
  .option('--rounds <number>', 'pairs of measurements', '41')
  .option(
    '--load',
    'how many requests a second one core has room for in a load run: of k6, of the audit, of the capture server',
  )
  .exitOverride()
  .configureOutput(fitting);

await runProgram(main);

async function main(): Promise<number> {
  try {
    program.parse();
    const { rounds: wished, load } = program.opts<{ rounds: string; load?: true }>();
    if (load) {
      console.log(`Node ${process.versions.node}`);
      for (const line of await benchLoad()) console.log(line);
      return 0;
    }
    const rounds = Number(wished);
    if (!Number.isInteger(rounds) || rounds < 3) throw new Error(`--rounds is not a whole number of at least 3`);
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
