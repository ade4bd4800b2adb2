import { expect, test, vi } from 'vitest';
import type { Time } from '../../engine/time/time.ts';
import { listOf } from '../model/arrivals.ts';
import { Console } from './console.ts';
import type { Merchant } from './merchant.ts';
import type { PaymentsRun } from './run.ts';

/** The name under which the console's list is recorded when its answer takes `ms` milliseconds. */
async function recordedAfter(ms: number): Promise<string> {
  const begun = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => begun);
  const control = {
    deliveries: async () => {
      clock.mockImplementation(() => begun + ms);
      return [];
    },
  };
  const run = { control, steered: (call: () => Promise<unknown>) => call() } as unknown as PaymentsRun;
  const merchant = { present: async () => ({ merchantId: 'mch_1' }) } as unknown as Merchant;
  const names: string[] = [];
  const sees = <T>(what: string, seen: T): T => {
    names.push(what);
    return seen;
  };
  await new Console(run, sees, {} as Time, () => {}).deliveries(merchant).finally(() => clock.mockRestore());
  return names.join();
}

test('of a list that was long on its way the model does not know when it was asked for', async () => {
  const known = (what: string) => listOf({ id: 1, at: '2026-01-01T00:00:00Z', what, seen: [] }, (at) => at);
  expect(known(await recordedAfter(9_000))?.merchant).toBe('mch_1');
  expect(known(await recordedAfter(11_000))).toBeNull();
});
