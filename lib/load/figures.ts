import { readFileSync } from 'node:fs';
import { z } from 'zod';

const schema = z.object({
  name: z.string(),
  value: z.string(),
  /** At least, or at most. */
  aim: z.string(),
  isMet: z.boolean(),
  /** What it was taken from, and how many of it. */
  sample: z.string(),
  of: z.number(),
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

/**
 * The figures of a proof: those of this one, and of an earlier one, which its file still holds, those that were not measured now or were
 * taken from more than now.
 */
export function figuresWith(now: readonly Figure[], before: readonly Figure[]): Figure[] {
  return Object.values(figureNames).flatMap((name) => {
    const { measured, earlier } = bothOf(name, now, before);
    return [measured, earlier].filter((each) => each !== undefined);
  });
}

function bothOf(name: string, now: readonly Figure[], before: readonly Figure[]) {
  const measured = now.find((each) => each.name === name);
  const [largest] = before.filter((each) => each.name === name).sort((one, other) => other.of - one.of);
  return { measured, earlier: largest !== undefined && largest.of > (measured?.of ?? 0) ? largest : undefined };
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

/** A line for each figure, and for what an earlier proof has of it with when that was; where there is nothing, how it is measured. */
export function figuresInWords(now: readonly Figure[], before: readonly Figure[]): string[] {
  return Object.values(figureNames).flatMap((name) => {
    const { measured, earlier } = bothOf(name, now, before);
    const how = howTo[name] === undefined ? '' : ` (${howTo[name]})`;
    if (measured === undefined && earlier === undefined)
      return [`· ${name}: not measured in this proof, nor in an earlier one here${how}`];
    const last =
      earlier &&
      `· ${measured === undefined ? 'not measured in this proof' : 'from more'}${how}, last on ${earlier.at.slice(0, 16).replace('T', ' ')} UTC: ${sign(earlier)} ${inWords(earlier)}`;
    return [
      ...(measured === undefined ? [] : [`${sign(measured)} ${inWords(measured)}`]),
      ...(last === undefined ? [] : [last]),
    ];
  });
}

function sign({ isMet }: Figure): string {
  return isMet ? '✓' : '✗';
}

function inWords({ name, value, aim, sample }: Figure): string {
  return `${name}: ${value} (aim: ${aim}; ${sample})`;
}
