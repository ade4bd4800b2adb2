import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { capturing, dial, post, raw, soon } from './server.support.ts';
import type { Delivery, DeliveryClass, startCapture } from './server.ts';

/** Classifies by the `standing` in the payload. */
const judge = ({ body }: Delivery): DeliveryClass =>
  (['genuine', 'repeated', 'claimed'] as const).find((standing) => body.includes(`"${standing}"`)) ?? 'foreign';

const own = '/hooks/x7Qp?k=1';
const inTheOpen = (more: Partial<Parameters<typeof startCapture>[0]> = {}) => capturing({ path: own, judge, ...more });
const of = (standing: DeliveryClass, id = standing as string) => ({ id, event: 'x', reference: 'r', standing });

describe('the one path', () => {
  it('is served; everything else is answered 404 at once, and nothing is kept of it', async () => {
    const capture = await inTheOpen();
    for (const path of ['/', '/hooks/x7Qp', '/hooks/x7Qp?k=2', '/hooks/x7Qp/?k=1', '/HOOKS/x7Qp?k=1', '/.env']) {
      const answer = await post(capture, path, of('genuine'));
      expect([answer.status, await answer.text()], path).toEqual([404, '']);
    }
    expect((await post(capture, own, of('genuine'))).status).toBe(200);
    expect(capture.deliveries.map(({ path }) => path)).toEqual([own]);
    expect(capture.stats).toMatchObject({ received: 1, rejected: { elsewhere: 6 } });
    expect(capture.foreign).toEqual([]);
  });

  it('is joined by the paths that scripts name', async () => {
    const capture = await inTheOpen();
    capture.script({ path: '/elsewhere' }, 500);
    expect((await post(capture, '/elsewhere', of('genuine'))).status).toBe(500);
    expect((await post(capture, '/other', of('genuine'))).status).toBe(404);
  });

  it('is answered 404 elsewhere before a body has come, and an endless one is cut off', async () => {
    const capture = await inTheOpen();
    const { socket, received } = dial(capture);
    socket.write('POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\nx');
    const more = setInterval(() => socket.write('x'.repeat(1_000)), 20);
    expect(await received).toMatch(/^HTTP\/1\.1 404 .*connection: close/is);
    clearInterval(more);
    expect(capture.stats.rejected.elsewhere).toBe(1);
  });

  it('leaves a connection open that others use too', async () => {
    const capture = await inTheOpen();
    const { socket, received } = dial(capture);
    socket.write(raw('{"a":1}', '/other') + raw(JSON.stringify(of('genuine')), own, 'Connection: close\r\n'));
    expect((await received).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']);
  });
});

describe('nothing that was kept can be read', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST', 'TRACE'])('by %s', async (method) => {
    const capture = await inTheOpen();
    await post(capture, own, { ...of('genuine'), walletName: 'Chinwe Okafor-Bello' });
    for (const path of [own, '/', '/deliveries', '/journal', '/hooks', '/stats', '/metrics', '/%2e%2e/', '*']) {
      const told = await asked(capture.url, method, path);
      expect(told, path).not.toMatch(/Chinwe|genuine|whsec|x-service/);
      expect(told.split('\n').at(-1), path).toBe('');
    }
  });
});

describe('who may take an answer', () => {
  it('not a foreign delivery: it gets 401', async () => {
    const capture = await inTheOpen();
    capture.script({ path: own, reference: 'r' }, [500, 200]);
    for (let turn = 0; turn < 5; turn++) expect((await post(capture, own, of('foreign'))).status).toBe(401);
    expect((await post(capture, own, of('genuine'))).status).toBe(500);
    expect((await post(capture, own, of('foreign'))).status).toBe(401);
    expect((await post(capture, own, of('genuine'))).status).toBe(200);
    expect((await fetch(capture.url + own)).status).toBe(405);
  });

  it('not one that only claims to be the sender’s: it has answers of its own', async () => {
    const capture = await inTheOpen();
    capture.script({ path: own }, [500, 503, 200]);
    const statuses: number[] = [];
    for (const standing of ['claimed', 'genuine', 'claimed', 'claimed', 'genuine', 'genuine'] as const)
      statuses.push((await post(capture, own, of(standing))).status);
    expect(statuses).toEqual([500, 500, 503, 200, 503, 200]);
  });

  it('not a copy: it gets again what the one before it got', async () => {
    const capture = await inTheOpen();
    capture.script({ path: own }, [500, 503, 200]);
    const statuses: number[] = [];
    for (const standing of ['genuine', 'repeated', 'repeated', 'genuine', 'repeated', 'genuine'] as const)
      statuses.push((await post(capture, own, of(standing))).status);
    expect(statuses).toEqual([500, 500, 500, 503, 503, 200]);
  });
});

describe('what is kept', () => {
  it('is not what is foreign: of that the newest few, apart', async () => {
    const seen: Delivery[] = [];
    const capture = await inTheOpen({ onDelivery: (delivery) => seen.push(delivery) });
    for (let turn = 1; turn <= 150; turn++) await post(capture, own, of('foreign', `f${turn}`));
    const awaited = capture.next({ reference: 'r' }, soon());
    await post(capture, own, of('genuine'));
    expect(await awaited).toMatchObject({ eventId: 'genuine', standing: 'genuine' });
    expect(capture.find({ event: 'x' }).map(({ eventId }) => eventId)).toEqual(['genuine']);
    expect(capture.foreign.at(-1)).toMatchObject({ eventId: 'f150', standing: 'foreign', answer: { status: 401 } });
    expect(capture.foreign.length).toBeLessThanOrEqual(100);
    expect(capture.stats).toMatchObject({ received: 151, kept: 1, standings: { genuine: 1, foreign: 150 } });
    await expect.poll(() => seen.length).toBe(1);
  });

  it('is never pushed out by copies and claims: of those there is a first lot, no more', async () => {
    const capture = await inTheOpen({ maxKept: 12_000 });
    await post(capture, own, of('genuine'));
    const { socket, received } = dial(capture);
    const copy = raw(JSON.stringify(of('repeated')), own);
    for (let turn = 0; turn < 15; turn++) socket.write(copy.repeat(1_000));
    socket.write(raw(JSON.stringify(of('genuine', 'last')), own, 'Connection: close\r\n'));
    await received;
    expect(capture.stats).toMatchObject({ received: 15_002, kept: 10_002, dropped: 0 });
    expect(capture.find({ where: ({ standing }) => standing === 'genuine' })).toHaveLength(2);
  });
});

/** Sends a request; resolves to the status line, the headers and the body of the answer. */
function asked(url: string, method: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, method, path, agent: false }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => {
        body += chunk;
      });
      answer.on('end', () => resolve(`${answer.statusCode} ${JSON.stringify(answer.headers)}\n${body}`));
    });
    sent.on('error', reject);
    sent.end();
  });
}
