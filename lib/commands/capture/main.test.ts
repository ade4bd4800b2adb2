import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { sign } from '../../engine/webhooks/signature.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const SECRET = 'whsec_cli';
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

function run(...args: string[]) {
  const env = { ...process.env, TARGET_WEBHOOK_SECRET: '', NO_COLOR: '1' };
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, output, ended };
}

async function listening(...args: string[]) {
  const started = run('--port', '0', ...args);
  await expect.poll(() => started.output.err).toContain('listening on');
  const url = /listening on (\S+?):? /.exec(started.output.err)?.[1] ?? '';
  return { ...started, url };
}

async function send(url: string, body: string, secret: string): Promise<number> {
  return (await post(url, body, secret, 0)).status;
}

/** Signed `age` seconds ago. */
function post(url: string, body: string, secret: string, age: number): Promise<Response> {
  const timestamp = String(Math.floor(Date.now() / 1_000) - age);
  const { v1, v2 } = sign(Buffer.from(body), secret, timestamp);
  const headers = { 'x-service-signature': v1, 'x-service-timestamp': timestamp, 'x-service-signature-v2': v2 };
  return fetch(url, { method: 'POST', body, headers });
}

const EVENT = '{"id":"evt_1","event":"payment.succeeded","reference":"order-1","amountMinor":150000,"currency":"NGN"}';

describe('listening', () => {
  it('sends webhooks on as they came, but none with a bad signature', async () => {
    const receiver = await listening('--secret', SECRET, '--answer', '204');
    const { child, output, ended, url } = await listening(
      '--secret',
      SECRET,
      '--forward-to',
      `${receiver.url}/hooks?a=1`,
    );
    expect(await send(url, EVENT, 'another')).toBe(401);
    expect(await send(url, EVENT, SECRET)).toBe(200);
    await expect.poll(() => output.err).toContain('/hooks?a=1 answered 204 in ');
    await expect.poll(() => receiver.output.out).toContain('signature v1 ok, v2 ok');
    receiver.child.kill('SIGKILL');
    await receiver.ended;
    expect(await send(url, EVENT, SECRET)).toBe(200);
    await expect.poll(() => output.err).toMatch(/hooks\?a=1 did not answer \(\w+\)/);
    child.kill('SIGINT');
    await ended;
    expect(output.err.match(/→ /g)).toHaveLength(2);
    expect(receiver.output.out.match(/payment\.succeeded/g)).toHaveLength(1);
  });

  it('shows each delivery, answers 401 to bad signatures, and ends with a summary', async () => {
    const { child, output, ended, url } = await listening('--secret', SECRET, '--answer', '202', '--body');
    expect(await send(url, EVENT, SECRET)).toBe(202);
    expect(await send(url, EVENT, SECRET)).toBe(202);
    expect(await send(url, '{"event":"\\u001b[2Jx"}', 'another')).toBe(401);
    await expect.poll(() => output.out).toContain('answered 401');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(output.out).toMatch(/payment\.succeeded {2}order-1 {2}150,000 kobo = NGN 1,500\.00 {2}answered 202\n/);
    expect(output.out).toMatch(/signature v1 ok, v2 ok, sent \d\.\d s ago/);
    expect(output.out).toContain('again (arrival 2 of this event)');
    expect(output.out).toContain('    "amountMinor": 150000'.replace(/^ {4}/, '      '));
    expect(output.out).toContain('signature v1 wrong, v2 wrong');
    expect(output.out).toContain('hint:');
    expect(output.out.includes(String.fromCharCode(27))).toBe(false);
    expect(output.err).toMatch(/3 received, 1 of them duplicates, 0 out of order, 1 with a bad signature\n$/);
    expect(output.out + output.err).not.toContain(SECRET);
  });

  it('refuses stale timestamps where that is asked for, says why, and sends none of them on', async () => {
    const receiver = await listening('--secret', SECRET);
    const stale = await listening('--secret', SECRET, '--refuse-stale', '--forward-to', receiver.url);
    expect(stale.output.err).toContain('bad signatures are answered 401, timestamps more than 300 s away 400');
    expect(await send(stale.url, EVENT, SECRET)).toBe(200);
    const old = await post(stale.url, EVENT, SECRET, 1_000);
    expect(old.status).toBe(400);
    expect(await old.text()).toMatch(/^stale: x-service-timestamp is 1,00\d s old, and at most 300 s are accepted\n$/);
    expect((await post(stale.url, EVENT, SECRET, -1_000)).status).toBe(400);
    expect((await post(stale.url, EVENT, 'another', 1_000)).status).toBe(401);
    expect((await post(receiver.url, EVENT, SECRET, 1_000)).status).toBe(200);
    await expect.poll(() => stale.output.out).toContain('answered 401');
    stale.child.kill('SIGINT');
    expect(await stale.ended).toBe(0);
    expect(stale.output.out).toMatch(/answered 400[^\n]*\n[^\n]*\n {2}refused: stale: .* 1,00\d s old/);
    expect(stale.output.err.match(/→ /g)).toHaveLength(1);
    expect(stale.output.err).toMatch(/1 with a bad signature, 2 stale\n$/);
  });

  it('says what to try next, and nothing that is done already', async () => {
    const plain = await listening();
    await expect.poll(() => plain.output.err).toContain('replay --to');
    expect(plain.output.err).toContain(`npm run reference -- --webhook-url ${plain.url}/hooks`);
    for (const option of ['--secret', '--refuse-stale', '--forward-to'])
      expect(plain.output.err).toContain(`  ${option} `);
    const all = await listening(
      '--secret',
      SECRET,
      '--refuse-stale',
      '60',
      '--forward-to',
      plain.url,
      '--path',
      '/x7Qp',
    );
    await expect.poll(() => all.output.err).toContain('replay --to');
    expect(all.output.err).toContain(`--webhook-url ${all.url}/x7Qp`);
    expect(all.output.err).not.toMatch(/^ {2}--/m);
  });

  it('serves one path in the open, and shows of a flood only a few', async () => {
    const { child, output, ended, url } = await listening('--secret', SECRET, '--path', '/x7Qp');
    expect(output.err).toContain('/x7Qp and nothing else');
    expect(await send(`${url}/other`, EVENT, SECRET)).toBe(404);
    const statuses = await Promise.all(Array.from({ length: 100 }, () => send(`${url}/x7Qp`, EVENT, 'a thief')));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(await send(`${url}/x7Qp`, EVENT, SECRET)).toBe(200);
    await expect.poll(() => output.out).toContain('answered 200');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    const shown = output.out.match(/answered 401/g)?.length ?? 0;
    expect(shown).toBeGreaterThanOrEqual(20);
    expect(shown).toBeLessThan(100);
    expect(output.err).toMatch(/^\d+ more with a bad signature$/m);
    expect(output.err).toMatch(/101 received, .*100 with a bad signature, 1 request for other paths\n$/);
  });

  it('writes records that can be replayed, to a careless receiver too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'capture-'));
    const source = await listening('--json');
    await send(source.url, EVENT, SECRET);
    await expect.poll(() => source.output.out).toContain('\n');
    source.child.kill('SIGINT');
    expect(await source.ended).toBe(0);
    const from = join(folder, 'deliveries.ndjson');
    await writeFile(from, source.output.out);

    const receiver = await listening();
    const careless = run('replay', '--to', `${receiver.url}/in`, '--from', from, '--secret', SECRET, '--seed', '1');
    expect(await careless.ended).toBe(1);
    expect(careless.output.out).toMatch(/wrong signature +1 +0 {2}200 x1/);
    const noForged = run('replay', '--to', receiver.url, '--from', from, '--secret', SECRET, '--forged', '0');
    expect(await noForged.ended).toBe(0);
    await rm(folder, { recursive: true });
  });
});

