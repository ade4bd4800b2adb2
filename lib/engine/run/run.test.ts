import { describe, expect, test } from 'vitest';
import { answering, connecting } from '../../interface/control/answering.support.ts';
import { openRun, settled, target } from '../../interface/testing.support.ts';
import { Blocked, NotExercised, RunImpossible } from '../checks/outcome.ts';
import { ControlError } from './merchants/control.ts';

describe('what is left at a target that outlives the run', () => {
  const cancel = (reference: string) => ({
    what: `escrow ${reference}`,
    undo: { method: 'POST', path: `/v1/escrows/${reference}/cancel` } as const,
  });
  const access = { ...target.merchant, environment: 'sandbox', own: false, hookPath: '/' } as const;

  test('is undone at the end, with the keys of whoever left it', async () => {
    const server = await answering(() => [200, {}]);
    const run = await openRun({ baseUrl: server.url, embedded: false });
    run.leaves(access, cancel('a'));
    run.leaves({ ...access, apiKey: 'svc_test_sk_another' }, cancel('b'));
    expect(await run.close()).toEqual([]);
    expect(server.asked.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
      ['POST', '/v1/escrows/a/cancel', 'Bearer svc_test_sk_standing'],
      ['POST', '/v1/escrows/b/cancel', 'Bearer svc_test_sk_another'],
    ]);
  });

  test('is left alone where the target goes with the run', async () => {
    const server = await answering(() => [200, {}]);
    const run = await openRun({ baseUrl: server.url, embedded: true });
    run.leaves(access, cancel('a'));
    expect(await run.close()).toEqual([]);
    expect(server.asked).toEqual([]);
  });

  test('is told where it could not be undone in time', async () => {
    const run = await openRun({ baseUrl: await connecting(() => {}), embedded: false });
    run.leaves(access, cancel('a'));
    run.leaves(access, cancel('b'));
    const began = performance.now();
    expect(await run.close(300)).toEqual(['escrow a', 'escrow b']);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('ends also while a check still waits for an answer', async () => {
    const run = await openRun({ baseUrl: await connecting(() => {}) });
    const activity = await run.conductor.begin(0);
    const call = run.client(access, activity).request({ method: 'GET', path: '/v1/balance' });
    const failure = expect(call).rejects.toThrow(/the client was closed|closed before an answer/);
    await settled();
    await run.close();
    await failure;
  });
});

describe('a client that is refused with 429', () => {
  const access = { ...target.merchant, own: false, hookPath: '/' } as const;
  const balance = { method: 'GET', path: '/v1/balance' } as const;
  const refusing = () =>
    answering(() => (response) => {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' });
      response.end('{"error":{"code":"rate_limited","message":""}}');
    });

  test('waits no longer when its check is ended', async () => {
    const server = await refusing();
    const run = await openRun({ baseUrl: server.url });
    const check = new AbortController();
    const client = run.client({ ...access, environment: 'sandbox' }, await run.conductor.begin(0), check);
    const began = performance.now();
    const failure = expect(client.request(balance)).rejects.toThrow('interrupted');
    while (server.asked.length === 0) await settled();
    check.abort(new Error('interrupted'));
    await failure;
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test.each(['sandbox', 'live'] as const)(
    'in %s for good ends, and checks that need only the other do not',
    async (environment) => {
      const server = await refusing();
      const run = await openRun({ baseUrl: `${server.url}/sandbox`, liveBaseUrl: `${server.url}/live` });
      const told = /^(the target|the live environment) refuses every request with 429/;
      const client = run.client({ ...access, environment }, await run.conductor.begin(0));
      const failure = expect(client.request(balance)).rejects.toThrow(told);
      while (run.requests === 0) await settled();
      let now = run.conductor.now();
      run.conductor.now = () => now;
      for (let minute = 0; minute <= 3; minute++) {
        run.connection.refusals[environment].noteRefusal(true);
        now += 60_000;
      }
      await failure;
      const other = environment === 'live' ? 'sandbox' : 'live';
      expect(run.connection.refusals[other].reason).toBeNull();
      expect(run.connection.outage !== null).toBe(environment === 'sandbox');
    },
  );
});

describe('a merchant', () => {
  const control = { url: '', token: null, knowledge: { listed: null, answered: [], missing: [] } };
  const keys = { merchantId: 'mch_1', apiKey: 'key', webhookSecret: 'secret' };

  test('of one’s own each time, where they can be made, with a webhook address of its own', async () => {
    const server = await answering(() => [201, keys]);
    const run = await openRun({
      control: { ...control, url: server.url },
      ownMerchants: { sandbox: true, live: true },
    });
    const [one, two] = [await run.merchant('sandbox'), await run.otherMerchant()];
    expect(one).toMatchObject({ ...keys, own: true, environment: 'sandbox' });
    expect(one.hookPath).not.toBe(two.hookPath);
    expect(JSON.parse(server.asked[0]?.body ?? '')).toEqual({
      environment: 'sandbox',
      webhookUrl: run.capture.url + one.hookPath,
    });
  });

  test('of live without a webhook address, where an http address is refused', async () => {
    const server = await answering(({ body }) => (body.includes('webhookUrl') ? [422] : [201, keys]));
    const run = await openRun({
      control: { ...control, url: server.url },
      ownMerchants: { sandbox: true, live: true },
    });
    expect(await run.merchant('live')).toMatchObject({ environment: 'live', own: true });
    await expect(run.merchant('sandbox')).rejects.toBeInstanceOf(Blocked);
  });

  test('the standing one else; and its webhooks come where the console was told', async () => {
    const run = await openRun({ capture: { ...target.capture, publicUrl: 'https://hooks.example.com/a/b?c=d' } });
    expect(await run.merchant('sandbox')).toMatchObject({ ...target.merchant, own: false, hookPath: '/a/b?c=d' });
    await expect(run.merchant('live')).rejects.toBeInstanceOf(NotExercised);
    await expect(run.otherMerchant()).rejects.toBeInstanceOf(NotExercised);
  });
});

describe('a step through control', () => {
  test.each([
    ['absent', NotExercised],
    ['refused', Blocked],
    ['failed', Blocked],
    ['token', RunImpossible],
  ] as const)('that is %s', async (problem, becomes) => {
    const run = await openRun();
    const call = run.steered(() => Promise.reject(new ControlError(problem, 'POST /wallets', 'why')));
    await expect(call).rejects.toBeInstanceOf(becomes);
    await expect(call).rejects.toThrow('why');
  });

  test('an error of another kind stays what it is', async () => {
    const run = await openRun();
    await expect(run.steered(() => Promise.reject(new TypeError('a slip')))).rejects.toBeInstanceOf(TypeError);
  });
});

describe('one at a time', () => {
  test('what shares a name, in order; other names do not wait', async () => {
    const run = await openRun();
    const activities = await Promise.all([0, 1, 2].map((order) => run.conductor.begin(order)));
    const happened: string[] = [];
    const gate = Promise.withResolvers<void>();
    const work = activities.map((activity, at) =>
      run.exclusively(at === 2 ? 'another' : 'wallet', activity, async () => {
        happened.push(`${at} begins`);
        if (at === 0) await gate.promise;
        happened.push(`${at} ends`);
      }),
    );
    await settled();
    expect(happened).toEqual(['0 begins', '2 begins', '2 ends']);
    gate.resolve();
    await Promise.all(work);
    expect(happened.slice(3)).toEqual(['0 ends', '1 begins', '1 ends']);
  });

  test('one that fails lets the next go on', async () => {
    const run = await openRun();
    const activity = await run.conductor.begin(0);
    const failing = run.exclusively('wallet', activity, () => Promise.reject(new Error('no')));
    const next = run.exclusively('wallet', activity, async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});

test('a port that is taken makes the run impossible', async () => {
  const { url } = await answering(() => [200]);
  const capture = { host: '127.0.0.1', port: Number(new URL(url).port), publicUrl: null };
  await expect(openRun({ capture })).rejects.toBeInstanceOf(RunImpossible);
});
