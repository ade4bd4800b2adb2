import { AssertionError } from 'node:assert';
import { afterEach, describe, expect, test } from 'vitest';
import { Blocked } from '../../engine/checks/outcome.ts';
import { type Capture, startCapture } from '../../engine/webhooks/server.ts';
import { type Received, sign } from '../../engine/webhooks/signature.ts';
import { tellingTime, virtualTime } from '../testing.support.ts';
import { Webhooks } from './webhooks.ts';

const secret = 'whsec_mine';
const open: Capture[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((capture) => capture.close()));
});

async function receiving(told = false) {
  const capture = await startCapture({ host: '127.0.0.1', port: 0 });
  open.push(capture);
  const { time, moved, conductor, there } = await (told ? tellingTime() : virtualTime());
  const seen: Received[] = [];
  const webhooks = new Webhooks({
    capture,
    path: '/mine',
    time,
    secret: () => secret,
    seen: (received) => seen.push(received),
  });
  const send = async (
    event: string,
    reference: string,
    { by = secret, path = '/mine', id = `evt_${reference}`, only = '', stamp = '1795000000', cut = 0 } = {},
  ) => {
    const body = JSON.stringify({ id, event, reference, amountMinor: 5_000 });
    const { v1, v2 } = sign(Buffer.from(body), by, stamp);
    const headers = { 'x-service-timestamp': stamp, 'x-service-signature': v1, 'x-service-signature-v2': v2 };
    if (only === 'v1') headers['x-service-signature-v2'] = 'f'.repeat(64);
    if (only === 'v2') headers['x-service-signature'] = 'f'.repeat(64);
    const answer = await fetch(capture.url + path, { method: 'POST', body: body.slice(0, body.length - cut), headers });
    return answer.status;
  };
  return { webhooks, send, seen, moved, capture, conductor, time, there };
}

describe('a genuine delivery', () => {
  test('that has come already, or comes while it is awaited', async () => {
    const { webhooks, send, seen, conductor } = await receiving();
    await send('payment.succeeded', 'a');
    expect((await webhooks.arrives('payment.succeeded', 'a')).payload).toMatchObject({ reference: 'a' });
    // Another activity acts meanwhile, so that the clock stands still.
    const sender = await conductor.begin(0);
    const awaited = webhooks.arrives('payment.succeeded', 'b');
    await send('payment.failed', 'b');
    await send('payment.succeeded', 'other');
    await send('payment.succeeded', 'b', { path: '/yours' });
    await send('payment.succeeded', 'b');
    sender.end();
    expect((await awaited).delivery).toMatchObject({ path: '/mine', reference: 'b', event: 'payment.succeeded' });
    expect(seen).toHaveLength(2);
  });

  test.each(['v1', 'v2'])('of which only %s is good shows who sent it', async (only) => {
    const { webhooks, send } = await receiving();
    await send('payment.succeeded', 'a', { only });
    expect((await webhooks.arrives('payment.succeeded', 'a')).verification.valid).toBe(false);
  });

  test('after a forged one is the one that counts', async () => {
    const { webhooks, send } = await receiving();
    await send('payment.succeeded', 'a', { by: 'a thief' });
    await send('payment.succeeded', 'a', { id: 'evt_genuine' });
    for (const received of [
      await webhooks.arrives('payment.succeeded', 'a'),
      await webhooks.any('payment.succeeded', 'a'),
    ]) {
      expect(received.payload.id).toBe('evt_genuine');
      expect(received.verification.valid).toBe(true);
    }
    expect(webhooks.all('payment.succeeded', 'a')).toHaveLength(1);
  });

  test('may come twice: both are kept, the first is given', async () => {
    const { webhooks, send } = await receiving();
    await send('payment.succeeded', 'a');
    await send('payment.succeeded', 'a');
    expect((await webhooks.arrives('payment.succeeded', 'a')).delivery.seq).toBe(1);
    expect((await webhooks.after(60, 'payment.succeeded', 'a')).value).toHaveLength(2);
  });
});

describe('only badly signed ones', () => {
  test('block whoever needs the event, and say what is wrong', async () => {
    const { webhooks, send } = await receiving();
    await send('payment.succeeded', 'a', { by: 'a thief' });
    for (const attempt of [webhooks.arrives('payment.succeeded', 'a'), webhooks.given('payment.succeeded', 'a')]) {
      const error = await attempt.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Blocked);
      expect(error).toHaveProperty(
        'message',
        expect.stringMatching(/badly signed only: x-service-signature does not match/),
      );
    }
  });

  test('are given to the checks of the signatures themselves', async () => {
    const { webhooks, send } = await receiving();
    await send('payment.succeeded', 'a', { by: 'a thief' });
    expect((await webhooks.any('payment.succeeded', 'a')).verification).toMatchObject({
      valid: false,
      v1: 'wrong',
      v2: 'wrong',
    });
  });
});

