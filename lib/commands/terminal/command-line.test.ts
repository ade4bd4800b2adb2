import { expect, test } from 'vitest';
import { asTyped } from '../../proof/reference/as-typed.ts';
import { commandLine } from './command-line.ts';

test.each([
  [commandLine('report'), 'npm run report'],
  [commandLine('report', '--out a b'), 'npm run report -- --out a b'],
  [commandLine('report', '', true), 'npx merchant-payments-conformance report'],
  [commandLine('certify', '--resume', true), 'npx merchant-payments-conformance certify --resume'],
])('a command is told as it is typed: %s', (told, typed) => expect(told).toBe(typed));

// The reference is a program of its own, which imports nothing of this one.
test.each([true, false])('the reference types commands in the same way; of the package: %s', (asPackage) => {
  for (const [command, args] of [
    ['capture', ''],
    ['reference', 'trigger refund.failed'],
  ] as const)
    expect(asTyped(command, args, asPackage)).toBe(commandLine(command, args, asPackage));
});
