import { AssertionError } from 'node:assert';
import { describe, expect, test } from 'vitest';
import { check as define, observation } from '../../interface/checks.ts';
import { type CheckContext, shared } from '../../interface/context.ts';
import { answering } from '../../interface/control/answering.support.ts';
import type { Target } from '../../interface/target/probe-target.ts';
import { answered, openRun, target } from '../../interface/testing.support.ts';
import { NOTHING_TO_EXPECT } from '../evidence/verdict.ts';
import { NetworkError } from '../http/index.ts';
import { expect as suiteExpect } from '../predicates/index.ts';
import type { CheckResult } from './check-result.ts';
import { takeDefinitions } from './define.ts';
import { Blocked, NotExercised, RunImpossible } from './outcome.ts';
import { runCheck } from './run-check.ts';

type Check = (context: CheckContext) => Promise<void>;

async function outcomeOf(
  body: Check,
  {
    change = {},
    options = {},
    signal = new AbortController().signal,
  }: { change?: Partial<Target>; options?: Parameters<typeof define>[3]; signal?: AbortSignal } = {},
): Promise<CheckResult> {
  define('checkout.created', 'a check', body, options);
  const [definition] = takeDefinitions();
  if (definition === undefined) throw new Error('nothing was defined');
  const run = await openRun(change);
  return await runCheck(run, definition, 0, 'suites/a/b.ts', signal);
}

const expecting = async () => suiteExpect(answered(201)).toHaveStatus(201);

const throwing = (error: unknown) => async () => {
  throw error;
};

describe('what becomes of a check', () => {
  test('it returns: passed', async () => {
    expect(await outcomeOf(expecting)).toMatchObject({
      kind: 'requirement',
      id: 'checkout.created',
      title: 'a check',
      file: 'suites/a/b.ts',
      outcome: 'passed',
      reason: null,
    });
  });

  test('it returns without having expected anything: not exercised', async () => {
    expect(await outcomeOf(async () => {})).toMatchObject({
      outcome: 'not_exercised',
      reason: NOTHING_TO_EXPECT,
    });
  });

  test.each<[string, Check]>([
    ['of Vitest', async () => expect(1).toBe(2)],
    ['of the suites', async () => suiteExpect(answered(500)).toHaveStatus(201)],
    ['of Vitest, awaited', async () => await expect(Promise.resolve(1)).resolves.toBe(2)],
    ['of node:assert', throwing(new AssertionError({ message: 'no webhook came' }))],
  ])('an expectation %s does not hold: failed', async (_, check) => {
    const { outcome, reason } = await outcomeOf(check);
    expect(outcome).toBe('failed');
    expect(reason).toMatch(/./);
  });

  test('what it expected is recorded, up to what did not hold, its secrets masked', async () => {
    const prepared = shared('a preparation', [], async () =>
      suiteExpect(answered(200, {}, { id: 5 })).toHaveStatus(200),
    );
    const { predicates } = await outcomeOf(async (context) => {
      await prepared(context);
      suiteExpect(answered(500, {}, { id: 7 })).not.toHaveStatus(201);
      suiteExpect(answered(500, {}, { id: 7 }), 'key').toHaveField('key', (await context.merchant.present()).apiKey);
      suiteExpect(answered(500)).toBeRefused();
    });
    expect(predicates).toEqual([
      { matcher: 'toHaveStatus', subject: { exchange: 5 }, args: [{ value: 200 }], held: true },
      { matcher: 'toHaveStatus', not: true, subject: { exchange: 7 }, args: [{ value: 201 }], held: true },
      {
        matcher: 'toHaveField',
        subject: { exchange: 7 },
        args: [{ value: 'key' }, { value: '$TARGET_API_KEY' }],
        words: 'key',
        held: false,
      },
    ]);
  });

  test('nothing is recorded of a check that was interrupted: what did not hold then says nothing', async () => {
    const stop = new AbortController();
    const interrupted = await outcomeOf(
      async () => {
        stop.abort();
        suiteExpect(answered(500)).toHaveStatus(201);
      },
      { signal: stop.signal },
    );
    expect(interrupted).toMatchObject({ outcome: 'not_exercised', reason: 'interrupted', predicates: [] });
  });

  test.each<[string, unknown]>([
    ['a step', new Blocked('the checkout could not be paid')],
    ['the network', new NetworkError('reset', 'the checkout could not be paid')],
  ])('%s fails: blocked', async (_, error) => {
    const { outcome, reason } = await outcomeOf(throwing(error));
    expect([outcome, reason]).toEqual(['blocked', 'the checkout could not be paid']);
  });

  test('nobody answers: blocked', async () => {
    const { outcome, reason, exchanges } = await outcomeOf(
      async ({ merchant }) => void (await merchant.api.getBalance()),
    );
    expect(outcome).toBe('blocked');
    expect(reason).toMatch(/^GET \/v1\/balance: the connection was refused/);
    // Sent four times, as the answer may only have been lost.
    expect(exchanges.map(({ lost }) => lost)).toEqual([true, true, true, true]);
  });

  test('it cannot be tried after all: not exercised', async () => {
    const { outcome, reason } = await outcomeOf(throwing(new NotExercised('no control')));
    expect([outcome, reason]).toEqual(['not_exercised', 'no control']);
  });

  test('no run can be made: told as such', async () => {
    expect(await outcomeOf(throwing(new RunImpossible('wrong token')))).toMatchObject({ impossible: true });
    expect(await outcomeOf(throwing(new Blocked('a step')))).toMatchObject({ impossible: false });
  });

  test.each<[string, unknown, string]>([
    ['a slip in the suite', new TypeError('x is not a function'), 'suite fault: TypeError: x is not a function'],
    ['an error without words', 'oh', 'suite fault: oh'],
  ])('%s: blocked as a fault of the suite, never failed', async (_, error, reason) => {
    expect(await outcomeOf(throwing(error))).toMatchObject({ outcome: 'blocked', reason });
  });

  test('a merchant that was not asked for is a fault of the suite', async () => {
    const { outcome, reason } = await outcomeOf(async (context) => void context.other);
    expect(outcome).toBe('blocked');
    expect(reason).toMatch(/^suite fault: .*other-merchant/);
  });

  test('interrupted before and while it runs: not exercised', async () => {
    const stop = new AbortController();
    const during = async () => {
      stop.abort(new Error('stop'));
      throw new Error('stopped');
    };
    expect(await outcomeOf(during, { signal: stop.signal })).toMatchObject({
      outcome: 'not_exercised',
      reason: 'interrupted',
    });
    let ran = false;
    const check = async () => {
      ran = true;
    };
    expect(await outcomeOf(check, { signal: AbortSignal.abort() })).toMatchObject({ reason: 'interrupted' });
    expect(ran).toBe(false);
  });

  test('an observation tells what it saw', async () => {
    observation('auth.unknown-key', async () => '401 unauthorized');
    const [look] = takeDefinitions();
    if (look === undefined) throw new Error('nothing was defined');
    const result = await runCheck(await openRun(), look, 0, 'f', new AbortController().signal);
    expect(result).toMatchObject({ kind: 'observation', outcome: 'passed', observed: '401 unauthorized' });
  });
});

