import { styleText } from 'node:util';
import { inOneLine } from '../../engine/reports/printable.ts';
import type { Alone, Change, Comparison, ObservedChange } from './compare.ts';

type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'gray';

/** A comparison for a terminal: regressions first, in aligned columns, totals at the end. */
export function table(comparison: Comparison, strict: boolean): string {
  const { before, after, differences, observations, unchanged } = comparison;
  const rows = [before, after].map(({ verdict, target, startedAt }) => [verdict, target, startedAt]);
  return [
    ...columns(rows.map((row, at) => [at === 0 ? 'A' : 'B', ...row])),
    '',
    ...section(
      'yellow',
      'The two differ in more than their outcomes',
      columns(
        differences.flatMap(({ of, before, after }) => [
          [of, `A ${before}`],
          ['', `B ${after}`],
        ]),
      ),
    ),
    ...changes('red', '✗ Regressions', comparison.regressions),
    ...changes('green', '✓ Mended', comparison.mended),
    ...changes('yellow', '■ Failing or blocked otherwise', comparison.otherwise),
    ...changes('cyan', '+ Newly exercised', comparison.newlyExercised),
    ...changes('yellow', '- No longer exercised', comparison.noLongerExercised),
    ...lonely('cyan', '+ New requirements, in B alone', comparison.added),
    ...lonely('yellow', '- Gone requirements, in A alone', comparison.gone),
    ...observed('cyan', '? Observations that changed', observations.changed),
    ...observed('cyan', '? Observations newly made', observations.newlySeen),
    ...observed('gray', '? Observations no longer made', observations.noLongerSeen),
    `unchanged: ${unchanged.passed} passed, ${unchanged.failed} failed, ${unchanged.blocked} blocked, ${unchanged.not_exercised} not exercised${unchanged.not_selected > 0 ? `, ${unchanged.not_selected} not selected` : ''}`,
    conclusion(comparison, strict),
  ].join('\n');
}

function conclusion({ regressions, regressed, regressedStrictly }: Comparison, strict: boolean): string {
  if (regressed) {
    const number = `${regressions.length} ${regressions.length === 1 ? 'requirement' : 'requirements'}`;
    return styleText(['red', 'bold'], `REGRESSION: ${number} passed before and no longer`);
  }
  if (!regressedStrictly) return styleText(['green', 'bold'], 'NO REGRESSION');
  return strict
    ? styleText(
        ['red', 'bold'],
        'NO REGRESSION, BUT NOT AS GOOD (--strict): something is no longer exercised, or failed when it first was',
      )
    : `${styleText(['green', 'bold'], 'NO REGRESSION')}, but --strict would object`;
}

function changes(colour: Colour, title: string, of: readonly Change[]): string[] {
  const brief = (reason: string | null) => (reason !== null && reason.length <= BRIEF ? reason : '');
  const told = columns(
    of.map(({ id, before, after, restated, reason }) => [
      id,
      `${before} → ${after}`,
      [...(restated ? ['(its statement changed, too)'] : []), brief(reason)].join(' '),
    ]),
  );
  const lines = of.flatMap(({ reason }, at) => [
    told[at] ?? '',
    ...(reason === null || brief(reason) !== '' ? [] : [styleText('gray', `    ${short(reason)}`)]),
  ]);
  return section(colour, `${title} (${of.length})`, lines);
}

/** In characters: a reason of at most this length is shown beside its requirement; a longer one on a separate line. */
const BRIEF = 60;

function lonely(colour: Colour, title: string, of: readonly Alone[]): string[] {
  return section(colour, `${title} (${of.length})`, columns(of.map(({ id, outcome }) => [id, outcome])));
}

function observed(colour: Colour, title: string, of: readonly ObservedChange[]): string[] {
  const rows = of.flatMap(({ id, before, after }) => [
    [id, `A ${before}`],
    ['', `B ${after}`],
  ]);
  return section(colour, `${title} (${of.length})`, columns(rows));
}

function section(colour: Colour, title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [styleText([colour, 'bold'], title), ...lines, ''];
}

/** Aligned columns; cells of the last one may be long. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const clean = rows.map((row) => row.map(short));
  const widths = (clean[0] ?? []).map((_, at) => Math.max(...clean.map((row) => row[at]?.length ?? 0)));
  return clean.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
}

/** One line of at most 240 characters, without characters that could control the terminal. */
function short(text: string): string {
  const line = inOneLine(text);
  return line.length > 240 ? `${line.slice(0, 240).toWellFormed()}…` : line;
}
