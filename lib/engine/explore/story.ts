import { z } from 'zod';

// A story is plain data, so that it can be shortened, written into a file, and told again. In its texts `{c1}` stands for a name: each
// telling gives it a value that nothing else has, or the one that an answer told.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Fields = { readonly [name: string]: Json };

/** A request. */
export interface Ask {
  /** Whose request it is. */
  readonly by: string;
  /** Method and path: `GET /v1/things/{t1}`. */
  readonly ask: string;
  readonly body?: Fields;
  /** Requests with the same key are one request and its repetitions; without one each is another. */
  readonly key?: string;
  /** Sent with other credentials than its sender's own. */
  readonly as?: string;
  /** Names, and the fields of the answer that hold their values. */
  readonly learns?: Readonly<Record<string, string>>;
}

/** A step of somebody who sends no requests, through the control interface. */
export interface Act {
  readonly control: string;
  /** Whose affair it is. */
  readonly by: string;
  /** What fills in the places of its path. */
  readonly names: Readonly<Record<string, string>>;
  readonly body?: Fields;
}

/** How somebody's receiver answers what arrives from now on: each arrival takes the next answer, the last one repeats. */
export interface Receive {
  readonly receiver: string;
  readonly answers: readonly ReceiverAnswer[];
  /** Only what tells of it. */
  readonly about?: string;
}
/** A status; `cut`: the connection, without an answer; `slow`: 200, after a moment. */
export type ReceiverAnswer = number | 'cut' | 'slow';

/** So many seconds pass. */
export interface Wait {
  readonly seconds: number;
}

/** Begun at the same moment. */
export interface Together {
  readonly together: readonly Step[];
}

export type Step = Ask | Act | Receive | Wait | Together;
export type Story = readonly Step[];

// Whatever was read is JSON; it is taken as it is, with names such as `__proto__`, which a record made anew would not have.
const fields = z.custom<Fields>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
const step: z.ZodType<Step> = z.lazy(() =>
  z.union([
    z.strictObject({
      by: z.string(),
      ask: z.string().regex(/^(GET|POST|DELETE) \/\S*$/),
      body: fields.optional(),
      key: z.string().optional(),
      as: z.string().optional(),
      learns: z.record(z.string(), z.string()).optional(),
    }),
    z.strictObject({
      control: z.string(),
      by: z.string(),
      names: z.record(z.string(), z.string()),
      body: fields.optional(),
    }),
    z.strictObject({
      receiver: z.string(),
      answers: z.array(z.union([z.int().min(200).max(599), z.enum(['cut', 'slow'])])).min(1),
      about: z.string().optional(),
    }),
    z.strictObject({ seconds: z.number().min(0) }),
    z.strictObject({ together: z.array(step) }),
  ]),
);

/** A file that a story is told from again. */
export const storyFile = z.strictObject({
  version: z.literal(1),
  /** The rule that it broke, and how that was told. */
  breaks: z.string(),
  reason: z.string(),
  seed: z.number(),
  story: z.array(step),
});
export type StoryFile = z.infer<typeof storyFile>;

/** One after the other, those that are begun together included. */
export function stepsIn(story: Story): Exclude<Step, Together>[] {
  return story.flatMap((each) => ('together' in each ? stepsIn(each.together) : each));
}

const NAME = /\{([a-z][a-z0-9_]*)\}/g;

/** The names that a step mentions, the first time first. What stands in the path of a step of control are places, not names. */
export function namesIn(step: Step): string[] {
  if ('together' in step) return [...new Set(step.together.flatMap(namesIn))];
  const said = 'control' in step ? { ...step, control: '' } : step;
  return [...new Set([...JSON.stringify(said).matchAll(NAME)].map(([, name = '']) => name))];
}

/** A text, or each text in a value, with its names filled in. */
export function filled<T extends Json | undefined>(value: T, named: (name: string) => string): T {
  const fill = (each: Json): Json => {
    if (typeof each === 'string') return each.replace(NAME, (_, name: string) => named(name));
    if (Array.isArray(each)) return each.map(fill);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, fill(inner)]));
  };
  return (value === undefined ? undefined : fill(value)) as T;
}
