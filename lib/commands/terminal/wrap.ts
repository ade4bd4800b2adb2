import { stripVTControlCharacters } from 'node:util';
import wrapAnsi from 'wrap-ansi';

/**
 * Wraps text for a terminal of `columns` columns: lines break between words, and continuation lines are aligned below the text of the
 * first. A word longer than a line, such as a path, stays whole. Without a terminal (undefined), or below 40 columns, the text is returned
 * unchanged.
 */
export function wrapWords(text: string, columns: number | undefined): string {
  if (columns === undefined || columns < 40) return text;
  return text
    .split('\n')
    .map((line) => (width(line) <= columns ? line : broken(line, columns)))
    .join('\n');
}

/** One line, cut between two words if it is longer than `columns`. */
export function cutToFit(line: string, columns: number): string {
  const text = line.replace(/\s+/g, ' ');
  if (text.length <= columns) return text;
  const kept = text.slice(0, columns - 1);
  return `${kept.slice(0, Math.max(kept.lastIndexOf(' '), 0))} …`.trimStart();
}

function broken(line: string, columns: number): string {
  const indent = hang(stripVTControlCharacters(line), columns);
  const [first = '', ...rest] = wrapAnsi(line, columns - indent, { hard: false, trim: false }).split('\n');
  return [first, ...rest.map((row) => row.replace(LEADING, '$1'))]
    .map((row) => row.trimEnd())
    .filter((row, at) => at === 0 || stripVTControlCharacters(row) !== '')
    .join(`\n${' '.repeat(indent)}`);
}

/** Colour codes, and the blank at which the line was broken. */
const LEADING = /^((?:\p{Cc}\[[\d;]*m)*) +/u;

/** The column of the text after a name and a gap, as in a table of two columns; otherwise the line's indentation plus two. */
function hang(plain: string, columns: number): number {
  const gap = /^\s*\S.*? {2,}(?=\S)/.exec(plain)?.[0].length;
  return gap !== undefined && gap <= columns / 2 ? gap : Math.min(plain.search(/\S/) + 2, columns / 2);
}

function width(line: string): number {
  return stripVTControlCharacters(line).length;
}
