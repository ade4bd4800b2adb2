import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Certificate } from '../../engine/evidence/certificate.ts';
import { freePort } from '../../engine/http/testing/free-port.ts';
import { type Keys, onTerminal } from '../terminal/pty.support.ts';
import { certify, merchantAt } from './command.support.ts';
import { type Running, watch } from './watch.ts';

const folder = mkdtempSync(join(tmpdir(), 'watch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const main = join(import.meta.dirname, 'main.ts');
const certificateIn = (out: string) => JSON.parse(readFileSync(join(out, 'certificate.json'), 'utf8')) as Certificate;
const CTRL_C = '\u0003';

/** A server at this port that answers 500 to every request; `hang`: it does not answer checks at all. */
async function serve(port: number, hang = false): Promise<Server> {
  const server = createServer((request, response) => {
    if (hang && !request.url?.endsWith('/v1/banks')) return;
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"code":"no","message":"not yet"}}');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function stop(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

/** Resolves once these words have been shown `times` times. */
function shown({ shows }: Keys, words: string, times: number): Promise<void> {
  return shows(new RegExp(Array(times).fill(words).join('[\\s\\S]*')));
}

describe.concurrent('certify --watch', () => {
  test('runs again at a key, what failed or all, and by itself when the target answers anew; q quits', async () => {
    const out = join(folder, 'keys');
    const port = await freePort();
    let server = await serve(port);
    const settings = merchantAt(`http://127.0.0.1:${port}`);
    const asked = ['--watch', '--out', out, '--chapter', 'banks', '--requirement', 'checkout.created,refund.created'];
    const selections: Certificate['selection'][] = [];
    const { status, lines } = await onTerminal([process.execPath, main, ...asked], { settings }, async (keys) => {
      const ran = async (times: number) => {
        await shown(keys, 'f: what failed; q: quit', times);
        selections.push(certificateIn(out).selection);
      };
      await ran(1);
      keys.press('x');
      keys.press('f');
      await ran(2);
      await stop(server);
      await keys.shows('the target does not answer');
      server = await serve(port);
      await keys.shows('the target answers again');
      await ran(3);
      keys.press('\r');
      await ran(4);
      keys.press('q');
    });
    await stop(server);
    expect(status).toBe(1);
    const all = { chapters: ['banks'], requirements: ['checkout.created', 'refund.created'] };
    expect(selections.map((each) => each?.chapters)).toEqual([all.chapters, undefined, all.chapters, all.chapters]);
    expect(selections[1]?.requirements).toContain('checkout.created');
    expect(lines.filter((line) => line.includes('certificate: '))).toHaveLength(4);
  });

  test('Ctrl-C ends a run with its certificate, and the watching with it', async () => {
    const out = join(folder, 'interrupted');
    const port = await freePort();
    const server = await serve(port, true);
    const settings = { ...merchantAt(`http://127.0.0.1:${port}`), TARGET_TIMEOUT: '10m' };
    const asked = ['--watch', '--out', out, '--chapter', 'checkouts'];
    const { status } = await onTerminal([process.execPath, main, ...asked], { settings }, async ({ press, shows }) => {
      await shows(/[1-9]\d* in flight/);
      press(CTRL_C);
    });
    await stop(server);
    expect(status).toBe(1);
    expect(certificateIn(out).interrupted).toBe(true);
  });

  test('a target that is not there yet is waited for; Ctrl-C ends the waiting', async () => {
    const settings = merchantAt(`http://127.0.0.1:${await freePort()}`);
    const asked = ['--watch', '--out', join(folder, 'absent'), '--requirement', 'bank.has-code'];
    const { status, raw } = await onTerminal([process.execPath, main, ...asked], { settings }, async (keys) => {
      await keys.shows('the target does not answer');
      keys.press('f');
      await keys.shows('is no certificate of a run');
      keys.press(CTRL_C);
    });
    expect(raw).toContain('connection refused');
    expect(status).toBe(2);
  });

  test.each([
    ['without a terminal', ['--watch'], /^certify: --watch needs a terminal/],
    ['with a slip', ['--watch', '--chapter', 'refund'], /^certify: no chapter refund/],
    ['with --check', ['--watch', '--check'], /^error: option '--watch' cannot be used with option '--check'/],
  ])('%s: one line, status 2', async (_, args, line) => {
    const ran = await certify(args);
    expect(ran.stderr).toMatch(line);
    expect([ran.status, ran.stdout, ran.stderr.trim().split('\n').length]).toEqual([2, '', 1]);
  });
});

test('twenty runs leave no listener behind, and the terminal as it was', async () => {
  const raw: boolean[] = [];
  const terminal = Object.assign(new EventEmitter(), {
    setRawMode: (on: boolean) => raw.push(on),
    resume: () => {},
    pause: () => {},
  });
  const counts = () => [
    terminal.listenerCount('data'),
    process.listenerCount('SIGINT'),
    process.listenerCount('SIGTERM'),
  ];
  const before = counts();
  const during: number[][] = [];
  const status = await watch({
    terminal,
    run: (): Running => {
      during.push(counts());
      // Keys pressed while a run is under way are dropped.
      terminal.emit('data', Buffer.from('q'));
      return { ended: Promise.resolve(during.length), interrupt: () => {} };
    },
    nothingFailed: () => null,
    isUp: async () => true,
    say: () => setImmediate(() => terminal.emit('data', Buffer.from(during.length < 20 ? 'f' : 'q'))),
    everyMs: 1,
  });
  expect(status).toBe(20);
  expect(new Set(during.map(String)).size).toBe(1);
  expect(counts()).toEqual(before);
  expect(raw).toEqual([true, false]);
});
