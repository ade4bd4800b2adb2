import { describe, expect, test, vi } from 'vitest';
import { check } from '../../../interface/checks.ts';
import { type CheckContext, shared } from '../../../interface/context.ts';
import { answering } from '../../../interface/control/answering.support.ts';
import { Control } from '../../../interface/control/control.ts';
import { openRun } from '../../../interface/testing.support.ts';
import type { CheckResult } from '../../checks/check-result.ts';
import { takeDefinitions } from '../../checks/define.ts';
import { runCheck } from '../../checks/run-check.ts';
import { expect as suiteExpect } from '../../predicates/index.ts';
import { ClockAdvancer } from '../../time/clock-advancer.ts';
import { Conductor } from '../../time/conductor.ts';

/** A target that answers each request with the next of `answers`; `lost` destroys the connection. */
async function target(...answers: (number | 'lost')[]) {
  const server = await answering(() => {
    const next = answers.shift() ?? 200;
    return next === 'lost' ? (response) => void response.destroy() : [next, {}];
  });
  return { baseUrl: server.url, asked: server.asked };
}

async function outcomeOf(baseUrl: string, body: (context: CheckContext) => Promise<void>): Promise<CheckResult> {
  check('checkout.created', 'a check', body);
  const [definition] = takeDefinitions();
  if (definition === undefined) throw new Error('nothing was defined');
  const run = await openRun({ baseUrl });
  return await runCheck(run, definition, 0, 'suites/a/b.ts', new AbortController().signal);
}

const cancels = async ({ merchant }: CheckContext) =>
  suiteExpect(await merchant.api.cancelEscrow('a')).toHaveStatus(200);

describe('a check in which an answer is lost', () => {
  test('passes by the repetition, and says so in its evidence', async () => {
    const { baseUrl, asked } = await target('lost', 200);
    const { outcome, exchanges } = await outcomeOf(baseUrl, cancels);
    expect([outcome, asked.length]).toEqual(['passed', 2]);
    expect(exchanges.map(({ lost }) => lost)).toEqual([true, undefined]);
    expect(asked[0]?.headers['idempotency-key']).toBe(asked[1]?.headers['idempotency-key']);
  });

  test('and that does not pass is made again: a failure without a loss counts', async () => {
    const { baseUrl, asked } = await target('lost', 409, 500);
    const { outcome, reason, notes } = await outcomeOf(baseUrl, cancels);
    expect([outcome, asked.length]).toEqual(['failed', 3]);
    expect(reason).toContain('got 500');
    expect(notes).toEqual(['answers were lost on the way: this is turn 2 of the check']);
  });

  test('leaves every exchange as evidence, and what it expected in its last turn', async () => {
    const { baseUrl } = await target('lost', 409, 200);
    const { outcome, exchangeIds, exchanges, predicates } = await outcomeOf(baseUrl, cancels);
    expect(outcome).toBe('passed');
    expect(new Set(exchangeIds).size).toBe(3);
    expect(predicates).toMatchObject([{ held: true, subject: { exchange: exchanges.at(-1)?.id } }]);
  });

  test('and others with it, as when connections are closed that were thought idle, is made again: one moment is no habit', async () => {
    const { baseUrl, asked } = await target(200, 'lost', 'lost', 'lost', 200);
    const { outcome, notes } = await outcomeOf(baseUrl, async ({ merchant }) => {
      suiteExpect(await merchant.api.getBalance()).toHaveStatus(200);
      const unlinked = ['a', 'b', 'c'].map((id) => merchant.api.deleteWalletLink(id));
      await Promise.allSettled(unlinked);
      for (const answer of unlinked) suiteExpect(await answer).toHaveStatus(200);
    });
    expect([outcome, asked.length]).toEqual(['passed', 8]);
    expect(notes).toEqual(['answers were lost on the way: this is turn 2 of the check']);
  });

  test('and that is made again makes up other data: what it left behind is not in its way', async () => {
    const { baseUrl } = await target('lost', 409, 200);
    const wallets: string[] = [];
    await outcomeOf(baseUrl, async (context) => {
      wallets.push(context.data.walletId());
      await cancels(context);
    });
    expect([wallets.length, new Set(wallets).size]).toEqual([2, 2]);
  });

  test('each time records nothing that did not hold: verified, it would be a failure', async () => {
    const { baseUrl } = await target(...Array.from({ length: 5 }, () => ['lost', 200, 409] as const).flat());
    const check = async (context: CheckContext) => {
      await cancels(context);
      await cancels(context);
    };
    const result = await outcomeOf(baseUrl, check);
    expect(result.outcome).toBe('blocked');
    expect(result.exchangeIds).toHaveLength(15);
    expect(result.predicates.map(({ held }) => held)).toEqual([true]);
  });

  test('each time is blocked, not failed', async () => {
    const { baseUrl, asked } = await target(...Array.from({ length: 5 }, () => ['lost', 409] as const).flat());
    const { outcome, reason } = await outcomeOf(baseUrl, cancels);
    expect([outcome, asked.length]).toEqual(['blocked', 10]);
    expect(reason).toMatch(/^answers were lost on the way \(POST \/v1\/escrows\), each time .*got 409/);
  });

  test('is not made again where nothing was lost', async () => {
    const { baseUrl, asked } = await target(500);
    expect(await outcomeOf(baseUrl, cancels)).toMatchObject({ outcome: 'failed', notes: [] });
    expect(asked).toHaveLength(1);
  });

  test('of a DELETE is made again from its beginning', async () => {
    const { baseUrl, asked } = await target('lost', 200);
    const check = async ({ merchant }: CheckContext) =>
      suiteExpect(await merchant.api.deleteWalletLink('a')).toHaveStatus(200);
    expect((await outcomeOf(baseUrl, check)).outcome).toBe('passed');
    expect(asked).toHaveLength(2);
  });

  test('by the end of the run itself lost nothing on the way', async () => {
    const server = await answering(() => () => {});
    check('checkout.created', 'a check', cancels);
    const [definition] = takeDefinitions();
    if (definition === undefined) throw new Error('nothing was defined');
    const run = await openRun({ baseUrl: server.url });
    const interrupt = new AbortController();
    const checking = runCheck(run, definition, 0, 'suites/a/b.ts', interrupt.signal);
    await expect.poll(() => server.asked.length).toBe(1);
    interrupt.abort();
    await run.close();
    const { outcome, exchanges } = await checking;
    expect(outcome).toBe('not_exercised');
    expect(exchanges).toMatchObject([{ error: expect.stringContaining('the client was closed') }]);
    expect(run.connection.lostResponses.count).toBe(0);
  });

  test('prepares anew what it shares', async () => {
    const { baseUrl, asked } = await target('lost', 409, 200);
    const life = shared('a life', [], ({ merchant }) => merchant.api.cancelEscrow('a'));
    const check = async (context: CheckContext) => suiteExpect(await life(context)).toHaveStatus(200);
    expect((await outcomeOf(baseUrl, check)).outcome).toBe('passed');
    expect(asked).toHaveLength(3);
  });
});

