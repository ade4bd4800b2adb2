import { afterAll, expect, test } from 'vitest';
import { startRoughProxy } from '../../engine/http/network/rough-proxy.ts';
import { launchReference } from '../../interface/target/launch.ts';
import { verifyFolder } from '../../interface/verify.ts';
import { certify } from './command.support.ts';

const open: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of open.toReversed()) await close();
});

/** Certifies requirements against the reference, behind a connection that loses one answer of twelve. */
async function lossy(requirements: readonly string[]) {
  const { settings, stop } = await launchReference();
  open.push(stop);
  const proxy = await startRoughProxy(settings.TARGET_BASE_URL ?? '', { lostAnswers: 1 / 12, seed: 5 });
  open.push(() => proxy.close());
  const asked = requirements.flatMap((id) => ['--requirement', id]);
  const ran = await certify([...asked, '--seed', '5'], { ...settings, TARGET_BASE_URL: proxy.url });
  expect(proxy.mishaps['lost answer']).toBeGreaterThan(5);
  const outcomes = requirements.map((id) => {
    const found = ran.certificate?.requirements.find((each) => each.id === id);
    return [id, found?.outcome, found?.reason ?? ''] as const;
  });
  return { outcomes, verified: await verifyFolder(ran.out, null, {}) };
}

test('that none of a burst was refused is not shown where answers of it were lost: blocked, and the evidence agrees', async () => {
  const { outcomes, verified } = await lossy(['rate-limit.120-at-once-pass', 'rate-limit.per-key']);
  for (const [id, outcome, reason] of outcomes)
    expect([id, outcome, reason]).toEqual([id, 'blocked', expect.stringMatching(/lost/)]);
  expect(verified.contradictions).toEqual([]);
});

test('that some of a burst were refused is shown by the answers that came', async () => {
  const { outcomes, verified } = await lossy(['rate-limit.more-is-refused']);
  expect(outcomes).toEqual([['rate-limit.more-is-refused', 'passed', '']]);
  expect(verified.contradictions).toEqual([]);
});
