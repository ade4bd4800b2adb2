import { expect, onTestFinished, test } from 'vitest';
import { startCapture } from '../../engine/webhooks/server.ts';
import { sign } from '../../engine/webhooks/signature.ts';
import { MERCHANT, SECRET, TestHistory } from './testing.support.ts';

function historyOf(fill: (history: TestHistory) => void): TestHistory {
  const history = new TestHistory();
  onTestFinished(() => history.close());
  fill(history);
  return history;
}

test('a merchant has its own requests and steps, those about its wallets and the clock, in one order', () => {
  const history = historyOf((all) => {
    all.makesMerchant(0);
    all.makesMerchant(10, 'mch_test_2');
    all.does('POST /wallets', 20, { body: { walletId: '7000000001' } });
    all.does('POST /wallets', 30, { body: { walletId: '7000000002' } });
    all.asks('GET', '/v1/balance', null, [200, { available: 0 }], { at: 40 });
    all.asks('GET', '/v1/balance', null, [200, { available: 0 }], { at: 50, merchant: 'mch_test_2' });
    all.does('POST /clock/advance', 60, { body: { seconds: 121 } });
    all.k6Ended(true);
    all.does('POST /merchants/{merchantId}/checkouts/{reference}/settle', 70, {
      names: { merchantId: MERCHANT, reference: 'r' },
    });
  });
  const { exchanges, sightings, deliveries, lastBefore } = history.of(MERCHANT, ['7000000002'], [], SECRET);
  expect(exchanges.map(({ _id }) => _id)).toEqual([5]);
  expect(sightings.map(({ id }) => id).sort()).toEqual([1, 4, 7, 8]);
  expect(sightings.find(({ id }) => id === 7)).toMatchObject({
    what: 'control: POST /clock/advance',
    seen: { body: { seconds: 121 } },
  });
  expect(deliveries).toEqual([]);
  expect(lastBefore).toBe(7);
});

test('the times of k6 are as sure as the machine kept its time of day meanwhile, and of another machine not at all', () => {
  const ask = (history: TestHistory, at: number, aheadMs: number) =>
    history.asks('GET', '/v1/balance', null, [200, {}], { at, aheadMs });
  const history = historyOf((all) => {
    ask(all, 0, 0);
    all.k6Ended(true);
    ask(all, 9_000, 40);
  });
  expect(history.of(MERCHANT, [], [], SECRET).driftMs).toBe(40);
  const steady = historyOf((all) => all.k6Ended(true));
  expect(steady.of(MERCHANT, [], [], SECRET).driftMs).toBe(0);
  const elsewhere = historyOf((all) => {
    ask(all, 0, 0);
    all.k6Ended(false);
  });
  expect(elsewhere.of(MERCHANT, [], [], SECRET).driftMs).toBe(Number.POSITIVE_INFINITY);
});

test('of deliveries those count that are signed, and the very same again is no second one', async () => {
  const capture = await startCapture({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => capture.close());
  const send = async (second: string, secret: string) => {
    const body = Buffer.from('{"id":"evt_1","event":"payout.succeeded","reference":"r"}');
    const { v1, v2 } = sign(body, secret, second);
    const headers = { 'x-service-signature': v1, 'x-service-timestamp': second, 'x-service-signature-v2': v2 };
    await fetch(capture.url, { method: 'POST', body, headers });
  };
  await send('1795168800', SECRET);
  await send('1795168800', 'another secret');
  await send('1795168800', SECRET);
  await send('1795168860', SECRET);
  const { deliveries } = historyOf(() => {}).of(MERCHANT, [], capture.deliveries, SECRET);
  expect(deliveries.map(({ seq, standing }) => [seq, standing])).toEqual([
    [1, 'genuine'],
    [3, 'repeated'],
    [4, 'genuine'],
  ]);
});
