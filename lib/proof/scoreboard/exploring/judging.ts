import { randomUUID } from 'node:crypto';
import { atTarget } from '../../../commands/certify/run.ts';
import type { Recorded } from '../../../engine/evidence/recorded.ts';
import { Coverage } from '../../../engine/explore/coverage.ts';
import { timeOfDay } from '../../../engine/time/clock.ts';
import { compose } from '../../../interface/explore/compose.ts';
import { Stage } from '../../../interface/explore/stage.ts';
import { eventsOf } from '../../../interface/model/events.ts';
import { judge } from '../../../interface/model/judge.ts';
import { allPairs } from '../../../interface/model/pairs.ts';
import { openRun } from '../../../interface/profile.ts';
import { readSettings } from '../../../interface/target/settings.ts';
import { median } from './exploring.ts';

const EXCHANGES = 4_000;
const ROUNDS = 9;

/** Rounds before those that are measured: until then the model's code is compiled, which a whole run pays for once. */
const WARMING_ROUNDS = 3;

/**
 * Exchanges that the model judges per second of CPU time: stories run against the embedded reference and judged several times, warm; the median.
 */
export async function judgedPerSecond(seed: number): Promise<{ perSecond: number; exchanges: number }> {
  return await atTarget(readSettings({}, { reference: true }), async (target) => {
    const startedAt = Math.floor(timeOfDay());
    const run = await openRun({ target, selected: [], depth: 'all', seed, startedAt, channel: randomUUID() });
    const stage = await Stage.open(run);
    const coverage = new Coverage(allPairs);
    const recordings: Recorded[] = [];
    try {
      for (let story = 0; run.requests < EXCHANGES; story++)
        recordings.push(
          (await stage.tell(compose({ seed: seed + story, goals: coverage.next(3), missing: target.missing })))
            .recorded,
        );
    } finally {
      stage.close();
      await run.close();
    }
    const exchanges = recordings.reduce((sum, recorded) => sum + recorded.exchanges.length, 0);
    for (let round = 0; round < WARMING_ROUNDS; round++) for (const recorded of recordings) judge(eventsOf(recorded));
    const rates = Array.from({ length: ROUNDS }, () => {
      // CPU time, not elapsed time: other processes may be using this machine.
      const before = process.cpuUsage();
      for (const recorded of recordings) judge(eventsOf(recorded));
      const { user, system } = process.cpuUsage(before);
      return Math.round(exchanges / ((user + system) / 1_000_000));
    });
    return { perSecond: median(rates), exchanges };
  });
}