describe('errors are one line and exit status 2', () => {
  it.each([
    [['--port', '65536'], 'from 0 to 65535'],
    [['--answer', 'yes'], 'from 200 to 599'],
    [['--refuse-stale'], '--refuse-stale needs --secret'],
    [['--refuse-stale', '5m', '--secret', 's'], 'from 1 to 86400'],
    [['--nonsense'], 'unknown option'],
    [['--host', '192.0.2.1', '--port', '0'], 'cannot listen on 192.0.2.1'],
    [['replay'], '--to'],
    [['replay', '--to', 'ftp://x'], 'http or https'],
    [['replay', '--to', 'http://127.0.0.1:9/'], 'TARGET_WEBHOOK_SECRET'],
    [['replay', '--to', 'http://192.0.2.1/', '--secret', 's'], '--allow-remote'],
    [
      ['replay', '--to', 'http://127.0.0.1:9/', '--secret', 's', '--from', '/nowhere/at-all'],
      'cannot read /nowhere/at-all',
    ],
    [['replay', '--to', 'http://127.0.0.1:9/', '--secret', 's', '--header', 'x'], 'name: value'],
  ])('%j', async (args, words) => {
    const { output, ended } = run(...args);
    expect(await ended).toBe(2);
    expect(output.err).toContain(words);
    expect(output.err.trim().split('\n')).toHaveLength(1);
  });
});
