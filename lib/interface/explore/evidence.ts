import { type Ask, namesIn, type Step, type Story } from '../../engine/explore/story.ts';
import type { Violation } from '../model/model-object.ts';
import type { Telling } from './stage.ts';

/** How many objects of the same kinds are added to a slice, one at a time. */
const MAX_OTHERS = 6;

/**
 * Shorter stories for a violation, the shortest first. All keep the requests of its history, the requests that created
 * the objects named there, and the actions of buyers and owners on these. The second keeps waits and settings too; the
 * next ones also another object of the same kinds each, because two may share something; the last one all of these.
 * Usually one of them breaks the rule again, with few requests.
 */
export function slicesOf(story: Story, { answers }: Telling, { exchanges }: Violation): Story[] {
  const told = new Set(exchanges);
  const shown = new Set<Step>(
    answers.flatMap(({ step, exchange }) => (exchange !== null && told.has(exchange) ? [step] : [])),
  );
  const steps = story.flatMap((step) => ('together' in step ? step.together : [step]));
  const asks = steps.filter((step) => 'ask' in step);
  const names = namesAround(
    asks.filter((step) => shown.has(step)),
    asks,
    shown,
  );
  const kinds = new Set([...names].map(kindOf));
  const kin = [...new Set(steps.toReversed().flatMap(namesIn))].filter(
    (name) => kinds.has(kindOf(name)) && !names.has(name),
  );
  // First those that have something in common with it, such as another refund of its checkout.
  const related = new Set(steps.filter((step) => concerns(step, names, false)).flatMap(namesIn));
  kin.sort((one, other) => Number(related.has(other)) - Number(related.has(one)));
  const withObjects = (others: readonly string[]) => {
    const about = steps.filter((step) => namesIn(step).some((name) => others.includes(name)));
    const kept = new Set<Step>([...shown, ...about]);
    const more = namesAround(about, asks, kept);
    return sliceOf(
      story,
      (step) => kept.has(step) || (!('ask' in step) && concerns(step, new Set([...names, ...more]), true)),
    );
  };
  return [
    sliceOf(story, (step) => shown.has(step) || (!('ask' in step) && concerns(step, names, false))),
    withObjects([]),
    ...kin.slice(0, MAX_OTHERS).map((name) => withObjects([name])),
    withObjects(kin),
  ];
}

/**
 * The names in these steps, and in the steps that created what they name, which are added to `kept`. A wallet's balance
 * is shown where a link to it was approved, so links to a named wallet belong to it.
 */
function namesAround(steps: readonly Step[], asks: readonly Ask[], kept: Set<Step>): Set<string> {
  const names = new Set(steps.flatMap(namesIn));
  for (const name of names) {
    // The set grows while it is iterated, so that objects named by a creation are created, too.
    for (const step of asks) {
      const isLink = step.learns !== undefined && namesIn(step).includes(name);
      if (!isLink && !isCreationOf(step, name)) continue;
      kept.add(step);
      for (const each of [...namesIn(step), ...Object.keys(step.learns ?? {})]) names.add(each);
    }
  }
  return names;
}

/** Whether someone acts on one of these objects. A step that names nothing affects all. */
function concerns(step: Step, names: ReadonlySet<string>, isWide: boolean): boolean {
  const named = namesIn(step);
  return named.length === 0 ? isWide : named.some((name) => names.has(name));
}

function sliceOf(story: Story, isKept: (step: Step) => boolean): Story {
  return story.flatMap((step): Step[] => {
    if (!('together' in step)) return isKept(step) ? [step] : [];
    const together = step.together.filter(isKept);
    return together.length > 1 ? [{ together }] : together;
  });
}

/** The letter with which names of its kind begin. */
const kindOf = (name: string) => name.slice(0, 1);

function isCreationOf({ body, learns }: Ask, name: string): boolean {
  return body?.reference === `{${name}}` || (learns !== undefined && name in learns);
}
