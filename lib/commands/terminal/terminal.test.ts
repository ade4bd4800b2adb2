import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import type { Certificate } from '../../engine/evidence/certificate.ts';
import { answering } from '../../interface/control/answering.support.ts';
import { onTerminal } from './pty.support.ts';

/** Terminal behaviour: each test runs a real command on a pseudo-terminal, or into a pipe whose reader closes it. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Waiting for a program must not stop this process: it reads the terminals, and answers the programs, of the tests beside.
const run = promisify(execFile);
const node = process.execPath;
const commands = {
  certify: 'lib/commands/certify/main.ts',
  explore: 'lib/commands/explore/main.ts',
  verify: 'lib/commands/verify/main.ts',
  compare: 'lib/commands/compare/main.ts',
  capture: 'lib/commands/capture/main.ts',
  load: 'lib/commands/load/main.ts',
  report: 'lib/commands/report/report.ts',
  bench: 'lib/commands/bench/main.ts',
  prove: 'lib/proof/scoreboard/main.ts',
  reference: 'lib/proof/reference/main.ts',
  mutants: 'lib/proof/mutants/main.ts',
} as const;

const CTRL_C = '\u{3}';

/** A reachable target that never answers a check, so that a run stays under way as long as the test needs. */
async function hanging(): Promise<Record<string, string>> {
  const { url } = await answering(({ path }) => (path.endsWith('/v1/banks') ? [200, []] : () => {}));
  return {
    TARGET_BASE_URL: url,
    TARGET_API_KEY: 'svc_test_sk_0123456789abcdef',
    TARGET_MERCHANT_ID: 'mch_test_1',
    TARGET_TIMEOUT: '10m',
  };
}

/** Visible characters: an emoji of several code points counts as one. */
const signs = (line: string) => [...new Intl.Segmenter().segment(line)].length;
const certificateIn = (out: string) => JSON.parse(readFileSync(join(out, 'certificate.json'), 'utf8')) as Certificate;

describe.concurrent('on a terminal', () => {
  test('progress is drawn, and the cursor is given back', async () => {
    const out = join(folder, 'progress');
    const shown = await onTerminal([node, commands.certify, '--out', out, '--profile', 'standard']);
    expect(shown.raw).toMatch(/\d+ of (?:\d+|\?) checks/);
    expect(shown.raw.lastIndexOf('\u{1b}[?25h')).toBeGreaterThan(shown.raw.lastIndexOf('\u{1b}[?25l'));
    expect(shown.status).toBe(0);
  });

  test.each([
    ['the command', [node, commands.certify]],
    ['npm run certify', ['npm', 'run', '--silent', 'certify', '--']],
  ] as const)('Ctrl-C once: %s writes the certificate of an interrupted run', async (name, command) => {
    const out = join(folder, `once ${name}`);
    const settings = await hanging();
    const args = ['--out', out, '--chapter', 'checkouts'] as const;
    const shown = await onTerminal([...command, ...args], { settings }, async ({ press, shows }) => {
      await shows(/[1-9]\d* in flight/);
      press(CTRL_C);
    });
    expect(shown.lines.join(' ')).toContain('interrupted: ending what is under way');
    expect(certificateIn(out)).toMatchObject({ interrupted: true, verdict: 'inconclusive' });
    // npm has its own exit status for an interruption.
    if (command[0] === node) expect(shown.status).toBe(1);
  });

  test('Ctrl-C twice: it ends at once, without a certificate, and gives the cursor back', async () => {
    const out = join(folder, 'twice');
    const settings = await hanging();
    // The second Ctrl-C comes while the command is still cleaning up: the target never answers its requests.
    const shown = await onTerminal(
      [node, '--import', `data:text/javascript,${encodeURIComponent(SLOW_END)}`, commands.certify, '--out', out],
      { settings },
      async ({ press, shows }) => {
        await shows(/[1-9]\d* in flight/);
        press(CTRL_C);
        await shows('interrupted:');
        await pause(1_500);
        press(CTRL_C);
      },
    );
    expect(shown.status, shown.raw.slice(-1_000)).toBe(130);
    expect(existsSync(join(out, 'certificate.json'))).toBe(false);
    expect(shown.raw.lastIndexOf('\u{1b}[?25h')).toBeGreaterThan(shown.raw.lastIndexOf('\u{1b}[?25l'));
  });

  test('a process that ends while progress is shown gives the cursor back', async () => {
    const script = `const { StatusLine } = await import(process.argv[1]); new StatusLine().show('under way'); process.exit(130);`;
    const module = new URL('status-line.ts', import.meta.url).href;
    const shown = await onTerminal([node, '--input-type=module', '-e', script, module]);
    expect(shown.raw).toContain('under way');
    expect(shown.raw.lastIndexOf('\u{1b}[?25h')).toBeGreaterThan(shown.raw.lastIndexOf('\u{1b}[?25l'));
  });

  test.each([80, 120])('at %d columns lines break between words, and go on below their text', async (columns) => {
    const asked = [
      [commands.certify, '--help'],
      [commands.certify, '--list'],
      [commands.explore, '--help'],
      [commands.load, '--help'],
      [commands.prove, '--help'],
      [commands.verify, '--help'],
      [commands.compare, '--help'],
      [commands.capture, '--help'],
    ];
    for (const command of asked) {
      const { lines } = await onTerminal([node, ...command], { columns });
      expect(lines.filter((line) => signs(line) > columns && /\S\s+\S/.test(line))).toEqual([]);
    }
    const { lines } = await onTerminal([node, commands.certify, '--list'], { columns });
    const piped = await run(node, [commands.certify, '--list'], { cwd: root, maxBuffer: 2 ** 26 });
    // Wrapping normalises the text: e and a combining accent become one character.
    const words = (text: string) => text.normalize().split(/\s+/).filter(Boolean);
    expect(words(lines.join('\n'))).toEqual(words(piped.stdout));
    // Statements are indented by two columns, their continuation lines by four.
    const broken = lines.flatMap((line, at) => (/^ {2}[a-z-]+\.\S+ {2}/.test(line) ? (lines[at + 1] ?? []) : []));
    expect(broken.length).toBeGreaterThan(100);
    expect(broken.filter((line) => !/^ {4}/.test(line))).toEqual([]);
  });

  test.each([80, 120])('at %d columns so does the summary of a failure', async (columns) => {
    const { url } = await answering(() => [500, { error: { code: 'no', message: 'some words '.repeat(40) } }]);
    const settings = { ...(await hanging()), TARGET_BASE_URL: url };
    const out = join(folder, `failure ${columns}`);
    const args = [commands.certify, '--out', out, '--requirement', 'checkout.created'];
    const { lines, status } = await onTerminal([node, ...args], { columns, settings });
    expect(status).toBe(1);
    const first = lines.findIndex((line) => line.includes('✗ failed'));
    expect(lines.slice(first).filter((line) => signs(line) > columns && /\S\s+\S/.test(line))).toEqual([]);
    expect(lines.join(' ').replace(/\s+/g, ' ')).toContain('some words '.repeat(20));
  });
});

