import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { shared } from '../../interface/context.ts';
import { answering } from '../../interface/control/answering.support.ts';
import { answered, openRun } from '../../interface/testing.support.ts';
import { expect as suiteExpect } from '../predicates/index.ts';
import { LoopDelay } from '../time/loop-delay.ts';
import { outcomeOf } from './checked.support.ts';
import type { Run } from './run.ts';
import { answerDelays, blockIfTooSlow, formatSlowness, Reruns, Slowness, type Standstill } from './slowness.ts';

const fails = () => suiteExpect(answered(500)).toHaveStatus(200);
const passes = () => suiteExpect(answered(200)).toHaveStatus(200);

/** A run whose delays come from the test alone. */
async function opened(): Promise<Run> {
  const run = await openRun();
  run.slowness.note = Slowness.prototype.note;
  return run;
}

describe('a check that does not pass', () => {
  test('while this machine is slow is made again, and what it finds then counts', async () => {
    const run = await opened();
    const { outcome, turns, notes } = await outcomeOf(run, async (_, turn) => {
      if (turn > 1) return passes();
      run.slowness.note('eventLoopDelayMs', 300);
      fails();
    });
    expect([outcome, turns]).toEqual(['passed', 2]);
    expect(notes).toEqual(['this machine was slow: the check was made again, with nothing beside it']);
  });

  test('fails where it does so again, and this machine is not too slow any more', async () => {
    const run = await opened();
    const { outcome, turns } = await outcomeOf(run, async (_, turn) => {
      run.slowness.note('webhookAnswerMs', turn === 1 ? 4_200 : 300);
      fails();
    });
    expect([outcome, turns]).toEqual(['failed', 2]);
  });

  test('is blocked where this machine is too slow each time, and says how slow', async () => {
    const run = await opened();
    const { outcome, reason, turns, predicates } = await outcomeOf(run, async () => {
      run.slowness.note('eventLoopDelayMs', 5_000);
      run.slowness.note('webhookAnswerMs', 4_200);
      fails();
    });
    expect([outcome, turns]).toEqual(['blocked', 4]);
    expect(reason).toMatch(/^this machine was too slow: webhooks were answered after 4\.2 s; so it says nothing that /);
    // A failed expectation in the evidence would be verified as a failure.
    expect(predicates).toEqual([]);
  });

  test.each([
    ['once is made again, and what it finds then counts', 1, ['passed', 2]],
    ['each time is blocked, and says by how much', 9, ['blocked', 4]],
  ])("while others move the target's clock %s", async (_, others, expected) => {
    let ahead = 0;
    const told = () => new Date(Date.now() + ahead * 1_000).toISOString();
    const server = await answering(({ body }) => {
      ahead += JSON.parse(body).seconds;
      return [200, { now: told() }];
    });
    const control = { url: server.url, token: null, knowledge: { listed: null, answered: [], missing: [] } };
    const run = await openRun({ control, clock: true, embedded: false });
    run.slowness.note = (kind, ms) => {
      if (kind === 'clockMovedMs') Slowness.prototype.note.call(run.slowness, kind, ms);
    };
    const { outcome, turns, reason, notes } = await outcomeOf(run, async (_, turn) => {
      if (turn > others) return passes();
      ahead += 86_400;
      fails();
    });
    expect([outcome, turns]).toEqual(expected);
    expect(notes).toContain("others moved the target's clock: the check was made again, with nothing beside it");
    if (outcome === 'blocked')
      expect(reason).toMatch(/^the target's clock was moved by 24 h by others than this run; /);
  });

  test('fails at once on a machine that keeps up', async () => {
    const { outcome, turns, notes } = await outcomeOf(await opened(), async () => fails());
    expect([outcome, turns, notes]).toEqual(['failed', 1, []]);
  });

  test('is made again after all others have ended, and prepares anew what it shares', async () => {
    const run = await opened();
    const happened: string[] = [];
    const prepared = shared('a preparation', [], async () => void happened.push('prepared'));
    const slow = outcomeOf(run, async (context, turn) => {
      await prepared(context);
      happened.push(`slow ${turn}`);
      if (turn > 1) return;
      run.slowness.note('eventLoopDelayMs', 1_500);
      fails();
    });
    const other = outcomeOf(run, async () => {
      await pause(200);
      happened.push('other');
    });
    await Promise.all([slow, other]);
    expect(happened).toEqual(['prepared', 'slow 1', 'other', 'prepared', 'slow 2']);
  });
});

test('one that passes is not made again, however slow this machine is', async () => {
  const run = await opened();
  const { outcome, turns } = await outcomeOf(run, async () => {
    run.slowness.note('webhookAnswerMs', 9_000);
    passes();
  });
  expect([outcome, turns]).toEqual(['passed', 1]);
});

test('of hours, only webhooks of the check itself that were answered late are a reason', () => {
  const failed = { outcome: 'failed', reason: 'no retry' } as const;
  expect(blockIfTooSlow(failed, answerDelays([20, 1_900]))).toMatchObject({ outcome: 'blocked', inDoubt: true });
  expect(blockIfTooSlow(failed, answerDelays([20, 700]))).toBe(failed);
  expect(answerDelays([20])).toBeNull();
});

test('what was late is over by now, however long it may have been so before it was seen', () => {
  const slowness = new Slowness();
  slowness.note('webhookAnswerMs', 5_000, performance.now() + 4_900);
  expect(slowness.since(performance.now() - 100)?.ms).toBe(5_000);
  expect(slowness.since(performance.now() + 1)).toBeNull();
});

test('the summary says what was late from a second on', () => {
  const slowness = new Slowness();
  slowness.note('eventLoopDelayMs', 990);
  expect(formatSlowness(slowness.worst)).toBeNull();
  slowness.note('waitsLateMs', 2_340);
  expect(formatSlowness(slowness.worst)).toMatch(/^this machine was slow, at the worst: a wait ended 2\.3 s late;/);
});

test('retakes come one after another', async () => {
  const reruns = new Reruns();
  const happened: string[] = [];
  const work = (name: string) => async () => {
    happened.push(`${name} begins`);
    await pause(10);
    happened.push(`${name} ends`);
  };
  await Promise.all([reruns.alone(work('a')), reruns.alone(work('b'))]);
  expect(happened).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('an event loop that stands still is seen, and how long what is seen next may have waited', async () => {
  const stalls: number[] = [];
  const loop = new LoopDelay(({ from, to }) => stalls.push(to - from)).start();
  busyFor(300);
  expect(loop.unseenMs).toBeGreaterThan(250);
  expect(Math.max(...stalls)).toBeGreaterThan(250);
  loop.stop();
});

test('what an event loop sees while it catches up has waited as well', async () => {
  const loop = new LoopDelay().start();
  busyFor(300);
  // Turns without a pause, as the loop takes them to handle what has arrived meanwhile.
  for (const since = performance.now(); performance.now() - since < 200; ) {
    await new Promise((go) => setImmediate(go));
    busyFor(1);
  }
  expect(loop.unseenMs).toBeGreaterThan(450);
  await expect.poll(() => loop.unseenMs, { interval: 30 }).toBe(0);
  loop.stop();
});

function busyFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a standstill of a second or more is told, with the time at which it began', () => {
  const slowness = new Slowness();
  const told: Standstill[] = [];
  slowness.onStandstill = (standstill) => told.push(standstill);
  const to = performance.now();
  slowness.noteStall({ from: to - 900, to });
  slowness.noteStall({ from: to - 1_500, to });
  expect(told).toEqual([{ startedAt: expect.any(Number), sentMono: to - 1_500, durationMs: 1_500 }]);
  expect(Math.abs((told[0]?.startedAt ?? 0) + 1_500 - Date.now())).toBeLessThan(500);
});
