import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';

const MAIN = new URL('main.ts', import.meta.url).pathname;

const cache = mkdtempSync(join(tmpdir(), 'reference-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

function start(...args: string[]) {
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let error = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    error += text;
  });
  return { child, exit: exitOf(child), error: () => error, lines: createInterface(child.stdout) };
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'close');
  return code;
}

test.each([
  [[], 'start npm run capture in another terminal, and this with --webhook-url http://127.0.0.1:8787/hooks.'],
  [['--webhook-url', 'http://127.0.0.1:9/in'], 'something has to listen at http://127.0.0.1:9/in, such as npm run'],
])('started with %j, it says how to see a webhook arrive, and not what was done already', async (args, words) => {
  const { child, exit, lines } = start('--quiet', ...args);
  const printed: string[] = [];
  for await (const line of lines) {
    printed.push(line);
    if (line.startsWith('Stop')) break;
  }
  child.kill();
  await exit;
  const told = printed.filter((line) => line.startsWith('See its webhook arrive'));
  expect(told).toEqual([expect.stringContaining(words)]);
  if (args.length > 0) expect(told.join()).not.toContain('--webhook-url');
});

test('--settings prints one line of settings that hold, and ends with standard input', async () => {
  const { child, exit, lines } = start('--settings');
  const printed: string[] = [];
  const ended = once(lines, 'close');
  lines.on('line', (line) => printed.push(line));
  await once(lines, 'line');
  const settings = JSON.parse(printed[0] ?? '');
  expect(Object.keys(settings).sort()).toEqual([
    'TARGET_BASE_URL',
    'TARGET_CONTROL_TOKEN',
    'TARGET_CONTROL_URL',
    'TARGET_LIVE_BASE_URL',
  ]);
  const headers = { authorization: `Bearer ${settings.TARGET_CONTROL_TOKEN}` };
  expect((await fetch(settings.TARGET_CONTROL_URL, { headers })).status).toBe(200);

  const busy = start('--port', new URL(settings.TARGET_BASE_URL).port);
  expect(await busy.exit).toBe(2);
  expect(busy.error()).toMatch(/^error: port \d+ is already in use\n$/);

  child.stdin?.end();
  expect(await exit).toBe(0);
  await ended;
  expect(printed).toHaveLength(1);
});

test('without it, a developer is told how to begin; SIGTERM ends it', async () => {
  const { child, exit, lines } = start('--webhook-url', 'http://127.0.0.1:9/hook');
  const printed: string[] = [];
  for await (const line of lines) {
    printed.push(line);
    if (line.startsWith('Stop')) child.kill('SIGTERM');
  }
  expect(printed.join('\n')).toMatch(/svc_test_sk_[\s\S]*svc_live_sk_[\s\S]*curl /);
  expect(await exit).toBe(0);
});

test('requests are printed as they are answered, and the control listener has the interface as OpenAPI', async () => {
  const { child, exit, lines } = start();
  const printed: string[] = [];
  let asked: Promise<unknown> = Promise.resolve();
  const addressOf = (name: string) => new RegExp(`^${name} +(http\\S+)$`, 'm').exec(printed.join('\n'))?.[1] ?? '';
  const ask = async () => {
    const document = await (await fetch(`${addressOf('Control')}/openapi.yaml`)).text();
    expect(document).toContain(`- url: ${addressOf('Sandbox')}\n`);
    expect(document).not.toContain('example.com');
    // The Arazzo document refers to the OpenAPI document beside it.
    expect(await (await fetch(`${addressOf('Control')}/arazzo.yaml`)).text()).toContain('url: ./openapi.yaml\n');
    // The interface itself serves no documents.
    expect((await fetch(`${addressOf('Sandbox')}/openapi.yaml?key=secret`)).status).toBe(404);
  };
  for await (const line of lines) {
    printed.push(line);
    if (line.startsWith('Stop')) asked = ask();
    if (line.includes(' 404 ')) child.kill('SIGTERM');
  }
  await asked;
  expect(printed).toContainEqual(expect.stringMatching(/^control GET \/openapi\.yaml 200 \d+ ms$/));
  expect(printed).toContainEqual(expect.stringMatching(/^sandbox GET \/openapi\.yaml 404 \d+ ms$/));
  expect(await exit).toBe(0);
});

test('with --quiet, nothing is printed of requests', async () => {
  const { child, exit, lines } = start('--quiet');
  const printed: string[] = [];
  let asked: Promise<unknown> = Promise.resolve();
  for await (const line of lines) {
    printed.push(line);
    if (!line.startsWith('Stop')) continue;
    const [, url = ''] = /^Sandbox +(\S+)$/m.exec(printed.join('\n')) ?? [];
    asked = fetch(`${url}/v1/banks`).finally(() => child.kill('SIGTERM'));
  }
  await asked;
  expect(printed.at(-1)).toMatch(/^Stop/);
  expect(await exit).toBe(0);
});

test('with a seed, keys and tokens are the same at every start, and differ from those of another', async () => {
  const keysOf = async (seed: string) => {
    const { child, exit, lines } = start('--seed', seed);
    const keys: string[] = [];
    for await (const line of lines) {
      keys.push(...(/(?:merchant id|API key|webhook secret|token) +(\S+)$/.exec(line)?.slice(1) ?? []));
      if (line.startsWith('Stop')) child.kill('SIGTERM');
    }
    await exit;
    return keys;
  };
  const [first, again, other] = await Promise.all([keysOf('mine'), keysOf('mine'), keysOf('other')]);
  expect(first).toHaveLength(7);
  expect(new Set(first.map((key) => key.slice(-24))).size).toBe(7);
  expect(again).toEqual(first);
  expect(other.filter((key) => first.includes(key))).toEqual([]);
});

test.for([['--port', 'x'], ['--nonsense'], ['--delivery-timeout', '-1'], ['--webhook-url', 'x'], ['extra']])(
  'refused with one line: %s',
  async (args) => {
    const { exit, error } = start(...args);
    expect(await exit).toBe(2);
    expect(error()).toMatch(/^error: [^\n]+\n$/);
  },
);
