import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { KeyError, verifyingKey } from '../../engine/evidence/keys.ts';
import { sealFiles } from '../../engine/evidence/manifest.ts';
import { secretSettings } from '../../engine/evidence/verify/evidence.ts';
import { inOneLine } from '../../engine/reports/printable.ts';
import { verifyFolder } from '../../interface/verify.ts';
import { fitting, program as runProgram } from '../terminal/program.ts';
import { conclusionOf, report } from './terminal.ts';

const program = new Command('verify')
  .description(
    'Checks the evidence of a run again, without its target: every file, the signature, the attestation, every predicate.',
  )
  .argument('[folder]', 'the folder that certify wrote to', 'reports')
  .option(
    '--key <file>',
    'the public key (PEM) that you trust, with which it must be signed; only with it can evidence be VERIFIED',
  )
  .addHelpText(
    'after',
    `\nSignatures of webhooks are checked where their secrets are in the environment: ${secretSettings.join(', ')}.\n\nExit status: 0 all holds, whoever signed it; 1 something does not; 2 no evidence that this version can check.`,
  )
  .exitOverride()
  .configureOutput(fitting);

await runProgram(main);

async function main(): Promise<number> {
  try {
    program.parse();
    const folder = resolve(program.processedArgs[0] as string);
    const { key } = program.opts<{ key?: string }>();
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new KeyError(`${folder} is no folder`);
    if (!existsSync(join(folder, sealFiles.manifest))) {
      throw new KeyError(`${folder} holds no ${sealFiles.manifest}: it is no evidence of a run`);
    }
    const verified = await verifyFolder(folder, key === undefined ? null : verifyingKey(key), process.env);
    console.log(report(folder, verified));
    return conclusionOf(verified).status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(
      `verify: ${inOneLine(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))}`,
    );
    return 2;
  }
}
