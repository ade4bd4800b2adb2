import { counted } from '../../engine/evidence/counted.ts';
import type { Story } from '../../engine/explore/story.ts';
import type { Exploration, Found } from '../../interface/explore/explore.ts';
import type { Telling } from '../../interface/explore/stage.ts';
import { byName, inWords } from '../../interface/explore/words.ts';
import { requirement } from '../../interface/register/index.ts';
import { commandLine } from '../terminal/command-line.ts';

/** One line for each step, with its result. */
export function toldInWords(story: Story, telling: Telling): string {
  const lines = inWords(story, telling).map((line) => `  ${line}`);
  return byName(lines.join('\n'), telling);
}

/** The story that breaks a rule, the rule, and why it is broken. */
export function foundInWords({ story, telling, violation }: Pick<Found, 'story' | 'telling' | 'violation'>): string {
  const { statement, source } = requirement(violation.requirement);
  const why = byName(reasonOf(violation), telling);
  return `${toldInWords(story, telling)}\n\nbreaks ${violation.requirement}: ${statement} (${source})\n  ${why}`;
}

export function reasonOf({ subject, what, allowed }: Found['violation']): string {
  return `${subject}: ${what}; the interface allows: ${allowed}`;
}

export function summarise(
  exploration: Exploration,
  { seconds, seed, out, earlier }: { seconds: number; seed: number; out: string; earlier: number },
): string {
  const { coverage, fresh, found, stories, exchanges, judgingMs, undecided, doubtful, brokenOff } = exploration;
  const first = earlier === 0 ? '' : `, ${fresh.size} of them for the first time`;
  const missing = coverage.missing.length > 0 && coverage.missing.length <= 12 ? coverage.missing : [];
  return [
    ...(found === null ? ['no story broke a rule'] : [told(found), '']),
    `${storiesOf(stories)}, ${counted(exchanges, 'request')} in ${Math.round(seconds)} s; the model judged ${Math.round(exchanges / (judgingMs / 1_000)).toLocaleString('en')} a second; seed ${seed}`,
    `${coverage.reached} of ${coverage.of} pairs of state and trigger reached${first}`,
    ...missing.map((pair) => `  not reached: ${pair}`),
    ...[...undecided].map(([why, count]) => `undecided: ${counted(count, 'request')}, ${why}`),
    ...(doubtful === 0
      ? []
      : [`${storiesOf(doubtful)} seemed to break a rule while answers were lost, and not when told again`]),
    ...(brokenOff === 0 ? [] : [`${storiesOf(brokenOff)} could not be told to the end`]),
    found === null
      ? `what was reached: ${out}/exploration.json`
      : `the story: ${out}/story.md · as curl commands: sh ${out}/story.sh check-1 · again: ${commandLine('explore', `--replay ${out}/story.json`)}`,
  ].join('\n');
}

const storiesOf = (number: number) => (number === 1 ? '1 story' : `${number} stories`);

function told(found: Found): string {
  const again = found.isRepeatable
    ? `the shortest of it that still does, of ${counted(found.steps, 'step')}`
    : 'told again, it did not: as it was first told';
  return `a story broke a rule (${again}):\n\n${foundInWords(found)}`;
}
