import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventKinds } from './trigger.ts';

const MAIN = new URL('../main.ts', import.meta.url).pathname;

const cache = mkdtempSync(join(tmpdir(), 'trigger-'));
const received: { event: string; reference: string }[] = [];
const receiver = createServer(async (req, res) => {
  received.push(JSON.parse(await text(req)));
  res.end();
});

function start(args: readonly string[], home = cache): ChildProcess {
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: home };
  return spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function run(args: readonly string[], home?: string): Promise<{ code: number; out: string; error: string }> {
  const child = start(args, home);
  if (child.stdout === null || child.stderr === null) throw new Error('no output');
  const [[code], out, error] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code, out, error };
}

/** Resolves once the service listens. */
async function serve(...args: string[]): Promise<ChildProcess> {
  const child = start(args);
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface(child.stdout)) if (line.startsWith('Stop')) break;
  child.stdout.resume();
  return child;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

let running: ChildProcess;

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  // The killed service has left its note; the command has to use the one that answers.
  await stop(await serve('--quiet'), 'SIGKILL');
  const { port } = receiver.address() as AddressInfo;
  running = await serve('--webhook-url', `http://127.0.0.1:${port}/hooks`);
});

afterAll(async () => {
  await stop(running);
  receiver.close();
  rmSync(cache, { recursive: true, force: true });
});

async function isSent(kind: string): Promise<void> {
  const { code, out, error } = await run(['trigger', kind]);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toMatch(/^ {2}(sandbox|control) POST \/\S+ 20[01]$/m);
  const [, reference] = new RegExp(`^${kind.replaceAll('.', '\\.')}: (\\S+)$`, 'm').exec(out) ?? [];
  await vi.waitFor(() => expect(received).toContainEqual(expect.objectContaining({ event: kind, reference })), 10_000);
}

/** It moves the clock, at which links that others have just made would expire. */
const MOVES = 'wallet.link.expired';

test(`${MOVES} is sent, and its steps and its reference are told`, () => isSent(MOVES));

describe.concurrent('against a reference that runs', () => {
  test('there are the fifteen kinds of the interface', () => {
    expect(eventKinds).toHaveLength(15);
  });

  test.each(eventKinds.filter((kind) => kind !== MOVES))(
    '%s is sent, and its steps and its reference are told',
    isSent,
  );

  test('a wallet takes five links an hour: each time it is another', async () => {
    const ran = await Promise.all([...Array(6)].map(() => run(['trigger', 'wallet.link.rejected'])));
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

test.each([[['nope.\u0007happened']], [[]]])('%j: lists the kinds, status 2', async (args) => {
  const { code, out, error } = await run(['trigger', ...args]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error.split('\n')[0]).toMatch(
    args.length > 0 ? /^trigger: there is no event nope\.\?happened\. / : /which event/,
  );
  expect(error.match(/^ {2}[a-z.]+$/gm)).toEqual(eventKinds.map((each) => `  ${each}`));
});

test('where none runs: one line, status 2', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'trigger-none-'));
  const { code, out, error } = await run(['trigger', 'refund.failed'], empty);
  rmSync(empty, { recursive: true });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toBe('trigger: no reference is running; start one in another terminal: npm run reference\n');
});

test('the note of a running reference is for its user alone, and goes with it; of several, one has to be named', async () => {
  const notes = join(cache, 'merchant-payments-conformance/running');
  const before = readdirSync(notes);
  const other = await serve('--quiet');
  const added = readdirSync(notes).filter((name) => !before.includes(name));
  expect(added).toEqual([`${other.pid}.json`]);
  const { sandboxUrl, merchantId } = JSON.parse(readFileSync(join(notes, added[0] ?? ''), 'utf8'));
  const unnamed = await run(['trigger', 'payout.succeeded']);
  expect([unnamed.code, unnamed.out]).toEqual([2, '']);
  expect(unnamed.error).toMatch(/^trigger: several references are running; name one of them:\n {2}--at http/);
  expect(unnamed.error.split('\n').filter((line) => line.includes('--at '))).toHaveLength(2);
  for (const at of [sandboxUrl, new URL(sandboxUrl).port, merchantId]) {
    const named = await run(['trigger', 'payout.succeeded', '--at', at]);
    expect([named.code, named.out.split('\n')[0]]).toEqual([0, `merchant ${merchantId} at ${sandboxUrl}`]);
  }
  const nowhere = await run(['trigger', 'payout.succeeded', '--at', '1']);
  expect([nowhere.code, nowhere.error.split('\n')[0]]).toEqual([
    2,
    'trigger: no reference is running at 1; there are:',
  ]);
  if (process.platform !== 'win32') expect(statSync(join(notes, added[0] ?? '')).mode & 0o777).toBe(0o600);
  await stop(other);
  expect(readdirSync(notes)).toEqual(before);
});
