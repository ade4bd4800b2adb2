import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openRun } from '../../interface/profile.ts';
import { settled, target } from '../../interface/testing.support.ts';
import { begin } from '../durable/store/index.ts';
import { expect as expecting } from '../predicates/index.ts';
import { newAppearance } from '../run/disguise/appearance.ts';
import type { CheckResult } from './check-result.ts';
import type { Definition } from './define.ts';
import { aDefinition } from './definition.support.ts';
import { runCheck } from './run-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'interrupted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MINUTE = 60;
/** Fake time advances by this, in milliseconds; what is due within a step is done before the next. Real time has no effect. */
const STEP_MS = 5_000;
let files = 0;

beforeEach(() => {
  vi.useFakeTimers({
    now: performance.timeOrigin,
    toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Advances the fake time until the promise settles, or by at most `minutes`. */
async function passes(until: Promise<unknown>, minutes = Number.POSITIVE_INFINITY): Promise<void> {
  let there = false;
  const look = () => {
    there = true;
  };
  void until.then(look, look);
  for (let passed = 0; passed < minutes * MINUTE * 1_000 && !there; passed += STEP_MS) {
    await settled();
    await underWay;
    await vi.advanceTimersByTimeAsync(STEP_MS);
  }
  await settled();
}
const never = new Promise<never>(() => {});

/** Work that takes real time; fake time stands still meanwhile. */
let underWay: Promise<unknown> = Promise.resolve();

/** The result of a check of a run that listens for `first` minutes, is stopped for `away` minutes, and is then resumed. */
async function outcome(
  check: Definition['check'],
  { first, away }: { first: number; away: number },
  kind: Definition['kind'] = 'requirement',
): Promise<Pick<CheckResult, 'outcome' | 'reason'>> {
  const file = join(folder, `${++files}.sqlite`);
  const settings = {
    version: '1',
    registerDigest: '',
    selection: {},
    settings: {},
    appearance: newAppearance(),
    salt: 'c2FsdA==',
  };
  begin(file, { ...settings, seed: 1, startedAt: 0 });
  const assignment = {
    target: { ...target, maxWait: 27 * 3_600 },
    selected: [],
    depth: 'all' as const,
    seed: 7,
    startedAt: 1_767_225_600_000,
    channel: '',
    durable: { file, secret: 'a secret', full: false, heartbeatMs: 1_000 },
  };
  const definition = aDefinition('a check of this test', {
    kind,
    id: 'webhook.payout-succeeded',
    chapter: 'webhooks',
    check,
  });
  const begun = async () => {
    const run = await openRun(assignment);
    const stop = new AbortController();
    return { run, stop, result: runCheck(run, definition, 0, 'suites/x.ts', stop.signal) };
  };
  const one = await begun();
  await passes(never, first);
  one.stop.abort();
  await one.run.close(0, true);
  await passes(never, away);
  const two = await begun();
  try {
    await passes(two.result);
    return await two.result;
  } finally {
    await two.run.close();
  }
}

const EVENT = 'payout.succeeded';

describe('a run that was away for a while', () => {
  test('blames nobody for a webhook that may have come then', async () => {
    const check: Definition['check'] = async ({ merchant, time }) => {
      await time.wait(12 * MINUTE, 'a long time passes');
      await merchant.webhooks.arrives(EVENT, 'ref', 5 * MINUTE);
    };
    const { outcome: became, reason } = await outcome(check, { first: 13, away: 3 });
    expect([became, reason]).toEqual([
      'not_exercised',
      expect.stringMatching(/^nobody listened from \S+ \S+ to \S+ UTC: payout\.succeeded for ref/),
    ]);
  });

  test('blames whoever sent nothing while it listened', async () => {
    const check: Definition['check'] = async ({ merchant, time }) => {
      await time.wait(20 * MINUTE, 'a long time passes');
      await merchant.webhooks.arrives(EVENT, 'ref', 2 * MINUTE);
    };
    expect(await outcome(check, { first: 3, away: 3 })).toMatchObject({ outcome: 'failed' });
  });

  test('begins again what it had begun a moment before', async () => {
    let turns = 0;
    const check: Definition['check'] = async ({ merchant, capture, data }) => {
      turns++;
      const reference = data.reference('ref');
      if (turns > 2) {
        const body = JSON.stringify({ id: 'evt', event: EVENT, reference });
        underWay = fetch(new URL(merchant.webhooks.path, capture.url), { method: 'POST', body });
        await underWay;
      }
      expecting((await merchant.webhooks.any(EVENT, reference, 5 * MINUTE)) !== undefined).toBe(true);
    };
    expect(await outcome(check, { first: 2, away: 2 })).toMatchObject({ outcome: 'passed' });
    expect(turns).toBe(3);
  });

  test('does not take silence for silence where nobody listened', async () => {
    const check: Definition['check'] = async ({ time }) => {
      await time.wait(12 * MINUTE, 'a long time passes');
      await time.listen(5 * MINUTE, 'nothing comes');
      expecting('silence').toBe('silence');
    };
    expect(await outcome(check, { first: 13, away: 2 })).toMatchObject({ outcome: 'not_exercised' });
    expect(await outcome(check, { first: 6, away: 2 })).toMatchObject({ outcome: 'passed' });
  });

  test('does not judge by what it sees too late', async () => {
    const looking =
      (state: () => string): Definition['check'] =>
      async ({ time }) => {
        await time.wait(12 * MINUTE, 'it is about to end');
        expecting(state()).toBe('before');
      };
    const late = await outcome(
      looking(() => 'after'),
      { first: 11, away: 3 },
    );
    expect(late).toMatchObject({
      outcome: 'not_exercised',
      reason: expect.stringContaining('so it says nothing that'),
    });
    expect(
      await outcome(
        looking(() => 'after'),
        { first: 2, away: 3 },
      ),
    ).toMatchObject({ outcome: 'failed' });
    expect(
      await outcome(
        looking(() => 'before'),
        { first: 11, away: 3 },
      ),
    ).toMatchObject({ outcome: 'passed' });
  });
});
