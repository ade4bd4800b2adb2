import { type Ask, namesIn, type Step, type Story } from '../../engine/explore/story.ts';
import type { Violation } from '../model/model-object.ts';
import type { Telling } from './stage.ts';

/**
 * Two shorter stories for a violation. Both keep the requests of its history, the requests that created the objects
 * named there, and the actions of buyers and owners on these; the second keeps waits and settings too. Usually one of
 * them breaks the rule again, with few requests.
 */
export function slicesOf(story: Story, { answers }: Telling, { exchanges }: Violation): Story[] {
  const told = new Set(exchanges);
  const shown = new Set<unknown>(
    answers.flatMap(({ step, exchange }) => (exchange !== null && told.has(exchange) ? [step] : [])),
  );
  const asks = story.flatMap((step) => ('together' in step ? step.together : [step])).filter((step) => 'ask' in step);
  const names = new Set(asks.filter((step) => shown.has(step)).flatMap(namesIn));
  for (const name of names) {
    // The set grows while it is iterated, so that objects named by a creation are created, too.
    for (const step of asks.filter((each) => isCreationOf(each, name))) {
      shown.add(step);
      for (const each of namesIn(step)) names.add(each);
    }
  }
  const isTold = (step: Step, wide: boolean): boolean => {
    if ('ask' in step) return shown.has(step);
    const named = namesIn(step);
    return named.length === 0 ? wide : named.some((name) => names.has(name));
  };
  return [false, true].map((wide) =>
    story.flatMap((step): Step[] => {
      if (!('together' in step)) return isTold(step, wide) ? [step] : [];
      const together = step.together.filter((each) => isTold(each, wide));
      return together.length > 1 ? [{ together }] : together;
    }),
  );
}

function isCreationOf({ body, learns }: Ask, name: string): boolean {
  return body?.reference === `{${name}}` || (learns !== undefined && name in learns);
}
