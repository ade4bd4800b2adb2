import { Pool } from 'undici';
import {
  createClient,
  createMask,
  createPacer,
  createTransport,
  type ExchangeRecord,
} from '../../engine/http/index.ts';
import { type Comparison, inTurns, median } from './compare.ts';
import { serve } from './servers.ts';

const BATCH = 200;

const body = {
  reference: 'order-1',
  amount: 5_000,
  currency: 'NGN',
  customer: { email: 'buyer@example.com' },
  returnUrl: 'https://shop.example.com/return',
};

/** Milliseconds per request, sent one after another: the client with pacing, masking and recording on, against undici alone. */
export async function benchClient(rounds: number): Promise<Comparison> {
  const server = await serve('answers');
  const origin = `http://127.0.0.1:${server.port}`;
  const pool = new Pool(origin);
  const transport = createTransport();
  try {
    const records: ExchangeRecord[] = [];
    const pacer = createPacer({ perMinute: 1_000_000, now: () => performance.now(), wait: () => Promise.resolve() });
    const client = createClient({
      baseUrl: origin,
      credentials: { apiKey: 'svc_test_sk_bench', merchantId: 'mch_test_bench' },
      transport,
      mask: createMask([
        { label: 'TARGET_API_KEY', value: 'svc_test_sk_bench' },
        { label: 'TARGET_WEBHOOK_SECRET', value: 'whsec_bench' },
      ]),
      pace: () => pacer.take(0),
      onExchange: (record) => records.push(record),
    });
    const ours = async () => {
      records.length = 0;
      return await msEach(async () => {
        const { status, json } = await client.request({ method: 'POST', path: '/v1/checkouts', body });
        if (status !== 201 || json === undefined) throw new Error('the bench server answered wrongly');
      });
    };
    const bare = () =>
      msEach(async () => {
        const response = await pool.request({
          method: 'POST',
          path: '/v1/checkouts',
          headers,
          body: JSON.stringify(body),
        });
        if (response.statusCode !== 201 || JSON.parse(await response.body.text()) === undefined)
          throw new Error('wrong');
      });
    const figures = await inTurns(rounds, ours, bare);
    const met = median(figures.ratios) <= 1.3;
    return { what: 'a request through the client', unit: 'ms', ...figures, bound: 'at most 1.30', met };
  } finally {
    await Promise.all([pool.destroy(), transport.close()]);
    server.stop();
  }
}

const headers = {
  authorization: 'Bearer svc_test_sk_bench',
  'x-merchant-id': 'mch_test_bench',
  'content-type': 'application/json',
  'idempotency-key': 'bench',
};

async function msEach(request: () => Promise<void>): Promise<number> {
  const began = performance.now();
  for (let sent = 0; sent < BATCH; sent++) await request();
  return (performance.now() - began) / BATCH;
}