/** Makes creating the folder of the certificate take a minute. */
const SLOW_END = `
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const { mkdir } = fs;
fs.mkdir = async (...all) => { if (process.listenerCount('SIGINT') && String(all[0]).includes('twice') && all[1]?.recursive) await new Promise((r) => setTimeout(r, 60_000)); return mkdir(...all); };
syncBuiltinESMExports();
`;

describe.concurrent('into a reader that goes away', () => {
  test.each([
    ['certify --list', commands.certify, '--list'],
    ['certify --help', commands.certify, '--help'],
    ['explore --help', commands.explore, '--help'],
    ['load --help', commands.load, '--help'],
    ['prove --help', commands.prove, '--help'],
    ['mutants --list', commands.mutants, '--list'],
    ['reference --help', commands.reference, '--help'],
    ['verify --help', commands.verify, '--help'],
    ['compare --help', commands.compare, '--help'],
    ['capture --help', commands.capture, '--help'],
    ['report --help', commands.report, '--help'],
    ['bench --help', commands.bench, '--help'],
  ])('%s | head -1 is no error', async (_, command, option) => {
    // The pipe is closed before anything is written, so that the test does not depend on timing.
    const script = `{ "$0" "$1" "$2"; echo "status $?" >&3; } 3>&2 | exec true`;
    const { stderr } = await run('sh', ['-c', script, node, command, option], { cwd: root });
    expect(stderr).toBe('status 0\n');
  });

  test('a run goes on, and leaves its certificate', async () => {
    const out = join(folder, 'piped');
    const script = `{ "$@"; echo "status $?" >&3; } 3>&2 2>/dev/null | exec true`;
    const args = ['-c', script, 'sh', node, commands.certify, '--out', out, '--requirement', 'bank.has-code'];
    const { stderr } = await run('sh', args, { cwd: root, env: { PATH: process.env.PATH } });
    expect(stderr).toBe('status 0\n');
    expect(certificateIn(out).totals).toMatchObject({ passed: 1 });
  });
});
