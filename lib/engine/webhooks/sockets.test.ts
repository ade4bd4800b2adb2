import { describe, expect, it } from 'vitest';
import { capturing, dial, post, raw, soon } from './server.support.ts';

describe('answers that are none', () => {
  it('hangs until the sender gives up, and notes when', async () => {
    const capture = await capturing();
    capture.script({}, 'hang');
    const giveUp = new AbortController();
    const refused = expect(fetch(capture.url, { method: 'POST', body: '{}', signal: giveUp.signal })).rejects.toThrow();
    const delivery = await capture.next({}, soon());
    setTimeout(() => giveUp.abort(), 100);
    await refused;
    const waited = performance.now() - delivery.mono;
    await expect.poll(() => delivery.senderClosedAfterMs).not.toBeNull();
    expect(delivery.answer).toEqual({ kind: 'hang' });
    expect(delivery.senderClosedAfterMs).toBeGreaterThan(95);
    expect(delivery.senderClosedAfterMs).toBeLessThan(waited + 10_000);
  });

  it('notes no sender giving up when it is the server that closes', async () => {
    const capture = await capturing();
    capture.script({}, 'hang');
    const { socket, received } = dial(capture);
    socket.write(raw('{}'));
    const delivery = await capture.next({}, soon());
    await capture.close();
    expect(await received).toBe('');
    expect(delivery.senderClosedAfterMs).toBeNull();
  });

  it('cuts without a byte, and midway with half a body', async () => {
    const capture = await capturing();
    capture.script({}, ['cut', 'cut-midway', 200]);
    const cut = dial(capture);
    cut.socket.write(raw('{}'));
    expect(await cut.received).toBe('');
    const midway = dial(capture);
    midway.socket.write(raw('{}'));
    const text = await midway.received;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/content-length: 16\r\n/i);
    expect(text.endsWith('\r\n\r\nhalf of ')).toBe(true);
    expect((await post(capture, '/', {})).status).toBe(200);
    expect(capture.deliveries.map(({ answer }) => answer.kind)).toEqual(['cut', 'cut', 'status']);
  });

  it('answers late, also a sender that has closed its writing side', async () => {
    const capture = await capturing();
    capture.script({}, { status: 202, delayMs: 60 });
    const { socket, received } = dial(capture);
    socket.end(raw('{}'));
    expect(await received).toMatch(/^HTTP\/1\.1 202 /);
    const started = performance.now();
    expect((await post(capture, '/', {})).status).toBe(202);
    expect(performance.now() - started).toBeGreaterThan(55);
    expect(capture.deliveries[1]?.senderClosedAfterMs).toBeNull();
  });

  it('survives a sender that gives up before a late answer', async () => {
    const capture = await capturing();
    capture.script({}, [{ status: 200, delayMs: 300 }, 204]);
    const giveUp = new AbortController();
    const refused = expect(fetch(capture.url, { method: 'POST', body: '{}', signal: giveUp.signal })).rejects.toThrow();
    const delivery = await capture.next({}, soon());
    giveUp.abort();
    await refused;
    await expect.poll(() => delivery.senderClosedAfterMs).not.toBeNull();
    expect((await post(capture, '/', {})).status).toBe(204);
  });
});

describe('ways of sending', () => {
  const end = 'Content-Length: 2\r\nConnection: close\r\n';
  it.each([
    ['HTTP/1.0', `POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}`],
    [
      'an offer to upgrade, as Java clients make',
      `POST / HTTP/1.1\r\n${end}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n{}`,
    ],
    ['a wait for 100 Continue', `POST / HTTP/1.1\r\n${end}Expect: 100-continue\r\n\r\n{}`],
    ['an expectation nobody knows', `POST / HTTP/1.1\r\n${end}Expect: wonders\r\n\r\n{}`],
  ])('takes %s', async (_, request) => {
    const capture = await capturing();
    const { socket, received } = dial(capture);
    socket.write(request);
    expect((await capture.next({}, soon())).body.toString()).toBe('{}');
    socket.end();
    expect(await received).toMatch(/HTTP\/1\.1 200 OK/);
  });
});

