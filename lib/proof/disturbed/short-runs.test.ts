import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Disturbance, When } from './disturbances.ts';
import { certified } from './run.ts';
import type { Implementation } from './targets.ts';

// The short form of `npm run disturb`, run at each change. Busy loops are left out: they would disturb other tests. So is a wall clock that
// jumps back: here even a harness that reads the wall clock would pass, since a target with control tells its own time.

const folder = mkdtempSync(join(tmpdir(), 'disturbed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Requirements most sensitive to delay: acknowledgements, retries and their listing, timestamps, and amounts that move. */
const asked = ['every-2xx-acknowledges', 'lists-attempts', 'first-retry'].map((rule) => `delivery.${rule}`);
asked.push('checkout.paid-at-set', 'balance.payment-adds');

async function disturbed(how: Disturbance, target: Implementation, when: When) {
  const args = ['--profile', 'standard', ...asked.flatMap((id) => ['--requirement', id])];
  const out = join(folder, `${how}-${target}`);
  const ended = await certified(how, target, { out, seed: 7, when, asked: args });
  expect(ended.verdict).toMatch(/^conformant|^inconclusive$/);
  expect(ended.failed).toEqual([]);
  expect(ended.blocked.filter(({ told }) => !told)).toEqual([]);
  return ended;
}

describe.runIf(process.platform !== 'win32').concurrent('a correct implementation fails nothing', () => {
  test('while the harness stands still as webhooks arrive, longer than their sender waits', async () => {
    const { harness } = await disturbed('webhooks', 'reference-3s', { afterMs: 0 });
    expect(harness.webhookAnswerMs).toBeGreaterThan(4_000);
  });

  test('while the wall clock of the harness jumps an hour ahead, as the first webhook arrives', async () => {
    const { blocked } = await disturbed('wall', 'second-3s', { afterMs: 0, atWebhook: 1 });
    expect(blocked).toEqual([]);
  });
});
