import { expect, test } from 'vitest';
import { commandLine } from './command-line.ts';

test.each([
  [commandLine('report'), 'npm run report'],
  [commandLine('report', '--out a b'), 'npm run report -- --out a b'],
  [commandLine('report', '', true), 'npx merchant-payments-conformance report'],
  [commandLine('certify', '--resume', true), 'npx merchant-payments-conformance certify --resume'],
])('a command is told as it is typed: %s', (told, typed) => expect(told).toBe(typed));
