import { describe, expect, test } from 'vitest';
import { inner } from '../../interface/context.ts';
import { answered, openRun } from '../../interface/testing.support.ts';
import { expect as suiteExpect } from '../predicates/index.ts';
import { sign } from '../webhooks/signature.ts';
import { outcomeOf } from './checked.support.ts';
import type { Run } from './run.ts';

/** A run in real time that measures the delays of this machine. */
const measured = () => openRun({}, 7, true);

function standStill(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const PATH = '/hook';
const SECRET = 'whsec_mine';
/** Trying 400 secrets on a body of 900 kB keeps the thread that receives webhooks busy. */
const SECRETS = 400;
const BODY_BYTES = 900_000;

/** Posts a webhook that takes the receiving thread long to verify. */
async function postHeavy(run: Run): Promise<void> {
  // The secret that was registered last is tried first.
  run.deliveryRoutes.expect(PATH, SECRET);
  for (let turn = 0; turn < SECRETS; turn++) run.deliveryRoutes.expect(PATH, `whsec_${turn}`);
  await post(run, 'a', '.'.repeat(BODY_BYTES));
}

async function post(run: Run, id: string, text = ''): Promise<void> {
  const body = JSON.stringify({ id, event: 'payment.succeeded', reference: 'a', text });
  const { v1, v2 } = sign(Buffer.from(body), SECRET, '1795000000');
  const headers = { 'x-service-timestamp': '1795000000', 'x-service-signature': v1, 'x-service-signature-v2': v2 };
  await fetch(run.capture.url + PATH, { method: 'POST', body, headers });
}

describe('a run measures', () => {
  test('how long its own event loop stood still, until it is closed', async () => {
    const run = await measured();
    standStill(400);
    await expect.poll(() => run.slowness.worst.eventLoopDelayMs).toBeGreaterThan(300);
    await run.close();
    const { eventLoopDelayMs } = run.slowness.worst;
    standStill(eventLoopDelayMs + 300);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(run.slowness.worst.eventLoopDelayMs).toBe(eventLoopDelayMs);
  });

  test('how late its waits ended', async () => {
    const run = await measured();
    const activity = await run.conductor.begin(0);
    const wait = activity.wait(50, 'a moment');
    standStill(500);
    await wait;
    expect(run.slowness.worst.waitsLateMs).toBeGreaterThan(300);
  });

  test("that its webhooks' thread was busy, and how long webhooks waited", async () => {
    const run = await measured();
    const since = performance.now();
    // No delay of this thread is measured from here on.
    run.slowness.stop();
    const before = run.slowness.worst.eventLoopDelayMs;
    await postHeavy(run);
    await expect.poll(() => run.slowness.worst.eventLoopDelayMs).toBeGreaterThan(before);
    expect(run.slowness.worst.webhookAnswerMs).toBeGreaterThan(300);
    expect(run.slowness.since(since)?.ms).toBeGreaterThan(300);
  });
});

const fails = () => suiteExpect(answered(500)).toHaveStatus(200);
const passes = () => suiteExpect(answered(200)).toHaveStatus(200);

describe('a check that does not pass', () => {
  test('while the event loop really stands still is made again alone, and then blocked', async () => {
    const run = await measured();
    const { outcome, reason, turns, notes } = await outcomeOf(run, async () => {
      standStill(1_500);
      fails();
    });
    expect([outcome, turns]).toEqual(['blocked', 4]);
    expect(reason).toMatch(/^this machine was too slow: it stood still for \d+\.\d s; so it says nothing that /);
    expect(notes).toEqual(['this machine was slow: the check was made again, with nothing beside it']);
  });

  test('while a webhook really waited is made again, and what it finds then counts', async () => {
    const run = await measured();
    const { outcome, turns } = await outcomeOf(run, async (_, turn) => {
      if (turn > 1) return passes();
      await postHeavy(run);
      fails();
    });
    expect([outcome, turns]).toEqual(['passed', 2]);
  });

  test('after more than ten minutes of real time is in doubt by its own webhooks alone', async () => {
    const run = await openRun();
    const long = (keptWaitingMs: number) =>
      outcomeOf(run, async ({ [inner]: { evidence } }) => {
        Object.assign(evidence, { since: performance.now() - 700_000 });
        run.deliveryRoutes.expect(PATH, SECRET);
        await post(run, `evt_${keptWaitingMs}`);
        const delivery = Object.assign(run.capture.deliveries.at(-1) ?? {}, { keptWaitingMs });
        evidence.deliveries.push({ received: { delivery }, secret: null } as (typeof evidence.deliveries)[number]);
        fails();
      });
    const late = await long(4_200);
    expect([late.outcome, late.turns]).toEqual(['blocked', 1]);
    expect(late.reason).toContain('this machine was too slow: webhooks were answered after 4.2 s');
    run.slowness.note = Object.getPrototypeOf(run.slowness).note;
    run.slowness.note('eventLoopDelayMs', 5_000);
    const inTime = await long(20);
    expect([inTime.outcome, inTime.turns]).toEqual(['failed', 1]);
  });
});
