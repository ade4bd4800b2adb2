#!/usr/bin/env node
/** The package's command: `merchant-payments-conformance certify --help`. In a clone each subcommand is an npm script. */
import { fileURLToPath } from 'node:url';
import { MODULE_EXTENSION } from '../engine/modules.ts';
import { OLDEST_NODE } from './oldest-node.ts';

const commands: Readonly<Record<string, readonly [file: string, words: string]>> = {
  certify: ['certify/main', 'certifies an implementation'],
  explore: ['explore/main', 'searches for sequences of requests that break a rule'],
  verify: ['verify/main', 'verifies the evidence of a run'],
  board: ['board/main', 'shows several verified runs side by side'],
  compare: ['compare/main', 'compares two runs'],
  report: ['report/report', 'builds the Allure report of a run (needs the packages allure and allure-js-commons)'],
  capture: ['capture/main', 'receives webhooks and shows them'],
  reference: ['../proof/reference/main', 'a complete service on this machine, as a local sandbox'],
};

/** What a clone has beside these, as npm scripts: load needs k6, and the others are about the suite itself. */
const inClone = ['load', 'prove', 'disturb', 'bench'];

// npm only warns of another Node than the package's `engines`, and what an older one says itself is no help.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  process.stderr.write(
    `merchant-payments-conformance needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}\n` +
      'with a newer one from the registry: npx -p node@24 merchant-payments-conformance …\n',
  );
  process.exit(2);
}

const [node = '', , name = '--help', ...args] = process.argv;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command !== undefined) {
  const module = new URL(`./${command[0]}${MODULE_EXTENSION}`, import.meta.url);
  // The command reads `process.argv` as if it had been started directly.
  process.argv = [node, fileURLToPath(module), ...args];
  try {
    await import(module.href);
  } catch (error) {
    const [, missing] =
      /^Cannot find package '((?:@[^/']+\/)?[^/']+)'/.exec(error instanceof Error ? error.message : '') ?? [];
    if (missing === undefined) throw error;
    process.stderr.write(
      `${name}: the package ${missing} is missing, which is not part of a plain installation: npm install ${missing}\n`,
    );
    process.exitCode = 2;
  }
} else {
  const usage = [
    'Usage: merchant-payments-conformance COMMAND [options]; --help after a command shows its options.',
    '',
    ...Object.entries(commands).map(([each, [, words]]) => `  ${each.padEnd(10)} ${words}`),
    '',
    `Only in a clone of the repository: npm run ${inClone.join(', npm run ')}`,
  ].join('\n');
  const asked = name === '--help' || name === '-h';
  const unknown = inClone.includes(name)
    ? `${name} needs a clone of the repository: npm run ${name}\n`
    : `no command ${name}\n`;
  (asked ? process.stdout : process.stderr).write(`${asked ? '' : unknown}${usage}\n`);
  process.exitCode = asked ? 0 : 2;
}
