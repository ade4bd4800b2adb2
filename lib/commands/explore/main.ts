import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { NotExercised, RunImpossible } from '../../engine/checks/outcome.ts';
import { KEPT_FOLDER, readStory } from '../../engine/explore/kept.ts';
import { inOneLine } from '../../engine/reports/printable.ts';
import { SettingsError } from '../../engine/run/target.ts';
import { Unreachable } from '../../interface/target/probe-target.ts';
import { readSettings, settingRows } from '../../interface/target/settings.ts';
import { fitting, program as runProgram } from '../terminal/program.ts';
import { exploreTarget } from './run.ts';

const program = new Command('explore')
  .description(
    'Makes up stories of requests, buyers, owners and time, tells them to an implementation, and judges every answer by the model of the interface. Without settings: the embedded reference.',
  )
  .option('--seconds <number>', 'for so long', positive, 60)
  .option('--requests <number>', 'at most so many requests, shortening a story included', positive)
  .option('--seed <number>', 'makes up the same stories again', wholeNumber)
  .option('--replay <file>', 'tells a story again that was found before: story.json')
  .option(
    '--keep [folder]',
    `keep a story that breaks a rule in this folder, ${KEPT_FOLDER} by default: later certifications tell it first`,
  )
  .option('--out <folder>', 'where the story and the reports go', 'reports/exploration')
  .option('--reference', 'explore the embedded reference; in CI (where CI is set) it has to be asked for')
  .addHelpText('after', () => {
    return [
      '',
      'Settings, from the environment, as the command certify reads them:',
      ...settingRows(),
      '',
      'Exit status: 0 no story broke a rule; 1 one did; 2 nothing could be explored.',
    ].join('\n');
  })
  .exitOverride()
  .configureOutput(fitting)
  .showSuggestionAfterError();

await runProgram(main);

async function main(): Promise<number> {
  try {
    program.parse();
    const options = program.opts<{
      seconds: number;
      requests?: number;
      seed?: number;
      replay?: string;
      keep?: string | true;
      out: string;
      reference?: true;
    }>();
    const isTimed = options.requests === undefined || program.getOptionValueSource('seconds') === 'cli';
    return await exploreTarget({
      settings: readSettings(process.env, options),
      seconds: isTimed ? options.seconds : Number.POSITIVE_INFINITY,
      requests: options.requests ?? Number.POSITIVE_INFINITY,
      seed: options.seed,
      replay: options.replay === undefined ? null : await readStory('--replay', options.replay),
      keep: options.keep === true ? KEPT_FOLDER : (options.keep ?? null),
      out: options.out,
    });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const isKnown = [SettingsError, Unreachable, RunImpossible, NotExercised].some((known) => error instanceof known);
    const [words = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    console.error(`explore: ${inOneLine(isKnown ? words : `the suite itself failed: ${words}`)}`);
    return 2;
  }
}

function positive(value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new InvalidArgumentError('it is no number above 0');
  return number;
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw new InvalidArgumentError('it is no whole number');
  return number;
}
