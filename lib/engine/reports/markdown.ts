import { printable } from './printable.ts';

/** Untrusted text as Markdown that only displays it: no markup, no link, no mention, one line. */
export function escaped(text: string, length = 300): string {
  const line = printable(text, () => ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const short = line.length > length ? `${line.slice(0, length).toWellFormed()}…` : line;
  return (
    short
      .replace(/[\\`*_[\]<>|~&$#@!{}()]/g, '\\$&')
      // GitHub would turn these into links without any markup.
      .replace(/:(?=\/\/)/g, '\\:')
      .replace(/www\./gi, (www) => `${www.slice(0, 3)}\\.`)
  );
}

/** The suite's own text in a table cell: its code spans stay code. */
export function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

/** A table whose cells are Markdown already. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line), ''];
}
