import { describe, expect, it } from 'vitest';
import { capturing, dial, post, raw, soon } from './server.support.ts';
import { type Delivery, startCapture } from './server.ts';

describe('what is kept', () => {
  it('keeps the exact bytes, and what the payload says', async () => {
    const capture = await capturing();
    const body = '{ "id":"evt_1","event":"payment.succeeded",  "reference":"o\\/1","walletName":"Adé ₦" }';
    const { socket } = dial(capture);
    socket.write(raw(body, '/hooks/m1?x=1', 'X-Twice: a\r\nX-Twice: b\r\nSet-Cookie: c=1\r\nSet-Cookie: d=2\r\n'));
    const delivery = await capture.next({ eventId: 'evt_1' }, soon());
    expect(delivery).toMatchObject({ seq: 1, method: 'POST', path: '/hooks/m1?x=1', event: 'payment.succeeded' });
    expect(delivery.reference).toBe('o/1');
    expect(delivery.body.equals(Buffer.from(body))).toBe(true);
    expect(delivery.headers).toMatchObject({ 'x-twice': 'a, b', 'set-cookie': 'c=1, d=2' });
    expect(delivery.json).toEqual(JSON.parse(body));
    expect(delivery.answer).toEqual({ kind: 'status', status: 200 });
    expect(Math.abs(Date.now() - delivery.at)).toBeLessThan(5_000);
  });

  it('keeps bodies that are no event: not JSON, not UTF-8, empty, fields of other types', async () => {
    const capture = await capturing();
    const bodies = [
      'not json',
      Buffer.from([0x22, 0xff, 0x22]),
      '',
      '[1]',
      'null',
      '{"id":7,"event":null,"reference":{}}',
    ];
    for (const body of bodies) expect((await fetch(capture.url, { method: 'POST', body })).status).toBe(200);
    expect(capture.deliveries.map((delivery) => delivery.json)).toEqual([
      undefined,
      undefined,
      undefined,
      [1],
      null,
      { id: 7, event: null, reference: {} },
    ]);
    for (const { eventId, event, reference } of capture.deliveries) {
      expect([eventId, event, reference]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('puts a body together that comes in pieces and in chunks', async () => {
    const capture = await capturing();
    const { socket } = dial(capture);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n');
    await new Promise((resolve) => setImmediate(resolve));
    socket.write('7\r\n:"evt1"\r\n1\r\n}\r\n0\r\n\r\n');
    expect((await capture.next({}, soon())).body.toString()).toBe('{"id":"evt1"}');
  });

  it('keeps another method too, answers 405, and leaves the scripts alone', async () => {
    const capture = await capturing();
    const script = capture.script({}, [500, 200]);
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
      const answer = await fetch(`${capture.url}/p`, { method });
      expect(answer.status).toBe(405);
    }
    expect(capture.deliveries.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']);
    expect(script.taken).toBe(0);
  });

  it('takes a whole address as the request target, and HTTP without a Host', async () => {
    const capture = await capturing();
    const { socket } = dial(capture);
    socket.write('POST http://shop.example/hooks?a=1 HTTP/1.1\r\nContent-Length: 0\r\n\r\n');
    expect((await capture.next({}, soon())).path).toBe('/hooks?a=1');
  });

  it('serves many requests on one connection', async () => {
    const capture = await capturing();
    const { socket, received } = dial(capture);
    socket.write(raw('{"id":"a"}') + raw('{"id":"b"}') + raw('{"id":"c"}', '/', 'Connection: close\r\n'));
    expect((await received).match(/HTTP\/1\.1 200/g)).toHaveLength(3);
    expect(capture.deliveries.map(({ eventId }) => eventId)).toEqual(['a', 'b', 'c']);
  });

  it('tells each delivery to onDelivery, once and in order, with its answer', async () => {
    const told: Delivery[] = [];
    const capture = await capturing({ onDelivery: (delivery) => told.push(delivery) });
    capture.script({ eventId: 'e1' }, 503);
    for (const id of ['e0', 'e1', 'e2']) await post(capture, '/', { id });
    await expect.poll(() => told.length).toBe(3);
    expect(told.map(({ answer }) => answer)).toMatchObject([{ status: 200 }, { status: 503 }, { status: 200 }]);
  });
});

describe('scripts', () => {
  it('gives the answers one after another, the last one for good', async () => {
    const capture = await capturing();
    const script = capture.script({ event: 'refund.failed' }, [500, { status: 302, headers: { location: '/x' } }, 204]);
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const init = { method: 'POST', body: '{"event":"refund.failed"}', redirect: 'manual' as const };
      statuses.push((await fetch(capture.url, init)).status);
    }
    expect(statuses).toEqual([500, 302, 204, 204]);
    expect(script.taken).toBe(4);
    expect((await post(capture, '/', { event: 'refund.succeeded' })).status).toBe(200);
  });

  it('lets the newest matching script win, and the older one again when it is removed', async () => {
    const capture = await capturing();
    const older = capture.script({ path: '/a' }, 500);
    const newer = capture.script(
      { path: '/a', reference: 'r' },
      { status: 418, body: 'short', headers: { 'x-y': 'z' } },
    );
    const answer = await post(capture, '/a', { reference: 'r' });
    expect([answer.status, await answer.text(), answer.headers.get('x-y')]).toEqual([418, 'short', 'z']);
    expect((await post(capture, '/a', { reference: 'other' })).status).toBe(500);
    newer.remove();
    newer.remove();
    expect((await post(capture, '/a', { reference: 'r' })).status).toBe(500);
    older.remove();
    expect((await post(capture, '/a', { reference: 'r' })).status).toBe(200);
    expect([older.taken, newer.taken]).toEqual([2, 1]);
  });

  it('refuses an answer that cannot be given', async () => {
    const capture = await capturing();
    for (const answers of [
      [],
      99,
      600,
      200.5,
      { status: 200, headers: { 'a b': 'c' } },
      { status: 200, delayMs: -1 },
    ]) {
      expect(() => capture.script({}, answers)).toThrow();
    }
  });

  it('asks respond where no script matches', async () => {
    const capture = await capturing({ respond: (delivery) => (delivery.path === '/no' ? 401 : undefined) });
    capture.script({ path: '/no', eventId: 's' }, 202);
    expect((await post(capture, '/no', {})).status).toBe(401);
    expect((await post(capture, '/no', { id: 's' })).status).toBe(202);
    expect((await post(capture, '/yes', {})).status).toBe(200);
  });
});

describe('looking for deliveries', () => {
  it('finds by each field and by a condition', async () => {
    const capture = await capturing();
    for (const [path, id, event, reference] of [
      ['/a', 'e1', 'x', 'r1'],
      ['/b', 'e2', 'x', 'r2'],
      ['/a', 'e1', 'x', 'r1'],
    ]) {
      await post(capture, path ?? '', { id, event, reference });
    }
    const seqs = (found: readonly Delivery[]) => found.map(({ seq }) => seq);
    expect(seqs(capture.find({ path: '/a' }))).toEqual([1, 3]);
    expect(seqs(capture.find({ event: 'x', reference: 'r2' }))).toEqual([2]);
    expect(seqs(capture.find({ event: 'x', where: ({ seq }) => seq > 1 }))).toEqual([2, 3]);
    expect(seqs(capture.find({ eventId: 'none' }))).toEqual([]);
    expect(seqs(capture.timeline('e1'))).toEqual([1, 3]);
    expect((await capture.next({ path: '/a' }, soon(), { after: 1 })).seq).toBe(3);
  });

  it('waits for the next one, each waiter for its own', async () => {
    const capture = await capturing();
    const first = capture.next({ reference: 'r1' }, soon());
    const second = capture.next({ where: ({ json }) => JSON.stringify(json).includes('r2') }, soon());
    await post(capture, '/', { reference: 'r2' });
    await post(capture, '/', { reference: 'r1' });
    expect((await first).seq).toBe(2);
    expect((await second).seq).toBe(1);
  });

  it('gives up with the reason of the signal, with what where throws, and when the server closes', async () => {
    const capture = await capturing();
    const reason = new Error('enough');
    const stop = new AbortController();
    const stopped = expect(capture.next({}, stop.signal)).rejects.toBe(reason);
    stop.abort(reason);
    await stopped;
    await expect(capture.next({}, AbortSignal.abort(reason))).rejects.toBe(reason);
    const broken = capture.next({ where: () => fail() }, soon());
    const thrown = expect(broken).rejects.toThrow('broken condition');
    expect((await post(capture, '/', {})).status).toBe(200);
    await thrown;
    const closed = expect(capture.next({ path: '/never' }, soon())).rejects.toThrow('closed');
    await capture.close();
    await closed;
    await expect(capture.next({}, soon())).rejects.toThrow('closed');
  });
});

describe('starting and closing', () => {
  it('tells its address, or the public one as it was given', async () => {
    expect((await capturing()).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await capturing({ publicUrl: 'https://hooks.example/in/' })).url).toBe('https://hooks.example/in/');
  });

  it('says in one line why it cannot listen', async () => {
    const capture = await capturing();
    const port = Number(new URL(capture.url).port);
    await expect(startCapture({ host: '127.0.0.1', port })).rejects.toThrow(
      /^port \d+ on 127\.0\.0\.1 is in use: [^\n]+$/,
    );
    await expect(startCapture({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
      /^cannot listen on 192\.0\.2\.1: [^\n]+$/,
    );
    await expect(startCapture({ host: '127.0.0.1', port: 70_000 })).rejects.toThrow(/^70000 is not a port/);
  });

  it('closes quickly, with senders connected, hanging and waiting', async () => {
    const capture = await capturing();
    capture.script({}, ['hang', { status: 200, delayMs: 60_000 }]);
    const idle = dial(capture);
    const hanging = dial(capture);
    hanging.socket.write(raw('{"id":"h"}'));
    await capture.next({ eventId: 'h' }, soon());
    const waiting = dial(capture);
    waiting.socket.write(raw('{"id":"w"}'));
    await capture.next({ eventId: 'w' }, soon());
    const started = performance.now();
    await Promise.all([capture.close(), capture.close()]);
    // The answer that is delayed by a minute is not waited for.
    expect(performance.now() - started).toBeLessThan(30_000);
    await Promise.all([idle.received, hanging.received, waiting.received]);
  });
});

function fail(): never {
  throw new Error('broken condition');
}
