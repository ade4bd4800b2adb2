import { type Fields, namesIn, type Receive, type Step, type Story } from './story.ts';

export interface Shrinking {
  /** Whether this story, told again, still ends as the first one did. */
  readonly fails: (story: Story) => Promise<boolean>;
  /** Whether to stop: too many stories were told, or time is up. */
  readonly isOver: () => boolean;
}

/**
 * The shortest story found that still fails: first only the steps that concern one of its names, then without each step that can be left
 * out, then with simpler values; repeated until nothing changes.
 */
export async function shrink(story: Story, shrinking: Shrinking): Promise<Story> {
  let best = await slice(story, shrinking);
  for (;;) {
    const before = JSON.stringify(best);
    best = await dropSteps(best, shrinking);
    best = await joinRequests(best, shrinking);
    best = await simplifySteps(best, shrinking);
    if (JSON.stringify(best) === before || shrinking.isOver()) return best;
  }
}

async function slice(story: Story, { fails, isOver }: Shrinking): Promise<Story> {
  const objects = [...new Set(story.flatMap(namesIn))];
  const slices = objects.map((name) => sliceOf(story, name)).filter((slice) => slice.length < story.length);
  for (const slice of slices.sort((one, other) => one.length - other.length)) {
    if (isOver()) break;
    if (await fails(slice)) return slice;
  }
  return story;
}

/** The steps that mention only names which occur in a step together with `name`; a step without names may affect all, and stays. */
export function sliceOf(story: Story, name: string): Story {
  const wanted = new Set([name, ...story.filter((step) => namesIn(step).includes(name)).flatMap(namesIn)]);
  return story.filter((step) => namesIn(step).every((each) => wanted.has(each)));
}

/** Leaves out pieces, from halves to single steps (Zeller's ddmin), from the end: the last steps often only look at a result. */
async function dropSteps(story: Story, { fails, isOver }: Shrinking): Promise<Story> {
  let best = story;
  // In a short story most steps are needed, so they are tried one by one.
  const half = best.length <= MAX_SHORT_STEPS ? 1 : Math.ceil(best.length / 2);
  for (let size = half; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = best.length; end > 0; end -= size) {
      if (isOver()) return best;
      const less = best.toSpliced(Math.max(0, end - size), Math.min(size, end));
      if (less.length > 0 && less.length < best.length && (await fails(less))) best = less;
    }
  }
  return best;
}

/** Up to this many steps, half of a story hardly ever breaks the rule by itself. */
const MAX_SHORT_STEPS = 6;

async function simplifySteps(story: Story, { fails, isOver }: Shrinking): Promise<Story> {
  let best = story;
  for (let at = 0; at < best.length; at++) {
    const step = best[at];
    if (step === undefined) break;
    for (const simpler of simplerSteps(step)) {
      if (isOver()) return best;
      const candidate = best.toSpliced(at, 1, ...simpler);
      if (!(await fails(candidate))) continue;
      best = candidate;
      // The same place again: it may be possible to simplify it further.
      at--;
      break;
    }
  }
  return best;
}

/** Replaces two requests of one kind by one with the sum of their amounts, which is enough if only the sum matters. */
async function joinRequests(story: Story, { fails, isOver }: Shrinking): Promise<Story> {
  let best = story;
  for (let at = 0; at < best.length; at++) {
    for (let other = best.length - 1; other > at; other--) {
      if (isOver()) return best;
      const both = sumOf(best[at], best[other]);
      if (both === null) continue;
      const fewer = best.toSpliced(other, 1).toSpliced(at, 1, both);
      if (await fails(fewer)) best = fewer;
    }
  }
  return best;
}

/** Null if the steps are not requests of one kind, or have no amounts. */
function sumOf(one: Step | undefined, other: Step | undefined): Step | null {
  if (one === undefined || other === undefined || !('ask' in one) || !('ask' in other)) return null;
  if (one.ask !== other.ask || one.by !== other.by) return null;
  const [name, amounts] = amountsOf(one.body, other.body);
  return name === null ? null : { ...one, body: { ...one.body, [name]: amounts } };
}

/** The first field that is a number in both, and the sum. */
function amountsOf(one: Fields = {}, other: Fields = {}): [name: string | null, sum: number] {
  for (const [name, value] of Object.entries(one)) {
    const more = other[name];
    if (typeof value === 'number' && typeof more === 'number') return [name, value + more];
  }
  return [null, 0];
}

const WAITS_S = [1, 10, 60, 600, 3_600, 90_000];

/** Each candidate replaces the step; those that change most come first. */
export function simplerSteps(step: Step): Step[][] {
  if ('together' in step) {
    const alone = step.together.map((each) => [each]);
    return [...alone, [...step.together], ...simplerWithin(step.together).map((together) => [{ together }])];
  }
  if ('seconds' in step) return WAITS_S.filter((seconds) => seconds < step.seconds).map((seconds) => [{ seconds }]);
  if ('control' in step) return [];
  if ('receiver' in step) return simplerAnswers(step);
  const { as, key, body, ...rest } = step;
  const bodies = body === undefined ? [] : simplerBodies(body);
  return [
    ...(as === undefined ? [] : [[{ ...rest, key, body }]]),
    ...(key === undefined ? [] : [[{ ...rest, as, body }]]),
    ...bodies.map((simpler) => [{ ...rest, as, key, body: simpler }]),
  ].map((steps) => steps.map(withoutUndefined));
}

/** First the same answer for all, then one answer fewer. */
function simplerAnswers({ answers, ...step }: Receive): Step[][] {
  if (answers.length === 1) return answers[0] === 500 || answers[0] === 200 ? [] : [[{ ...step, answers: [500] }]];
  const same = [...new Set(answers)].map((answer) => [answer]);
  return [...same, ...answers.map((_, at) => answers.toSpliced(at, 1))].map((fewer) => [{ ...step, answers: fewer }]);
}

function simplerWithin(steps: readonly Step[]): Step[][] {
  return steps.flatMap((step, at) => simplerSteps(step).map((simpler) => steps.toSpliced(at, 1, ...simpler)));
}

const ROUND_NUMBERS = [1, 100, 1_000, 10_000, 100_000];

function simplerBodies(body: NonNullable<Extract<Step, { ask: string }>['body']>) {
  return Object.entries(body).flatMap(([name, value]) => {
    const { [name]: _, ...without } = body;
    const rounder =
      typeof value === 'number' && !ROUND_NUMBERS.includes(value)
        ? ROUND_NUMBERS.filter((each) => each < value).map((each) => ({ ...body, [name]: each }))
        : [];
    return [without, ...rounder];
  });
}

function withoutUndefined(step: Step): Step {
  return Object.fromEntries(Object.entries(step).filter(([, value]) => value !== undefined)) as unknown as Step;
}
