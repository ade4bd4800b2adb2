import { afterEach, describe, expect, test, vi } from 'vitest';
import { Webhooks } from '../../../interface/actors/webhooks.ts';
import { virtualTime } from '../../../interface/testing.support.ts';
import { type Capture, type DeliveryClass, startCapture } from '../../webhooks/server.ts';
import { sign } from '../../webhooks/signature.ts';
import { markOf } from '../disguise/names.ts';
import { listen, pathOf } from '../listen.ts';
import { DeliveryClassifier } from './delivery-classifier.ts';

const mark = 'mw2c1a-7';
const reference = `pay-${mark}-1`;
const open: Capture[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((capture) => capture.close()));
});

interface Sent {
  path?: string;
  by?: string;
  reference?: string;
  stamp?: number;
  /** Only this signature is valid. */
  only?: 'v1' | 'v2';
  method?: string;
  body?: string;
}

/** A capture server that expects the webhooks of one merchant, and a function that sends to it. */
async function expecting(secret: string | null = 'whsec_mine') {
  const classifier = new DeliveryClassifier(mark);
  classifier.registerSecret('/mine', secret);
  const capture = await startCapture({ host: '127.0.0.1', port: 0, judge: classifier.classify });
  open.push(capture);
  const send = async (sent: Sent = {}) => {
    const { path = '/mine', by = 'whsec_mine', stamp = 1_795_000_000, method = 'POST' } = sent;
    const body =
      sent.body ?? JSON.stringify({ id: 'e', event: 'payout.succeeded', reference: sent.reference ?? reference });
    const { v1, v2 } = sign(Buffer.from(body), by, String(stamp));
    const headers = {
      'x-service-timestamp': String(stamp),
      'x-service-signature': sent.only === 'v2' ? 'f'.repeat(64) : v1,
      'x-service-signature-v2': sent.only === 'v1' ? 'f'.repeat(64) : v2,
    };
    const { standings } = capture.stats;
    await fetch(capture.url + path, { method, body, headers });
    const now = capture.stats.standings;
    return (Object.keys(now) as DeliveryClass[]).find((standing) => now[standing] > standings[standing]);
  };
  const { time, moved } = await virtualTime();
  const webhooks = new Webhooks({ capture, path: '/mine', time, secret: () => secret, seen: () => {} });
  return { classifier, capture, send, webhooks, moved };
}

