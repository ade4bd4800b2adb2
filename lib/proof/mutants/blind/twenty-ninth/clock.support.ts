import type { Story } from '../probe.support.ts';

/** Moves the clock on to the time; it is given the present one. */
export async function advanceTo(story: Story, at: (now: Date) => number): Promise<void> {
  const now = await story.advance(0);
  await story.advance((at(new Date(now)) - now) / 1_000);
}

/** Moves the clock on to the next such time of a day. */
export function advanceToTime(story: Story, hour: number, minute: number, second = 0): Promise<void> {
  return advanceTo(story, (now) => {
    const at = new Date(now).setUTCHours(hour, minute, second, 0);
    return at > now.getTime() ? at : at + 86_400_000;
  });
}

export function minutesBetween(first: unknown, second: unknown): number {
  return Math.round((Date.parse(String(second)) - Date.parse(String(first))) / 60_000);
}
