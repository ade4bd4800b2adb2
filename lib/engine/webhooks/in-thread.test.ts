import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { captureInThread, type ThreadCapture, type ThreadListener } from './in-thread.ts';
import { sign } from './signature.ts';

const open: ThreadCapture[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((capture) => capture.close()));
});

async function capturing(listener?: ThreadListener) {
  const here = { host: '127.0.0.1', port: 0, mark: 'of-this-run', expected: [], store: null };
  const capture = await captureInThread(here, listener);
  open.push(capture);
  return capture;
}

const body = (id = '') => JSON.stringify({ id, event: 'payment.succeeded', reference: 'a-of-this-run' });

async function post(capture: ThreadCapture, path: string, text: string, secret = 'whsec') {
  const { v1, v2 } = sign(Buffer.from(text), secret, '1795000000');
  const headers = { 'x-service-timestamp': '1795000000', 'x-service-signature': v1, 'x-service-signature-v2': v2 };
  return (await fetch(capture.url + path, { method: 'POST', body: text, headers })).status;
}

/** A process that posts after `afterMs` milliseconds, and prints how long the answer took (ms). */
function sender(url: string, text: string, afterMs: number) {
  const program = `setTimeout(async () => { const began = performance.now();
    await fetch(${JSON.stringify(url)}, { method: 'POST', body: ${JSON.stringify(text)} });
    console.log(performance.now() - began); }, ${afterMs}); console.log('ready');`;
  return spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('a capture server in a thread of its own', () => {
  test('answers while this thread computes, and stamps what arrives when it arrives', async () => {
    const capture = await capturing();
    const child = sender(`${capture.url}/hook`, body('evt_1'), 300);
    await once(child.stdout, 'data');
    const took = once(child.stdout, 'data');
    const began = performance.now();
    while (performance.now() - began < 3_000);
    const freed = performance.now();
    const [delivery] = capture.find({ path: '/hook' });
    expect(Number(String((await took)[0]))).toBeLessThan(2_000);
    expect(delivery?.mono).toBeLessThan(freed - 500);
    expect(delivery?.mono).toBeGreaterThan(began);
    expect(Math.abs((delivery?.at ?? 0) - (performance.timeOrigin + (delivery?.mono ?? 0)))).toBeLessThan(1);
  });

  test('what was answered is found at once, and what was scripted or expected counts for what comes next', async () => {
    const capture = await capturing();
    for (let turn = 0; turn < 50; turn++) {
      const path = `/hook-${turn}`;
      capture.expect(path, 'whsec');
      const script = capture.script({ path }, [500, 204]);
      const [a, b, c] = ['a', 'b', 'c'].map((id) => `${id}${turn}`);
      expect([await post(capture, path, body(a)), await post(capture, path, body(b))]).toEqual([500, 204]);
      expect(capture.find({ path }).map(({ standing, eventId }) => [standing, eventId])).toEqual([
        ['genuine', a],
        ['genuine', b],
      ]);
      expect(script.taken).toBe(2);
      script.remove();
      expect(await post(capture, path, body(c))).toBe(200);
    }
    expect(capture.stats).toMatchObject({ received: 150, kept: 150, standings: { genuine: 150 } });
  });

  test('what is scripted the moment before a request comes counts for it', async () => {
    const capture = await capturing();
    const socket = connect(capture.port, '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    const came: number[] = [];
    const due: number[] = [];
    for (let turn = 0; turn < 300; turn++) {
      const text = body(`evt_${turn}`);
      due.push(210 + (turn % 50));
      const answer = once(socket, 'data');
      capture.script({ path: '/hook' }, { status: 210 + (turn % 50), body: '.' });
      socket.write(`POST /hook HTTP/1.1\r\nhost: a\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
      came.push(Number(/^HTTP\/1\.1 (\d+)/.exec(String((await answer)[0]))?.[1]));
    }
    socket.destroy();
    expect(came).toEqual(due);
  });

  test('tells who waits, in order; who is foreign is answered 401 and kept apart', async () => {
    const capture = await capturing();
    const next = capture.next({ path: '/hook' }, AbortSignal.timeout(20_000));
    expect(await post(capture, '/hook', '{"id":"of nobody"}')).toBe(401);
    expect(await post(capture, '/hook', body('evt_1'))).toBe(200);
    expect(await next).toMatchObject({
      eventId: 'evt_1',
      standing: 'claimed',
      answer: { kind: 'status', status: 200 },
    });
    await expect.poll(() => capture.foreign.length).toBe(1);
    expect(capture.stats.standings.foreign).toBe(1);
  });

  test('says for how long the sender was kept waiting, and when it gave up', async () => {
    const answers: number[] = [];
    const capture = await capturing({ onStall: () => {}, onAnswer: (ms) => answers.push(ms) });
    capture.script({ path: '/hook' }, 'hang');
    const gone = fetch(`${capture.url}/hook`, { method: 'POST', body: body('a'), signal: AbortSignal.timeout(500) });
    await expect(gone).rejects.toThrow();
    await expect.poll(() => capture.find({})[0]?.senderClosedAfterMs ?? 0).toBeGreaterThan(200);
    expect(answers).toHaveLength(1);
    expect(capture.find({})[0]?.keptWaitingMs).toBe(answers[0]);
  });

  test('an answer that cannot be given is told here, a port in use in one line', async () => {
    const capture = await capturing();
    expect(() => capture.script({}, 99)).toThrow(/status/);
    const again = captureInThread({ host: '127.0.0.1', port: capture.port, mark: 'm', expected: [], store: null });
    await expect(again).rejects.toThrow(/^port \d+ on 127\.0\.0\.1 is in use/);
  });

  test('closed, it rejects who waits', async () => {
    const capture = await capturing();
    const next = capture.next({}, AbortSignal.timeout(20_000));
    const closed = capture.close();
    await expect(next).rejects.toThrow('the capture server was closed');
    await closed;
  });
});
