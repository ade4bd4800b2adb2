import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { KeyError, verifyingKey } from '../../engine/evidence/keys.ts';
import { sealFiles } from '../../engine/evidence/manifest.ts';
import { authorityIn, type Trust, trustedRootIn } from '../../engine/evidence/trust.ts';
import { secretSettings } from '../../engine/evidence/verify/evidence.ts';
import { inOneLine } from '../../engine/reports/printable.ts';
import { verifyFolder } from '../../interface/verify.ts';
import { collect } from '../terminal/options.ts';
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
  .option(
    '--timestamp-authority <file>',
    'the certificates (PEM: its own, then up to the root) of the authority whose time stamp there must be; may be given more than once',
    collect,
  )
  .option(
    '--trusted-root <file>',
    "Sigstore's trusted_root.json: it must be signed keyless, as --identity and --issuer say",
  )
  .option('--identity <text>', 'who must have signed it, to the letter: an address of mail, or of a workflow')
  .option('--issuer <url>', 'who must vouch for that identity, to the letter')
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
    const { key, ...trusted } = program.opts<{ key?: string } & TrustOptions>();
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new KeyError(`${folder} is no folder`);
    if (!existsSync(join(folder, sealFiles.manifest))) {
      throw new KeyError(`${folder} holds no ${sealFiles.manifest}: it is no evidence of a run`);
    }
    const known = key === undefined ? null : verifyingKey(key);
    const verified = await verifyFolder(folder, known, process.env, await trustIn(trusted));
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

interface TrustOptions {
  readonly timestampAuthority?: string[];
  readonly trustedRoot?: string;
  readonly identity?: string;
  readonly issuer?: string;
}

/** Throws KeyError. */
async function trustIn({ timestampAuthority, trustedRoot, identity, issuer }: TrustOptions): Promise<Trust> {
  const authorities = timestampAuthority?.map(authorityIn) ?? null;
  if (trustedRoot === undefined && identity === undefined && issuer === undefined) return { authorities, signer: null };
  // A trusted root alone would accept a signature by anybody with an account at an identity provider.
  if (trustedRoot === undefined || !identity || !issuer) {
    throw new KeyError('--trusted-root, --identity and --issuer have to be given together');
  }
  return { authorities, signer: { root: await trustedRootIn(trustedRoot), identity, issuer } };
}
