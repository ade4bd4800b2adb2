import { afterAll, describe, expect, test } from 'vitest';
import { type Roughness, type RoughProxy, startRoughProxy } from '../../engine/http/network/rough-proxy.ts';
import { type Launched, launchReference } from '../../interface/target/launch.ts';
import { BOUNDED, certify, type Ended } from './command.support.ts';

/** Certifies the reference through a TCP proxy that delays, resets and cuts connections. */

const open: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** Settings of a reference behind proxies, which disturb the connections to it (`there`) and to its control interface (`control`). */
async function faraway(
  there: Roughness,
  control: Roughness,
): Promise<{ settings: Launched['settings']; proxies: RoughProxy[] }> {
  const { settings, stop } = await launchReference();
  open.push({ close: stop });
  const proxies: RoughProxy[] = [];
  const far: Launched['settings'] = { ...settings };
  for (const name of ['TARGET_BASE_URL', 'TARGET_LIVE_BASE_URL', 'TARGET_CONTROL_URL'] as const) {
    const proxy = await startRoughProxy(settings[name] ?? '', name === 'TARGET_CONTROL_URL' ? control : there);
    far[name] = proxy.url;
    proxies.push(proxy);
    open.push(proxy);
  }
  return { settings: far, proxies };
}

function told({ certificate }: Ended, outcome: string): string[] {
  return (certificate?.requirements ?? [])
    .filter((each) => each.outcome === outcome)
    .map(({ id, reason }) => `${id}: ${reason}`);
}

const chapters = (names: string) => ['--chapter', names, '--seed', '5'];

describe.concurrent('far away', () => {
  test('200 ms, give or take 150, change no verdict', async () => {
    const late = { latencyMs: 200, jitterMs: 150 };
    const { settings } = await faraway(late, late);
    const ran = await certify(chapters('wallet-links,idempotency'), settings);

    expect([told(ran, 'failed'), told(ran, 'blocked')]).toEqual([[], []]);
    expect(ran.status).toBe(0);
    expect(ran.certificate?.lostAnswers).toBe(0);
    // Target and harness run on one machine and so have the same clock.
    const { skewMs, uncertaintyMs } = ran.certificate?.clock ?? { skewMs: Number.NaN, uncertaintyMs: Number.NaN };
    expect(Math.abs(skewMs)).toBeLessThanOrEqual(uncertaintyMs);
    expect(uncertaintyMs).toBeLessThan(2_500);
  });

  test('requests and answers that are lost or cut are no failures', async () => {
    const lossy = { latencyMs: 10, jitterMs: 8, lostRequests: 0.01, lostAnswers: 0.01, cutAnswers: 0.01, seed: 5 };
    const { settings, proxies } = await faraway(lossy, { lostRequests: 0.01, lostAnswers: 0.01, cutAnswers: 0.01 });
    const ran = await certify(
      chapters('checkouts,refunds,payouts,escrows,idempotency,wallet-links,webhooks'),
      settings,
    );

    expect(told(ran, 'failed')).toEqual([]);
    expect(told(ran, 'blocked').length, told(ran, 'blocked').join('\n')).toBeLessThanOrEqual(2);
    expect(ran.certificate?.lostAnswers).toBeGreaterThan(10);
    expect(ran.stdout).toMatch(/^\d+ answers were lost on the way: asked for again/m);
    for (const mishap of ['lost request', 'lost answer', 'cut answer'] as const)
      expect(
        proxies.reduce((sum, { mishaps }) => sum + mishaps[mishap], 0),
        mishap,
      ).toBeGreaterThan(0);
  });

  test('a target that dies and comes back is waited for', async () => {
    const { settings, proxies } = await faraway({ latencyMs: 20 }, {});
    const [sandbox] = proxies;
    const ran = await certify(chapters('checkouts,payouts'), settings, async ({ said }) => {
      await said('certifying');
      await expect.poll(() => sandbox?.connections ?? 0).toBeGreaterThan(0);
      const before = sandbox?.connections ?? 0;
      sandbox?.become({ down: true });
      // The harness has tried to connect more than once without success.
      await expect.poll(() => sandbox?.connections ?? 0, { timeout: 60_000 }).toBeGreaterThan(before + 3);
      sandbox?.become({ latencyMs: 20 });
    });
    expect(told(ran, 'failed')).toEqual([]);
    expect(told(ran, 'blocked')).toEqual([]);
    expect(ran.certificate?.lostAnswers).toBeGreaterThan(5);
    expect(ran.status).toBe(0);
  });

  test('one that dies for good ends the run in bounded time, and breaks no rule', async () => {
    const { settings, proxies } = await faraway({ latencyMs: 20 }, {});
    const [sandbox] = proxies;
    const ran = await certify(
      chapters('checkouts,payouts,refunds'),
      { ...settings, TARGET_TIMEOUT: '1s' },
      async ({ said }) => {
        await said('certifying');
        await expect.poll(() => sandbox?.connections ?? 0).toBeGreaterThan(0);
        sandbox?.become({ down: true });
      },
    );
    expect(told(ran, 'failed')).toEqual([]);
    expect(told(ran, 'blocked').join('\n')).toContain('the target has stopped answering');
    expect(ran.certificate?.verdict).toBe('inconclusive');
    expect(ran.status).toBe(1);
    expect(ran.seconds).toBeLessThan(BOUNDED);
  });

  test('a control interface that dies blocks, and nothing is blamed for it', async () => {
    const { settings, proxies } = await faraway({}, { latencyMs: 20 });
    const control = proxies[2];
    const far = { ...settings, TARGET_TIMEOUT: '1s' };
    const ran = await certify(chapters('checkouts,refunds'), far, async ({ said }) => {
      await said('certifying');
      await expect.poll(() => control?.connections ?? 0).toBeGreaterThan(0);
      control?.become({ down: true });
    });
    expect(told(ran, 'failed')).toEqual([]);
    expect(told(ran, 'blocked').join('\n')).toMatch(
      /control, .*: no answer|the control interface has stopped answering/,
    );
    expect(ran.status).toBe(1);
  });
});

describe.concurrent('a target that answers 500', () => {
  test.each([
    ['now and then', 0.05],
    ['every other time', 0.5],
  ])('%s breaks the rules where it does, and the run ends', async (_, errors) => {
    const { settings } = await faraway({ errors, seed: 3 }, {});
    const ran = await certify(chapters('checkouts'), settings);
    expect([ran.status, ran.certificate?.verdict]).toEqual([1, 'nonconformant']);
    expect(told(ran, 'failed').join('\n')).toContain('500 oops');
    expect(ran.certificate?.lostAnswers).toBe(0);
  });
});
