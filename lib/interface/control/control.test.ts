import { afterEach, describe, expect, test } from 'vitest';
import { ControlError } from '../../engine/run/merchants/control.ts';
import { answering, connecting, type Reply } from './answering.support.ts';
import { Control } from './control.ts';

const open: Control[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((control) => control.close()));
});

async function controlling(reply: (what: string, body: string) => Reply, token: string | null = 'a token') {
  const server = await answering(({ method, path, body }) => reply(`${method} ${path}`, body));
  const control = new Control(`${server.url}/below/`, token);
  open.push(control);
  return { control, asked: server.asked };
}

async function problemOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => 'it worked',
    (reason: unknown) => reason,
  );
  if (!(error instanceof ControlError)) return String(error);
  expect(error.message).not.toContain('\n');
  return error.problem;
}

const settle = (control: Control) => control.settleCheckout('mch_1', 'order:1/2', 'succeeded');

describe('a call', () => {
  test('goes below the base address with its token, names escaped, JSON in and out', async () => {
    const { control, asked } = await controlling(() => [200, {}]);
    await settle(control);
    expect(asked).toMatchObject([
      {
        method: 'POST',
        path: '/below/merchants/mch_1/checkouts/order%3A1%2F2/settle',
        headers: { authorization: 'Bearer a token', 'content-type': 'application/json' },
        body: '{"outcome":"succeeded"}',
      },
    ]);
  });

  test('without a token sends none', async () => {
    const { control, asked } = await controlling(() => [200], null);
    await settle(control);
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  test('each of the others sends what the contract says', async () => {
    const keys = { merchantId: 'mch_1', apiKey: 'key', webhookSecret: 'secret' };
    const answers = { now: '2026-01-01T00:00:00Z', ...keys, deliveries: [] };
    const { control, asked } = await controlling(() => [201, answers]);
    expect(await control.advance(1.5, 5_000)).toBe(Date.UTC(2026, 0, 1));
    expect(await control.createMerchant('live', 'http://hook')).toMatchObject(keys);
    await control.updateMerchant('m', { webhookUrl: null, requireLinkedWallets: true });
    expect(await control.rotateWebhookSecret('m')).toBe('secret');
    expect(await control.deliveries('m')).toEqual([]);
    await control.resend('m', 'd');
    await control.payEscrow('m', 'e', 'a@example.com');
    await control.disputeEscrow('m', 'e');
    await control.buyerReleasesEscrow('m', 'e');
    await control.putWallet({ environment: 'sandbox', walletId: '1', holderName: 'Ada', balanceMinor: 5 });
    await control.walletOwner('m', 'l', 'unlink');
    await control.processingDelay('m', 250);
    expect(asked.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
      'POST /below/clock/advance {"seconds":1.5}',
      'POST /below/merchants {"environment":"live","webhookUrl":"http://hook"}',
      'PATCH /below/merchants/m {"webhookUrl":null,"requireLinkedWallets":true}',
      'POST /below/merchants/m/rotate-webhook-secret {}',
      'GET /below/merchants/m/deliveries ',
      'POST /below/merchants/m/deliveries/d/resend {}',
      'POST /below/merchants/m/escrows/e/pay {"buyerEmail":"a@example.com"}',
      'POST /below/merchants/m/escrows/e/dispute {}',
      'POST /below/merchants/m/escrows/e/buyer-release {}',
      'POST /below/wallets {"environment":"sandbox","walletId":"1","holderName":"Ada","balanceMinor":5}',
      'POST /below/merchants/m/wallet-links/l/owner {"decision":"unlink"}',
      'POST /below/merchants/m/processing-delay {"milliseconds":250}',
    ]);
  });
});

describe('what an answer means', () => {
  test.each([404, 405, 501])('%d: no such endpoint here, and it is not asked again', async (status) => {
    const { control, asked } = await controlling(() => [status]);
    expect(await problemOf(settle(control))).toBe('absent');
    expect(await problemOf(settle(control))).toBe('absent');
    expect(asked).toHaveLength(1);
    expect(control.offers('POST /merchants/{merchantId}/checkouts/{reference}/settle')).toBe(false);
  });

  test.each([404, 405, 501])('%d of an endpoint that GET / lists: the step failed', async (status) => {
    const listed = { supports: ['POST  /merchants/{id}/checkouts/{ref}/settle'] };
    const { control } = await controlling((what) => (what === 'GET /below/' ? [200, listed] : [status]));
    await control.discover();
    expect(await problemOf(settle(control))).toBe('failed');
    expect(control.offers('POST /merchants/{merchantId}/checkouts/{reference}/settle')).toBe(true);
    expect(await problemOf(control.disputeEscrow('m', 'e'))).toBe('absent');
  });

  test.each([404, 405, 501])('%d of an endpoint that has answered before: the step failed', async (status) => {
    let calls = 0;
    const { control } = await controlling(() => [calls++ === 0 ? 200 : status]);
    await settle(control);
    expect(await problemOf(settle(control))).toBe('failed');
    expect(await problemOf(settle(control))).toBe('failed');
  });

  test.each([401, 403])('%d: the token is wrong', async (status) => {
    const { control } = await controlling(() => [status]);
    expect(await problemOf(settle(control))).toBe('token');
    expect(await problemOf(control.discover())).toBe('token');
  });

  test.each([400, 409, 410, 422, 429])('%d: it could not be done, nothing changed', async (status) => {
    const { control } = await controlling(() => [status, { error: 'wrong state' }]);
    expect(await problemOf(settle(control))).toBe('refused');
  });

  test.each<[string, Reply]>([
    ['500', [500]],
    ['a redirect', [302]],
    ['a cut connection', (response) => void response.destroy()],
  ])('%s: the step failed', async (_, reply) => {
    const { control } = await controlling(() => reply);
    expect(await problemOf(settle(control))).toBe('failed');
  });

  test.each<[string, Reply]>([
    ['no JSON', (response) => void response.end('<html>')],
    ['another shape', [200, { deliveries: [{ id: 1 }] }]],
    ['an unknown state', [200, { deliveries: [{ state: 'lost' }] }]],
  ])('2xx with %s where something must be told: the step failed', async (_, reply) => {
    const { control } = await controlling(() => reply);
    expect(await problemOf(control.deliveries('m'))).toBe('failed');
  });

  test('2xx with anything where nothing must be told: done', async () => {
    const { control } = await controlling(() => (response) => void response.writeHead(204).end());
    await settle(control);
  });

  test.each([
    ['nested beyond reading', `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
    ['JSON that ends too early', '{"now":'],
    ['bytes that are no text', Buffer.from('7b226964223a22c328227d', 'hex')],
  ])('2xx with %s: whether it was done is unknown', async (_, body) => {
    const { control } = await controlling(() => (response) => void response.end(body));
    const outcomes: string[] = [];
    control.onStep = ({ outcome }) => void outcomes.push(outcome);
    await expect(settle(control)).rejects.toThrow(/: 200, but the answer cannot be read$/);
    expect(outcomes).toEqual(['lost']);
  });

  test('nobody answers: the step failed, in one line', async () => {
    const { control } = await controlling(() => [200]);
    await control.close();
    const gone = new Control(await connecting((socket) => socket.destroy()), null);
    open.push(gone);
    expect(await problemOf(settle(gone))).toBe('failed');
  });

  test('a failure quotes what came, shortened, without the token', async () => {
    const { control } = await controlling(() => [500, { error: 'no a token\u001b[2J', more: 'x'.repeat(1_000) }]);
    const words = await settle(control).catch((error: Error) => error.message);
    expect(words).toMatch(/^control, POST \/merchants.*: 500 .*no \$TARGET_CONTROL_TOKEN/);
    expect(words).not.toMatch(/a token|\p{Cc}/u);
    expect(String(words).length).toBeLessThan(400);
  });
});

describe('finding out what is there', () => {
  test.each<[string, Reply]>([
    ['missing', [404]],
    ['failing', [500]],
    ['garbage', (response) => void response.end('hello')],
    ['another shape', [200, { supports: 'all' }]],
  ])('GET / %s: found out by use', async (_, reply) => {
    const { control } = await controlling((what) => (what === 'GET /below/' ? reply : [200]));
    await control.discover();
    expect(control.offers('POST /clock/advance')).toBe(true);
    await settle(control);
  });

  test('nobody answers GET /: told at once', async () => {
    const control = new Control(await connecting((socket) => socket.destroy()), null);
    open.push(control);
    expect(await problemOf(control.discover())).toBe('failed');
  });

  test('what is not listed is not offered, until it answers', async () => {
    const { control } = await controlling(() => [200, { supports: ['POST /wallets'] }]);
    await control.discover();
    expect(control.offers('POST /wallets')).toBe(true);
    expect(control.offers('POST /merchants')).toBe(false);
    expect(control.offers('POST /merchants/{merchantId}/checkouts/{reference}/settle')).toBe(false);
    await settle(control);
    expect(control.offers('POST /merchants/{merchantId}/checkouts/{reference}/settle')).toBe(true);
  });

  test('a second control of the same target knows what the first has learnt', async () => {
    const { control, asked } = await controlling((what) =>
      what === 'GET /below/' ? [200, { supports: ['POST /wallets'] }] : what.endsWith('/settle') ? [200] : [404],
    );
    await control.discover();
    await settle(control);
    await problemOf(control.disputeEscrow('m', 'e'));
    const second = new Control('http://127.0.0.1:1', null).learn(JSON.parse(JSON.stringify(control.knowledge)));
    open.push(second);
    expect(second.offers('POST /wallets')).toBe(true);
    expect(second.offers('POST /merchants')).toBe(false);
    expect(second.offers('POST /merchants/{merchantId}/checkouts/{reference}/settle')).toBe(true);
    expect(await problemOf(second.disputeEscrow('m', 'e'))).toBe('absent');
    expect(asked).toHaveLength(3);
  });
});
