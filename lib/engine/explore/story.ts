import { z } from 'zod';

// A story is plain data, so that it can be shortened, written to a file, and told again. In its texts `{c1}` stands for a name: each time
// the story is told, the name gets a new unique value, or one from an answer.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Fields = { readonly [name: string]: Json };

/** A request. */
export interface Ask {
  /** The name of its sender. */
  readonly by: string;
  /** Method and path: `GET /v1/things/{t1}`. */
  readonly ask: string;
  readonly body?: Fields;
  /** Requests with the same key are one request and its repetitions; each request without a key is a separate one. */
  readonly key?: string;
  /** Whose credentials are sent instead of the sender's own. */
  readonly as?: string;
  /** By name: the field of the answer that holds its value. */
  readonly learns?: Readonly<Record<string, string>>;
}

/** A step through the control interface, of someone who sends no requests. */
export interface Act {
  readonly control: string;
  /** The name of the sender that it concerns. */
  readonly by: string;
  /** Values for the parameters of its path. */
  readonly names: Readonly<Record<string, string>>;
  readonly body?: Fields;
}

/** How a receiver of webhooks answers from now on: each delivery gets the next answer, the last one repeats. */
export interface Receive {
  readonly receiver: string;
  readonly answers: readonly ReceiverAnswer[];
  /** Applies only to deliveries about this name. */
  readonly about?: string;
}
/** A status; `cut`: closes the connection without an answer; `slow`: 200, after a moment. */
export type ReceiverAnswer = number | 'cut' | 'slow';

/** Lets this many seconds pass. */
export interface Wait {
  readonly seconds: number;
}

/** Steps that begin at the same moment. */
export interface Together {
  readonly together: readonly Step[];
}

export type Step = Ask | Act | Receive | Wait | Together;
export type Story = readonly Step[];

// The data was read from JSON, and is taken as it is: a record made anew would lose names such as `__proto__`.
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

/** The file from which a story is told again. */
export const storyFile = z.strictObject({
  version: z.literal(1),
  /** The rule that it broke, and how the failure was described. */
  breaks: z.string(),
  reason: z.string(),
  seed: z.number(),
  story: z.array(step),
});
export type StoryFile = z.infer<typeof storyFile>;

/** All steps in order, including those that begin together. */
export function stepsIn(story: Story): Exclude<Step, Together>[] {
  return story.flatMap((each) => ('together' in each ? stepsIn(each.together) : each));
}

const NAME = /\{([a-z][a-z0-9_]*)\}/g;

/** The names that a step mentions, in order of first mention. Braces in the path of a control step are parameters, not names. */
export function namesIn(step: Step): string[] {
  if ('together' in step) return [...new Set(step.together.flatMap(namesIn))];
  const text = 'control' in step ? { ...step, control: '' } : step;
  return [...new Set([...JSON.stringify(text).matchAll(NAME)].map(([, name = '']) => name))];
}

/** Replaces the names in every text of a value. */
export function filled<T extends Json | undefined>(value: T, named: (name: string) => string): T {
  const fill = (each: Json): Json => {
    if (typeof each === 'string') return each.replace(NAME, (_, name: string) => named(name));
    if (Array.isArray(each)) return each.map(fill);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, fill(inner)]));
  };
  return (value === undefined ? undefined : fill(value)) as T;
}
