import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import { KeyError, verifyingKey } from '../../engine/evidence/keys.ts';
import { sealFiles } from '../../engine/evidence/manifest.ts';
import { inOneLine } from '../../engine/reports/printable.ts';
import { fitting, program as runProgram } from '../terminal/program.ts';
import { StatusLine } from '../terminal/status-line.ts';
import { BoardError, makeBoard } from './board.ts';

const program = new Command('board')
  .description(
    'Shows the runs of several implementations side by side, on one page: chapter by chapter, with links to their certificates. The evidence of each is verified first, as the command verify does.',
  )
  .argument('<folders...>', 'the folders that certify wrote to, one for each implementation')
  .option('--out <file>', 'the page; its links lead from there to the folders', 'reports/board.html')
  .option(
    '--key <file>',
    'a public key (PEM) that you trust, as for verify; may be given more than once: each run has to be signed with one of them',
    (value: string, previous: string[] = []) => [...previous, value],
  )
  .addHelpText(
    'after',
    `
A run is named by its folder. One that does not verify is shown without figures, with the reason. Keep page and folders together: links
are relative.

Exit status: 0 every run verifies, whatever its verdict; 1 one does not; 2 no page could be made.`,
  )
  .exitOverride()
  .configureOutput(fitting)
  .showSuggestionAfterError();

await runProgram(main);

async function main(): Promise<number> {
  const progress = new StatusLine();
  try {
    program.parse();
    const folders = program.args;
    const { out, key = [] } = program.opts<{ out: string; key?: string[] }>();
    for (const folder of folders) {
      if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new BoardError(`${folder} is no folder`);
      if (existsSync(join(folder, sealFiles.manifest))) continue;
      throw new BoardError(`${folder} holds no ${sealFiles.manifest}: it is no evidence of a run`);
    }
    const runs = await makeBoard({
      folders,
      keys: key.map(verifyingKey),
      out,
      environment: process.env,
      onVerifying: (index) =>
        progress.show(`verifying ${index + 1} of ${folders.length}: ${inOneLine(folders[index] ?? '')}`),
    });
    progress.stop();
    for (const { name, conclusion, holding, contradictions } of runs) {
      const verdict = holding === null ? [] : [holding.reconciled.verdict.replaceAll('_', ' ')];
      const words = inOneLine([...verdict, conclusion, ...contradictions.slice(0, 1)].join('; ')).slice(0, 1_000);
      console.log(
        `${styleText(holding === null ? 'red' : 'green', holding === null ? '✗' : '✓')} ${inOneLine(name)}: ${words}`,
      );
    }
    console.log(`board: ${out}\nopen it in a browser: ${pathToFileURL(out).href}`);
    return runs.every(({ holding }) => holding !== null) ? 0 : 1;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    progress.stop();
    const known = error instanceof BoardError || error instanceof KeyError;
    const words = error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
    console.error(`board: ${known ? '' : 'failed: '}${inOneLine(words)}`);
    return 2;
  }
}
