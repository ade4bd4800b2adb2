import { describe, expect, it } from 'vitest';
import type { DeliveryRecord } from './delivery-record.ts';
import { isLoopback, type Kind, planReplay, replay } from './replay.ts';
import { type Answer, type Delivery, startCapture } from './server.ts';
import { verify } from './signature.ts';

const SECRET = 'whsec_replay';

function record(n: number, more: Partial<DeliveryRecord> = {}): DeliveryRecord {
  const body = `{"id":"evt_${n}","event":"payout.failed","reference":"p-${n}","amountMinor":${n}000,"note":"\\/₦"}`;
  const told = { eventId: `evt_${n}`, event: 'payout.failed', reference: `p-${n}` };
  const times = { seq: n, at: '2026-11-20T10:00:00.000Z', monoMs: n, senderClosedAfterMs: null };
  const answer = { kind: 'status', status: 200 } as const;
  return { ...times, ...told, method: 'POST', path: '/', headers: {}, body, answer, ...more };
}

const RECORDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => record(n));

/** Replays to a receiver that answers with `respond`, and returns the counts and the deliveries. */
async function tryOn(respond: (delivery: Delivery) => Answer, forgedShare = 0.3, timeoutMs = 5_000) {
  const receiver = await startCapture({ host: '127.0.0.1', port: 0, respond });
  try {
    const options = {
      to: new URL(`${receiver.url}/in?shop=1`),
      secret: SECRET,
      headers: { 'x-extra': 'yes' },
      timeoutMs,
    };
    const result = await replay(planReplay(RECORDS, forgedShare, 1), options, new AbortController().signal);
    return { ...result, deliveries: receiver.deliveries };
  } finally {
    await receiver.close();
  }
}

function careful(delivery: Delivery): number {
  const { valid, timestamp } = verify(delivery, SECRET);
  return valid && Math.abs(Date.now() / 1_000 - (timestamp ?? 0)) < 300 ? 200 : 401;
}

describe('planReplay', () => {
  const kinds = (seed: number, share: number) => planReplay(RECORDS, share, seed).map(({ kind }) => kind);
  const count = (list: readonly Kind[], kind: Kind) => list.filter((one) => one === kind).length;

  it('sends each event twice and forges a share, the first valid one of two before the other', () => {
    const list = kinds(5, 0.3);
    expect(count(list, 'valid')).toBe(10);
    expect(count(list, 'valid again')).toBe(10);
    for (const kind of ['wrong signature', 'altered body', 'stale timestamp'] as const)
      expect(count(list, kind)).toBe(2);
    expect(list[0]).not.toBe('valid again');
    expect(kinds(5, 0)).toHaveLength(20);
    expect(kinds(5, 0.001)).toHaveLength(21);
  });

  it('has an order that the seed fixes', () => {
    expect(planReplay(RECORDS, 0.3, 7)).toEqual(planReplay(RECORDS, 0.3, 7));
    const bodies = (seed: number) => planReplay(RECORDS, 0, seed).map(({ body }) => body.toString());
    expect(bodies(1)).not.toEqual(bodies(2));
  });

  it('takes each event once from a recorded run, and leaves out what is no event', () => {
    const noEvent = record(11, { event: undefined });
    const noPost = record(12, { method: 'PUT' });
    const beginning = record(13, { truncated: true });
    expect(planReplay([...RECORDS, ...RECORDS, noEvent, noPost, beginning], 0, 1)).toHaveLength(20);
    expect(planReplay([noEvent], 1, 1)).toEqual([]);
  });
});

describe('replay', () => {
  it('finds nothing wrong with a careful receiver', async () => {
    const { tallies, deliveries, unanswered } = await tryOn(careful);
    expect(tallies.map(({ sent, asExpected }) => [sent, asExpected])).toEqual([
      [10, 10],
      [10, 10],
      [2, 2],
      [2, 2],
      [2, 2],
    ]);
    expect(unanswered).toBeUndefined();
    expect(deliveries).toHaveLength(26);
    expect(deliveries[0]).toMatchObject({ path: '/in?shop=1', method: 'POST' });
    expect(deliveries[0]?.headers).toMatchObject({ 'x-extra': 'yes', 'content-type': 'application/json' });
  });

  it('shows a receiver that checks nothing, and one that refuses doubles', async () => {
    const trusting = await tryOn(() => 200);
    expect(trusting.tallies.map(({ sent, asExpected }) => sent - asExpected)).toEqual([0, 0, 2, 2, 2]);
    expect(trusting.tallies[2]?.other).toEqual(new Map([['200', 2]]));
    const seen = new Set<string>();
    const strict = await tryOn((delivery) => {
      if (careful(delivery) === 401) return 401;
      return seen.size === seen.add(delivery.eventId ?? '').size ? 409 : 200;
    });
    const again = strict.tallies.find(({ kind }) => kind === 'valid again');
    expect(strict.tallies.reduce((sum, { other }) => sum + (other.get('409') ?? 0), 0)).toBe(10);
    expect(again?.asExpected).toBeLessThan(10);
  });

  it('asks for 401 for a bad signature, any 4xx for a stale timestamp', async () => {
    const { tallies } = await tryOn((delivery) => (careful(delivery) === 200 ? 204 : 400));
    expect(tallies.map(({ sent, asExpected }) => sent - asExpected)).toEqual([0, 0, 2, 2, 0]);
  });

  it('waits no longer than it was told to, and gives up where nothing answers', async () => {
    const { tallies, unanswered } = await tryOn(() => 'hang', 0, 50);
    expect(unanswered).toBe('no answer within 0.05 s');
    expect(tallies.reduce((sum, { sent }) => sum + sent, 0)).toBeLessThan(20);
    const cut = await tryOn((delivery) => (delivery.seq % 2 === 0 ? 'cut' : 200), 0);
    expect(cut.tallies.reduce((sum, { sent }) => sum + sent, 0)).toBe(20);
    expect(cut.unanswered).toBeUndefined();
  });

  it('stops when told to', async () => {
    const stop = new AbortController();
    const receiver = await startCapture({
      host: '127.0.0.1',
      port: 0,
      respond: () => 'hang',
      onDelivery: () => stop.abort(),
    });
    const options = { to: new URL(receiver.url), secret: SECRET, headers: {}, timeoutMs: 60_000 };
    const { tallies } = await replay(planReplay(RECORDS, 0, 1), options, stop.signal);
    expect(tallies.reduce((sum, { sent }) => sum + sent, 0)).toBe(0);
    await receiver.close();
  });
});

describe('isLoopback', () => {
  it.each(['http://127.0.0.1:1/', 'http://127.8.9.1/', 'http://localhost:3000/x', 'http://[::1]:80/', 'http://127.1/'])(
    'is true for %s',
    (url) => expect(isLoopback(new URL(url))).toBe(true),
  );
  it.each([
    'http://example.com/',
    'http://10.0.0.1/',
    'http://localhost.example.com/',
    'http://127.0.0.1.example.com/',
    'http://0.0.0.0/',
    'http://[::2]/',
  ])('is false for %s', (url) => expect(isLoopback(new URL(url))).toBe(false));
});