describe('only one whose end is missing', () => {
  test('is given to the checks of the signatures, and blocks whoever needs the event', async () => {
    const { webhooks, send } = await receiving();
    await send('payment.succeeded', 'a-reference', { cut: 3 });
    const { verification } = await webhooks.any('payment.succeeded', 'a-reference');
    expect(verification).toMatchObject({ valid: false, v1: 'wrong', v2: 'wrong' });
    const needed = webhooks.given('payment.succeeded', 'a-reference');
    await expect(needed).rejects.toThrow('badly signed only');
    await expect(webhooks.any('payment.failed', 'a-reference', 30)).rejects.toThrow('unreadable for ?');
  });
});

describe('nothing comes', () => {
  test('the check of it fails, after the time allowed', async () => {
    const { webhooks, moved } = await receiving();
    const error = await webhooks.arrives('payment.succeeded', 'a', 30).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AssertionError);
    expect(error).toHaveProperty('message', 'expected a webhook payment.succeeded for a within 30 s; nothing came');
    expect(Math.round(moved.reduce((sum, step) => sum + step, 0))).toBe(30);
  });

  test('a step that needs it is blocked, and says what came instead', async () => {
    const { webhooks, send } = await receiving();
    await send('payment.failed', 'a');
    for (const attempt of [webhooks.given('payment.succeeded', 'a'), webhooks.any('payment.succeeded', 'a')]) {
      const error = await attempt.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Blocked);
      expect(error).toHaveProperty('message', expect.stringContaining('what came instead: payment.failed for a'));
    }
  });

  test('and nothing should: after the time it is empty', async () => {
    const { webhooks } = await receiving();
    expect((await webhooks.after(300, 'payment.succeeded', 'a')).value).toEqual([]);
  });
});

describe('attempts', () => {
  test('are counted, and answered as scripted', async () => {
    const { webhooks, send, seen } = await receiving();
    webhooks.answer({ reference: 'a' }, [500, 503, 204]);
    const statuses = [await send('payment.succeeded', 'a'), await send('payment.succeeded', 'a')];
    expect(statuses).toEqual([500, 503]);
    expect((await webhooks.attempt(2, 'payment.succeeded', 'a', 60))?.delivery.seq).toBe(2);
    expect(await webhooks.attempt(3, 'payment.succeeded', 'a', 60)).toBeUndefined();
    expect(await send('payment.succeeded', 'a')).toBe(204);
    expect(await send('payment.succeeded', 'b')).toBe(200);
    // Every attempt that was read is evidence, the first one too.
    expect([...new Set(seen.map(({ delivery }) => delivery.seq))].sort()).toEqual([1, 2]);
  });

  test('another merchant’s script does not touch them', async () => {
    const { webhooks, send } = await receiving();
    webhooks.answer({}, 500);
    expect(await send('payment.succeeded', 'a', { path: '/yours' })).toBe(200);
  });
});

describe('a retry that is due by the time at which attempts are signed', () => {
  const ofReference = ['payment.succeeded', 'a'] as const;

  test('counts, however late the check comes round to looking', async () => {
    const { webhooks, send, time, there } = await receiving(true);
    await send(...ofReference, { stamp: String(there()) });
    const at = webhooks.sentAt(await webhooks.given(...ofReference));
    await time.wait(60, 'the retry falls due');
    await send(...ofReference, { stamp: String(there()) });
    await time.wait(200, 'this machine is busy with something else');
    const { received, after } = await webhooks.due('the retry', ...ofReference, { from: at + 45_000, to: at + 95_000 });
    expect(received?.delivery.seq).toBe(2);
    expect(webhooks.surely(...ofReference, after).value).toHaveLength(1);
  });

  test('does not, where it is an immediate duplicate, or comes after the window', async () => {
    const { webhooks, send, time, there } = await receiving(true);
    await send(...ofReference, { stamp: String(there()) });
    const at = webhooks.sentAt(await webhooks.given(...ofReference));
    await time.wait(2, 'a duplicate comes');
    await send(...ofReference, { stamp: String(there()) });
    await time.wait(300, 'the retry comes much later');
    await send(...ofReference, { stamp: String(there()) });
    const { received, after } = await webhooks.due('the retry', ...ofReference, { from: at + 45_000, to: at + 95_000 });
    expect(received).toBeUndefined();
    expect(webhooks.came(...ofReference, after).value).toEqual([]);
  });
});
