/** Moves a probe's clock to a date of the calendar. */
import type { Story } from '../probe.support.ts';

/** The next time that this date and time of day come, in UTC; `month` is 0 for January, and without it any. */
export async function advanceTo(story: Story, time: string, day?: number | 'last', month?: number): Promise<void> {
  const now = story.bench.clock.now();
  for (let ahead = 0; ahead < 400; ahead += 1) {
    const date = new Date(now + ahead * 86_400_000);
    const at = Date.parse(`${date.toISOString().slice(0, 10)}T${time}Z`);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    const wanted = day === 'last' ? last : (day ?? date.getUTCDate());
    if (at <= now || date.getUTCDate() !== wanted || date.getUTCMonth() !== (month ?? date.getUTCMonth())) continue;
    await story.advance((at - now) / 1_000);
    return;
  }
  throw new Error('no such date within a year');
}

/** Minutes from now, on the probe's clock, to a time that was answered. */
export function minutesAhead(story: Story, time: unknown): number {
  return Math.round((Date.parse(String(time)) - story.bench.clock.now()) / 60_000);
}