describe('a clock far away', () => {
  test('is kept, however long the answers are on their way', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'] });
    try {
      // The target's clock runs while its answers are on their way, each for a different time.
      let moved = 0;
      const ways = [300, 700, 200, 900, 400];
      const there = () => Date.now() + 5_000_000 + moved;
      const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const conductor = new Conductor({
        maxActive: 1,
        advance: async (seconds) => {
          await pass(100);
          moved += seconds * 1_000;
          const said = there();
          await pass(ways[Math.round(moved / 60_000) % ways.length] ?? 0);
          return said;
        },
      });
      const activity = await conductor.begin(0);
      const began = { here: conductor.now(), there: there() };
      for (let turn = 0; turn < 40; turn++) {
        const from = there();
        const wait = activity.wait(60_000, 'a minute');
        await vi.advanceTimersByTimeAsync(8_000);
        await wait;
        expect(there() - from).toBeGreaterThanOrEqual(60_000);
      }
      const drift = there() - began.there - (conductor.now() - began.here);
      expect(Math.abs(drift)).toBeLessThan(1_000);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    ['before it moved', false, 2],
    ['after it moved', true, 2],
    ['the very first time', true, 1],
  ])('whose answer is lost %s moves once', async (_, movedBefore, losing) => {
    let now = Date.UTC(2026, 0, 1);
    let turn = 0;
    const server = await answering(({ body }) => {
      const { seconds } = JSON.parse(body) as { seconds: number };
      const loses = ++turn === losing;
      if (!loses || movedBefore) now += seconds * 1_000;
      return loses ? (response) => void response.destroy() : [200, { now: new Date(now).toISOString() }];
    });
    const control = new Control(server.url, null);
    const clock = new ClockAdvancer(control, 5_000);
    const before = now;
    expect((await clock.advance(600)) - before).toBe(600_000);
    expect(now - before).toBe(600_000);
    await control.close();
  });
});
