import { expect, test } from 'vitest';
import type { ExchangeRecord } from '../../engine/http/index.ts';
import type { MerchantAccess } from '../../engine/run/merchants/merchant-access.ts';
import { answering } from '../control/answering.support.ts';
import { openRun } from '../testing.support.ts';
import { afterwards } from './afterwards.ts';
import { noting } from './created.ts';

const access: MerchantAccess = {
  merchantId: 'mch_1',
  apiKey: 'key',
  webhookSecret: 'secret',
  hookPath: '/hook',
  environment: 'sandbox',
  own: true,
};
const created: ExchangeRecord = {
  id: 1,
  startedAt: 0,
  durationMs: 1,
  request: {
    method: 'POST',
    url: 'http://127.0.0.1/v1/checkouts',
    httpVersion: '1.1',
    headers: [],
    body: '{"reference":"chk-1"}',
  },
  response: { status: 201, headers: [], body: '{}', bodyEncoding: 'utf8', truncated: false },
  error: null,
};

/** A run at a target with one merchant, which does not go on with the seed 1. `moves`: whether control moves the clock, or refuses. */
async function opened(moves: boolean) {
  let ahead = 0;
  const server = await answering(({ path, body }) => {
    if (path !== '/clock/advance') return [200, { reference: 'chk-1' }];
    if (!moves) return [400];
    ahead += 1_000 * JSON.parse(body).seconds;
    return [200, { now: new Date(Date.now() + ahead).toISOString() }];
  });
  const control = { url: server.url, token: null, knowledge: { listed: null, answered: [], missing: [] } };
  const ownMerchants = { sandbox: true, live: true };
  const run = await openRun({ baseUrl: server.url, control, clock: true, ownMerchants }, 1);
  noting(run, access)(created);
  const reads = () => server.asked.filter(({ path }) => path.startsWith('/v1/')).map(({ path }) => path);
  return { run, reads };
}

test('what a merchant created is read again', async () => {
  const { run, reads } = await opened(true);
  await afterwards(run, () => false);
  expect(reads()).toEqual(['/v1/checkouts/chk-1']);
});

test('where the clock moves no more it ends, and the run goes on to its certificate', async () => {
  const { run, reads } = await opened(false);
  expect(await afterwards(run, () => false)).toBe(0);
  expect(reads()).toEqual([]);
});

test('nothing is sent where time is up', async () => {
  const { run, reads } = await opened(true);
  expect(await afterwards(run, () => true)).toBe(0);
  expect(reads()).toEqual([]);
});