describe('what cannot be exercised is never tried', () => {
  let ran = 0;
  const check = async () => {
    ran++;
    await expecting();
  };

  test('a capability that the register asks for, or the check itself', async () => {
    const missing = { missing: { wallets: 'no wallets here' } };
    expect(await outcomeOf(check, { change: missing, options: { needs: ['wallets'] } })).toMatchObject({
      outcome: 'not_exercised',
      reason: 'no wallets here',
    });
    define('checkout.paid', 'a check', check);
    const [definition] = takeDefinitions();
    if (definition === undefined) throw new Error('nothing was defined');
    expect(definition.needs).toContain('buyer');
    const run = await openRun({ missing: { buyer: 'nobody pays' } });
    expect(await runCheck(run, definition, 0, 'f', new AbortController().signal)).toMatchObject({
      reason: 'nobody pays',
    });
    expect(ran).toBe(0);
  });

  test('a longer wait than there is time for, where the clock cannot be advanced', async () => {
    const reason = 'not enough time: it takes 24 h, the longest wait is 2 min';
    expect(await outcomeOf(check, { options: { waits: '24h' } })).toMatchObject({ outcome: 'not_exercised', reason });
    expect(ran).toBe(0);
    expect(await outcomeOf(check, { options: { waits: '120s' } })).toMatchObject({ outcome: 'passed' });
    expect(ran).toBe(1);
  });

  test('any wait will do where the clock can be advanced', async () => {
    const control = { url: 'http://127.0.0.1:9', token: null, knowledge: { listed: null, answered: [], missing: [] } };
    expect(await outcomeOf(check, { change: { control, clock: true }, options: { waits: '720h' } })).toMatchObject({
      outcome: 'passed',
    });
  });
});

