import { readFileSync } from 'node:fs';
import { z } from 'zod';

const schema = z.object({
  name: z.string(),
  value: z.string(),
  /** The bound in words, such as `at most 1%`. */
  aim: z.string(),
  isMet: z.boolean(),
  /** What it was measured on. */
  sample: z.string(),
  /** Size of the sample. */
  of: z.number(),
  /** When it was measured, in ISO 8601. */
  at: z.string(),
});

/** A measured value in a proof of the load scripts, with its aim and its sample. */
export type Figure = z.infer<typeof schema>;

/** Names of all figures of a proof, in the order in which they are printed. */
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

/** Commands that measure the figures which most proofs omit. */
const howTo: Readonly<Record<string, string>> = {
  [figureNames.planted]: 'npm run load -- prove --script capacity --times 20',
};

/** Merges the figures of this proof with those of an earlier one that were not measured now or have a larger sample. */
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

/** The figures in the file of an earlier proof; empty if the file is missing or invalid. */
export function figuresIn(path: string): Figure[] {
  try {
    const parsed = z.object({ figures: z.array(schema) }).safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data.figures : [];
  } catch {
    return [];
  }
}

/** A line for each figure, and one with its date for an earlier measurement; for a figure never measured, the command that measures it. */
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
