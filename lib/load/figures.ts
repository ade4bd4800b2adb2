import { readFileSync } from 'node:fs';
import { z } from 'zod';

const schema = z.object({
  name: z.string(),
  value: z.string(),
  /** At least, or at most. */
  aim: z.string(),
  isMet: z.boolean(),
  /** What it was taken from. */
  sample: z.string(),
  /** ISO 8601: when it was measured. */
  at: z.string(),
});

/** What a proof measured of load: a number, what it should be, and what it was taken from. */
export type Figure = z.infer<typeof schema>;

/** Every figure of a proof, in the order in which they are told; and the command that measures what most proofs leave out. */
export const figureNames = {
  defects: 'defects seen, at the finding that is about them',
  clean: 'clean that must be clean',
  planted: 'a planted capacity found within 5%',
  capacity: 'the capacity of simulated services found within 5%',
  falseAlarms: 'false alarms of A beside A',
  seen: 'a slowdown of 10% seen',
  steady: 'the audit of steady',
  idempotency: 'the audit of idempotency',
} as const;

const howTo: Readonly<Record<string, string>> = {
  [figureNames.planted]: 'npm run load -- prove --script capacity --times 20',
};

/** The figures of a proof: those of this one, and where it measured none, those of an earlier one that its file still holds. */
export function figuresWith(now: readonly Figure[], before: readonly Figure[]): Figure[] {
  return Object.values(figureNames).flatMap((name) => {
    const found = now.find((each) => each.name === name) ?? before.find((each) => each.name === name);
    return found === undefined ? [] : [found];
  });
}

/** Of an earlier proof; none where there is no file that can be read. */
export function figuresIn(path: string): Figure[] {
  try {
    const parsed = z.object({ figures: z.array(schema) }).safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data.figures : [];
  } catch {
    return [];
  }
}

/** A line for each figure; of one that was not measured now when it last was, and how it is measured. */
export function figuresInWords(now: readonly Figure[], before: readonly Figure[]): string[] {
  return Object.values(figureNames).map((name) => {
    const measured = now.find((each) => each.name === name);
    if (measured !== undefined) return `${measured.isMet ? '✓' : '✗'} ${inWords(measured)}`;
    const how = howTo[name] === undefined ? '' : `: ${howTo[name]}`;
    const earlier = before.find((each) => each.name === name);
    if (earlier === undefined) return `· ${name}: not measured in this proof, nor in an earlier one here${how}`;
    return `· not measured in this proof${how}; last on ${earlier.at.slice(0, 16).replace('T', ' ')} UTC: ${earlier.isMet ? '✓' : '✗'} ${inWords(earlier)}`;
  });
}

function inWords({ name, value, aim, sample }: Figure): string {
  return `${name}: ${value} (aim: ${aim}; ${sample})`;
}