describe('secrets', () => {
  const control = {
    url: 'http://127.0.0.1:9',
    token: 'a-control-token',
    knowledge: { listed: null, answered: [], missing: [] },
  };

  test('are told in no reason, note or exchange, however the target gives them back', async () => {
    const { apiKey, webhookSecret } = target.merchant;
    const base64 = Buffer.from(`key:${apiKey}`).toString('base64');
    const server = await answering(({ headers }) => [
      401,
      { error: { code: 'no', message: `${headers.authorization} ${base64}` } },
    ]);
    const check: Check = async ({ merchant, note }) => {
      const answer = await merchant.api.getBalance();
      note(`it said ${answer.text} and ${webhookSecret}`);
      await merchant.api.getBalance({ headers: { 'x-more': `${webhookSecret} ${control.token}` } });
      suiteExpect(answer).toHaveStatus(200);
    };
    const result = await outcomeOf(check, { change: { baseUrl: server.url, control } });
    expect(result.outcome).toBe('failed');
    expect(result.exchanges).toHaveLength(2);
    expect(result.reason).toContain('$TARGET_API_KEY');
    const told = JSON.stringify(result);
    for (const secret of [apiKey, webhookSecret ?? '', control.token, base64]) expect(told).not.toContain(secret);
  });

  test('nor the beginning of one where a quotation was cut short', async () => {
    const { apiKey } = target.merchant;
    const text = `${'x'.repeat(300 - 12)}${apiKey}`;
    const { reason } = await outcomeOf(async () => suiteExpect(answered(500, text)).toHaveStatus(200));
    expect(reason).toContain('…');
    expect(reason).not.toContain(apiKey.slice(0, 12));
  });

  test('the key of another merchant of the settings is masked too', async () => {
    const other = { apiKey: 'svc_test_sk_another', merchantId: 'm', webhookSecret: null };
    const server = await answering(() => [200, {}]);
    const { exchanges } = await outcomeOf(
      async ({ merchant }) => void (await merchant.api.getBalance({ credentials: other })),
      { change: { baseUrl: server.url, other } },
    );
    expect(server.asked[0]?.headers.authorization).toBe('Bearer svc_test_sk_another');
    expect(JSON.stringify(exchanges)).not.toContain('svc_test_sk_another');
  });
});

describe('shared preparations', () => {
  test('are made once per run, by whoever asks first, and tell all what they sent', async () => {
    const server = await answering(() => [200, {}]);
    let made = 0;
    const prepare = shared('a balance', [], async ({ merchant }) => {
      made++;
      return await merchant.api.getBalance();
    });
    define('checkout.created', 'a', async (context) => suiteExpect(await prepare(context)).toHaveStatus(200));
    define('checkout.url', 'b', async (context) => suiteExpect(await prepare(context)).toHaveStatus(200));
    const definitions = takeDefinitions();
    const run = await openRun({ baseUrl: server.url });
    const signal = new AbortController().signal;
    const results = await Promise.all(definitions.map((definition) => runCheck(run, definition, 0, 'f', signal)));
    expect(made).toBe(1);
    expect(results.map(({ outcome, exchanges }) => [outcome, exchanges.length])).toEqual([
      ['passed', 1],
      ['passed', 1],
    ]);
    const again = await openRun({ baseUrl: server.url });
    for (const definition of definitions) await runCheck(again, definition, 0, 'f', signal);
    expect(made).toBe(2);
  });

  test('one that fails blocks all that need it', async () => {
    const prepare = shared('nothing', [], () => Promise.reject(new Blocked('could not be paid')));
    define('checkout.created', 'a', async (context) => await prepare(context));
    define('checkout.url', 'b', async (context) => await prepare(context));
    const run = await openRun();
    const signal = new AbortController().signal;
    const results = await Promise.all(takeDefinitions().map((definition) => runCheck(run, definition, 0, 'f', signal)));
    expect(results.map(({ reason }) => reason)).toEqual(['could not be paid', 'could not be paid']);
  });

  test('have names of their own: a journal could not tell two of one name apart', () => {
    const prepare = () => shared('one of two', [], () => Promise.resolve());
    prepare();
    expect(prepare).toThrow('two preparations are called "one of two"');
  });
});
