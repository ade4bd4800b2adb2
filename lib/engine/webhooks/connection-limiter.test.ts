import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConnectionLimiter, isLocal } from './connection-limiter.ts';
import { capturing, dial, post, raw, soon } from './server.support.ts';
import type { Capture, ConnectionLimits } from './types.ts';

const open: Socket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const socket of open.splice(0)) socket.destroy();
});

/** Limits as for a public server: this machine's address has no special place. */
const public_ = (limits: Partial<ConnectionLimits>) => ({ connectionLimits: { isShared: () => false, ...limits } });

async function idle(capture: Capture, count: number): Promise<Socket[]> {
  const port = Number(new URL(capture.url).port);
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  open.push(...sockets);
  await Promise.all(sockets.map((socket) => new Promise((done) => socket.on('connect', done))));
  return sockets;
}

/** The status line of the answer to a request on a new connection. */
async function newcomer(capture: Capture): Promise<string> {
  const { socket, received } = dial(capture);
  socket.write(raw('{}', '/', 'Connection: close\r\n'));
  return (await received).slice(0, 12);
}

describe('too many connections', () => {
  it.each([
    ['of one address', { connectionsOfOne: 20 }],
    ['in all', { connections: 20 }],
  ])('%s: the quietest goes, the newcomer is served', async (_, limits) => {
    const capture = await capturing(public_(limits));
    const quiet = await idle(capture, 20);
    const gone = new Promise((done) => quiet[0]?.on('close', done));
    // A connection is idle once nothing has come on it for 1 s.
    await expect
      .poll(async () => [await newcomer(capture), capture.stats.rejected.tooManyConnections > 0])
      .toEqual(['HTTP/1.1 200', true]);
    await gone;
  });

  it('one that was closed for a newcomer does not count, even before the system has closed it', () => {
    const socket = () =>
      Object.assign(new EventEmitter(), {
        remoteAddress: '192.0.2.1',
        destroyed: false,
        destroy() {
          this.destroyed = true;
        },
      });
    const limiter = new ConnectionLimiter({ connectionsOfOne: 2 });
    const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
    const idle = [socket(), socket()];
    for (const each of idle) limiter.accept(each as unknown as Socket);
    now.mockReturnValue(12_000);
    // Each of the first two replaces an idle one; with none idle, up to twice as many as the limit are let in.
    const newcomers = [socket(), socket(), socket(), socket(), socket()];
    for (const each of newcomers) limiter.accept(each as unknown as Socket);
    now.mockRestore();
    expect(idle.map(({ destroyed }) => destroyed)).toEqual([true, true]);
    expect(newcomers.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false, true]);
    for (const each of idle) each.emit('close');
    const after = socket();
    limiter.accept(after as unknown as Socket);
    expect(after.destroyed).toBe(true);
  });

  it('never one whose answer is kept back', async () => {
    const capture = await capturing(public_({ connections: 3, connectionsOfOne: 3 }));
    capture.script({ event: 'held' }, { status: 202, delayMs: 2_500 });
    const { socket, received } = dial(capture);
    socket.write(raw('{"event":"held"}', '/', 'Connection: close\r\n'));
    await capture.next({ event: 'held' }, soon());
    await idle(capture, 2);
    await expect
      .poll(async () => (await newcomer(capture)) === 'HTTP/1.1 200' && capture.stats.rejected.tooManyConnections)
      .toBeGreaterThan(0);
    expect(await received).toMatch(/^HTTP\/1\.1 202 /);
  });

  it('all of them new: up to twice as many come in, so that a burst is let in', async () => {
    const capture = await capturing(public_({ connectionsOfOne: 100 }));
    const statuses = await Promise.all(Array.from({ length: 180 }, () => newcomer(capture)));
    expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 200']));
  });
});

describe('an address that sends what is of no use', () => {
  it('is shut out for a while', async () => {
    // Faked: on a busy machine much real time may pass between two lines.
    vi.useFakeTimers({ toFake: ['performance'] });
    const capture = await capturing({ path: '/own', ...public_({ uselessRequests: 20 }) });
    const { socket, received } = dial(capture);
    socket.write(raw('{}', '/other').repeat(200));
    expect((await received).match(/HTTP\/1\.1 404/g)?.length).toBeLessThan(200);
    await expect(post(capture, '/own', '{}')).rejects.toThrow();
    expect(capture.stats.rejected.tooManyConnections).toBeGreaterThan(0);
    // Some requests are allowed again each second.
    vi.advanceTimersByTime(1_000);
    expect((await post(capture, '/own', '{}')).status).toBe(200);
  });

  it('but not where the awaited sender is, nor what stands for all the world', async () => {
    for (const connectionLimits of [{ uselessRequests: 20 }, { uselessRequests: 20, isShared: () => false }]) {
      const judge = () => 'genuine' as const;
      const capture = await capturing({ path: '/own', judge, connectionLimits });
      await post(capture, '/own', '{}');
      for (let turn = 0; turn < 40; turn++) {
        const answer = await post(capture, '/other', '{}');
        expect([answer.status, answer.headers.get('connection')]).toEqual([404, 'keep-alive']);
      }
      expect((await post(capture, '/own', '{}')).status).toBe(200);
    }
  });
});

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:10.1.2.3', true],
  ['192.168.7.7', true],
  ['172.31.0.1', true],
  ['172.32.0.1', false],
  ['fd00::1', true],
  ['fe80::1%eth0', true],
  ['203.0.113.7', false],
  ['::ffff:203.0.113.7', false],
  ['2001:db8::1', false],
  ['', false],
])('%s is of this machine or of a private network: %s', (address, expected) => {
  expect(isLocal(address)).toBe(expected);
});