describe('bounds', () => {
  it('keeps the beginning of a body that is too large and answers 413', async () => {
    const capture = await capturing({ maxBodyBytes: 100 });
    const answer = await post(capture, '/', `{"id":"big","x":"${'a'.repeat(200_000)}"}`);
    expect(answer.status).toBe(413);
    const [delivery] = capture.deliveries;
    expect(delivery).toMatchObject({ truncated: true, answer: { kind: 'status', status: 413 }, json: undefined });
    expect(delivery?.body.length).toBe(100);
    expect((await post(capture, '/', 'b'.repeat(100))).status).toBe(200);
    expect(capture.stats).toMatchObject({ received: 2, kept: 2, rejected: { tooLarge: 1 } });
  });

  it('refuses headers that are too large', async () => {
    const capture = await capturing({ maxHeaderBytes: 2_000 });
    const { socket, received } = dial(capture);
    socket.write(raw('{}', '/', `X-Long: ${'a'.repeat(4_000)}\r\n`));
    expect(await received).toMatch(/^HTTP\/1\.1 431 /);
    expect(capture.stats).toMatchObject({ received: 0, rejected: { headersTooLarge: 1 } });
  });

  it('ends with a sender that takes too long, for headers or for the body', async () => {
    const capture = await capturing({ slowSenderMs: 200 });
    const slowHeaders = dial(capture);
    slowHeaders.socket.write('POST / HTTP/1.1\r\nHost:');
    const slowBody = dial(capture);
    slowBody.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{');
    expect(await slowHeaders.received).toMatch(/^HTTP\/1\.1 408 /);
    expect(await slowBody.received).toMatch(/^HTTP\/1\.1 408 /);
    expect(capture.stats).toMatchObject({ received: 0, rejected: { slow: 2 } });
  });

  it('does not take a hanging answer for a slow sender', async () => {
    const capture = await capturing({ slowSenderMs: 200 });
    capture.script({}, { status: 200, delayMs: 500 });
    expect((await post(capture, '/', {})).status).toBe(200);
    expect(capture.stats.rejected.slow).toBe(0);
  });

  it('outlives nonsense and senders that vanish', async () => {
    const capture = await capturing();
    const nonsense = dial(capture);
    nonsense.socket.write('\u0016\u0003\u0001 hello\r\n\r\n');
    expect(await nonsense.received).toMatch(/^HTTP\/1\.1 400 /);
    const vanishing = dial(capture);
    vanishing.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{', () =>
      vanishing.socket.resetAndDestroy(),
    );
    await vanishing.received;
    expect((await post(capture, '/', {})).status).toBe(200);
    expect(capture.stats.received).toBe(1);
  });

  it('forgets the oldest beyond a number of deliveries, in every index', async () => {
    const capture = await capturing({ maxKept: 3 });
    for (let turn = 1; turn <= 5; turn += 1) {
      await post(capture, '/p', { id: `e${turn}`, event: 'x', reference: 'r' });
      if (turn === 2) expect(capture.find({ event: 'x' })).toHaveLength(2);
    }
    const kept = [3, 4, 5];
    expect(capture.deliveries.map(({ seq }) => seq)).toEqual(kept);
    for (const match of [{}, { path: '/p' }, { event: 'x' }, { reference: 'r' }]) {
      expect(capture.find(match).map(({ seq }) => seq)).toEqual(kept);
    }
    expect(capture.timeline('e2')).toEqual([]);
    expect(capture.timeline('e3')).toHaveLength(1);
    expect(capture.stats).toMatchObject({ received: 5, kept: 3, dropped: 2 });
  });

  it('forgets the oldest beyond a number of bytes', async () => {
    const capture = await capturing({ maxKeptBytes: 10_000 });
    for (let turn = 0; turn < 5; turn += 1) await post(capture, '/', 'a'.repeat(3_000));
    expect(capture.stats.kept).toBeGreaterThan(0);
    expect(capture.stats.kept).toBeLessThan(4);
    expect(capture.stats.kept + capture.stats.dropped).toBe(5);
  });
});
