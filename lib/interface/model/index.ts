import type { Broken, Recorded } from '../../engine/evidence/recorded.ts';
import { eventsOf, KEPT, type KeptSeen } from './events.ts';
import { judge } from './judge.ts';
import type { Violation } from './model-object.ts';

export { eventsOf, JUDGED_HEADERS, PAGE_OPENED } from './events.ts';
export { type Judgement, judge } from './judge.ts';
export type { Violation } from './model-object.ts';

/** How many violations of one requirement are reported in full. */
const MAX_REPORTED = 3;

/** How many earlier history entries are reported with a violation. */
const MAX_HISTORY = 8;

/**
 * Judges a recorded run by the model. An interrupted run is not judged: a request may have taken effect without being
 * recorded, and what follows from it would look like a violation.
 */
export function judgeRun(recorded: Recorded): readonly Broken[] {
  if (!recorded.isWhole) return [];
  const { violations } = judge(eventsOf(recorded), { pairs: false });
  const storyOf = keptStories(recorded);
  return [...Map.groupBy(violations, ({ requirement }) => requirement)].map(([id, all]) => {
    // Violations of kept stories come first.
    const known = Map.groupBy(all, (violation) => storyOf(violation) !== null);
    const told = [...(known.get(true) ?? []), ...(known.get(false) ?? [])].slice(0, MAX_REPORTED);
    const more = all.length - told.length;
    // One answer that is always the same breaks a rule at each object in the same words.
    const words = new Set(told.map((each) => inFull(each, storyOf(each))));
    return {
      id,
      reason: [...words].join(' | ') + (more > 0 ? ` | and ${more} more` : ''),
      // Negative ids are those of sightings.
      exchanges: [...new Set(told.flatMap(({ exchanges }) => exchanges))].filter((each) => each > 0),
      deliveries: [...new Set(told.flatMap(({ webhooks }) => webhooks))],
    };
  });
}

/** Returns a function that names the kept story that a violation belongs to; null where it belongs to none. */
function keptStories({ sightings }: Recorded): (violation: Violation) => string | null {
  const stories = sightings.flatMap(({ what, seen }) => (what === KEPT ? (seen as KeptSeen) : []));
  const byExchange = new Map(stories.flatMap(({ name, exchanges }) => exchanges.map((id) => [id, name] as const)));
  return ({ exchanges }) => exchanges.map((id) => byExchange.get(id)).find((name) => name !== undefined) ?? null;
}

/** A violation as a sentence: what broke the rule, what the interface allows, and what happened before. */
export function inFull({ subject, history, what, allowed }: Violation, story: string | null = null): string {
  const before = history.slice(-MAX_HISTORY);
  const told = before.length === 0 ? '' : `; before: ${before.join('; ')}`;
  const kept = story === null ? '' : `the kept story ${story}: `;
  return `${kept}${subject}: ${what}; the interface allows: ${allowed}${told}`;
}
