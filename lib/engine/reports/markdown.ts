import { printable } from './printable.ts';

/** Text that others have said, as Markdown that shows it and does nothing else: no markup, no link, no mention, one line. */
export function escaped(text: string, length = 300): string {
  const line = printable(text, () => ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const short = line.length > length ? `${line.slice(0, length).toWellFormed()}…` : line;
  return (
    short
      .replace(/[\\`*_[\]<>|~&$#@!{}()]/g, '\\$&')
      // What GitHub would make a link of, without any markup.
      .replace(/:(?=\/\/)/g, '\\:')
      .replace(/www\./gi, (www) => `${www.slice(0, 3)}\\.`)
  );
}

/** Our own words in a cell of a table: their code stays code. */
export function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

/** A table; its rows are Markdown already. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line), ''];
}