describe('whose a delivery is', () => {
  test.each<[string, Sent, DeliveryClass]>([
    ['well signed', {}, 'genuine'],
    ['well signed, about nothing of this run: another user of the merchant', { reference: 'order-1' }, 'genuine'],
    ['only the first signature is good: a target that signs wrongly, or an altered replay', { only: 'v1' }, 'claimed'],
    [
      'the same, without the mark: of a wallet link, whose id is the target’s',
      { only: 'v1', reference: 'l-1' },
      'claimed',
    ],
    ['only the second signature is good', { only: 'v2' }, 'genuine'],
    ['well signed, but a PUT', { method: 'PUT' }, 'genuine'],
    ['well signed, but no JSON', { body: `a form=${reference}` }, 'genuine'],
    ['badly signed, with a reference of this run: a target that signs wrongly', { by: 'another' }, 'claimed'],
    ['badly signed, with the mark anywhere in it', { by: 'x', reference: 'evt', body: `{"l":"${mark}-2"}` }, 'claimed'],
    ['badly signed, about nothing of this run', { by: 'another', reference: 'order-1' }, 'foreign'],
    ['badly signed and empty', { by: 'another', body: '' }, 'foreign'],
    ['a path that no merchant has', { path: '/theirs', reference: 'order-1' }, 'foreign'],
    ['a path that a check made up', { path: `/else-${mark}-3`, reference: 'order-1' }, 'claimed'],
  ])('%s', async (_, sent, standing) => {
    const { send } = await expecting();
    expect(await send(sent)).toBe(standing);
  });

  test('the same again, timestamp included, is a copy; a later attempt is none', async () => {
    const { send } = await expecting();
    const seen = [];
    for (const stamp of [1, 1, 61, 61, 1]) seen.push(await send({ stamp }));
    expect(seen).toEqual(['genuine', 'repeated', 'genuine', 'repeated', 'repeated']);
  });

  test('an altered replay is no attempt: not with another timestamp, nor with another first signature', async () => {
    const { send } = await expecting();
    const seen = [
      await send({ stamp: 1 }),
      await send({ stamp: 61, only: 'v1' }),
      await send({ stamp: 1, only: 'v2' }),
    ];
    expect(seen).toEqual(['genuine', 'claimed', 'repeated']);
  });

  test('a rotated secret is known beside the old one', async () => {
    const { send, classifier } = await expecting();
    expect(await send({ by: 'whsec_new' })).toBe('claimed');
    classifier.registerSecret('/mine', 'whsec_new');
    expect([await send({ by: 'whsec_new' }), await send({})]).toEqual(['genuine', 'genuine']);
  });

  test('where the secret is not known, all that is of this run may be the target’s', async () => {
    const { send } = await expecting(null);
    expect([await send(), await send({ reference: 'order-1' })]).toEqual(['claimed', 'foreign']);
  });

  test('with many secrets at one path, of what is of no run only some is looked at', async () => {
    const { send, classifier } = await expecting();
    for (let turn = 0; turn < 10; turn++) classifier.registerSecret('/mine', `whsec_${turn}`);
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const seen = [];
      for (let turn = 0; turn < 60; turn++) seen.push(await send({ reference: 'order-1', stamp: turn }));
      expect(seen.filter((standing) => standing === 'genuine')).toHaveLength(50);
      expect(seen.at(-1)).toBe('foreign');
      expect(await send({ stamp: 99 })).toBe('genuine');
      vi.advanceTimersByTime(1_000);
      expect(await send({ reference: 'order-1', stamp: 100 })).toBe('genuine');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the words of suites', () => {
  test('a forger adds nothing to the attempts, not even one who knows the reference', async () => {
    const { send, webhooks } = await expecting();
    await send({ by: 'a thief', stamp: 1 });
    await send({ stamp: 2 });
    await send({ by: 'a thief', stamp: 62 });
    expect(webhooks.all('payout.succeeded', reference)).toMatchObject([{ verification: { timestamp: 2 } }]);
    await send({ stamp: 63 });
    const second = await webhooks.attempt(2, 'payout.succeeded', reference, 60);
    expect(second).toMatchObject({ verification: { timestamp: 63, valid: true } });
  });

  test('a replay is no attempt and no retry, but is told as a copy', async () => {
    const { send, webhooks } = await expecting();
    await send({ stamp: 1 });
    const after = webhooks.latest('payout.succeeded', reference);
    await send({ stamp: 1 });
    expect(webhooks.all('payout.succeeded', reference)).toHaveLength(1);
    expect(webhooks.copies('payout.succeeded', reference)).toHaveLength(1);
    expect((await webhooks.after(100, 'payout.succeeded', reference)).value).toHaveLength(1);
    await send({ stamp: 61 });
    const retry = await webhooks.another('the retry', 'payout.succeeded', reference, { after, within: 60 });
    expect(retry?.verification.timestamp).toBe(61);
  });

  test.each<[string, Sent]>([
    ['has the timestamp of the first attempt', { stamp: 1 }],
    ['is badly signed', { stamp: 61, by: 'another' }],
  ])('where nothing better comes in time, a retry that %s is what the target sent', async (_, sent) => {
    const { send, webhooks, moved } = await expecting();
    await send({ stamp: 1 });
    const after = webhooks.latest('payout.succeeded', reference);
    await send(sent);
    const retry = await webhooks.another('the retry', 'payout.succeeded', reference, { after, within: 60 });
    expect(retry?.delivery.seq).toBe(2);
    expect(Math.round(moved.reduce((sum, step) => sum + step, 0))).toBe(60);
    expect(await webhooks.another('one more', 'payout.succeeded', reference, { after: 2, within: 5 })).toBeUndefined();
  });

  test('whoever saw one webhook can add no attempt to it, by altering it', async () => {
    const { send, webhooks } = await expecting();
    await send({ stamp: 1 });
    const after = webhooks.latest('payout.succeeded', reference);
    for (const stamp of [2, 3, 4]) await send({ stamp, only: 'v1' });
    for (const _ of [1, 2]) await send({ stamp: 1, only: 'v2' });
    expect(webhooks.all('payout.succeeded', reference)).toMatchObject([
      { verification: { timestamp: 1, valid: true } },
    ]);
    expect((await webhooks.after(100, 'payout.succeeded', reference)).value).toHaveLength(1);
    await send({ stamp: 61 });
    const retry = await webhooks.another('the retry', 'payout.succeeded', reference, { after, within: 60 });
    expect(retry?.verification).toMatchObject({ timestamp: 61, valid: true });
  });

  test.each(['v1', 'v2'] as const)(
    'a target whose other signature than %s is always wrong has attempts all the same',
    async (only) => {
      const { send, webhooks } = await expecting();
      for (const stamp of [1, 61]) await send({ stamp, only });
      expect(webhooks.all('payout.succeeded', reference)).toHaveLength(2);
      const wrong = only === 'v1' ? { v1: 'valid', v2: 'wrong' } : { v1: 'wrong', v2: 'valid' };
      expect((await webhooks.any('payout.succeeded', reference)).verification).toMatchObject(wrong);
      expect(await webhooks.attempt(2, 'payout.succeeded', reference, 60)).toMatchObject({
        verification: { timestamp: 61 },
      });
    },
  );

  test('a target that signs everything wrongly is judged at the signature', async () => {
    const { send, webhooks } = await expecting();
    await send({ by: 'another', stamp: 1 });
    await send({ by: 'another', stamp: 61 });
    expect(webhooks.all('payout.succeeded', reference)).toHaveLength(2);
    expect((await webhooks.any('payout.succeeded', reference)).verification).toMatchObject({
      v1: 'wrong',
      v2: 'wrong',
    });
  });
});

test('in the open the path of the public address is served, as it stands there', async () => {
  expect(pathOf('https://hooks.example.com/x7Qp?k=1')).toBe('/x7Qp?k=1');
  expect(pathOf('https://hooks.example.com')).toBe('/');
  const mine = markOf({ startedAt: 1_795_000_000_000, seed: 7 });
  const { capture } = await listen({ host: '127.0.0.1', port: 0, publicUrl: 'https://hooks.example.com/x7Qp' }, mine);
  open.push(capture);
  expect(capture.url).toBe('https://hooks.example.com/x7Qp');
});
