/** `docs/coverage.md`, made from the tables: `npm run coverage` writes it. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { requirements } from '../index.ts';
import { type Cell, type CoverageTable, coverageTables } from './index.ts';

export const pageFile = fileURLToPath(new URL('../../../../docs/coverage.md', import.meta.url));

export function coveragePage(tables: readonly CoverageTable[] = coverageTables): string {
  const counts = count(tables);
  return `${[
    '# What is covered, cell by cell',
    'The interface as tables: each cell names the requirement whose checks state it, the observation that looks at it (*in italics*), or why',
    'neither is possible (a number, explained below its table). Made from `lib/interface/register/coverage/`; a test keeps it up to date.',
    '',
    `${counts.requirement} cells are requirements, ${counts.observation} observations, ${counts.excluded} excluded.`,
    ...tables.flatMap(section),
  ].join('\n')}\n`;
}

function section({ title, source, axes, cells }: CoverageTable): string[] {
  const columns = Object.keys(Object.values(cells)[0] ?? {});
  const reasons: string[] = [];
  const numberOf = (reason: string) => {
    if (!reasons.includes(reason)) reasons.push(reason);
    return reasons.indexOf(reason) + 1;
  };
  const rows = Object.entries(cells).map(([row, of]) => {
    const shown = columns.map((column) => words(of[column] ?? { excluded: 'undecided' }, numberOf));
    return `| **${row}** | ${shown.join(' | ')} |`;
  });
  return [
    '',
    `## ${title}`,
    '',
    `From: ${source}. Rows: ${axes[0]}; columns: ${axes[1]}.`,
    '',
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---|').join('')}`,
    ...rows,
    ...(reasons.length > 0 ? ['', ...reasons.map((reason, at) => `${at + 1}. ${reason}`)] : []),
  ];
}

function words(cell: Cell, numberOf: (reason: string) => number): string {
  if (typeof cell === 'string') return isRequirement(cell) ? `\`${cell}\`` : `*${cell}*`;
  if ('excluded' in cell) return `(${numberOf(cell.excluded)})`;
  return cell.map((each) => words(each, numberOf)).join('<br>');
}

function count(tables: readonly CoverageTable[]): Record<'requirement' | 'observation' | 'excluded', number> {
  const counts = { requirement: 0, observation: 0, excluded: 0 };
  for (const cell of tables.flatMap(({ cells }) => Object.values(cells).flatMap((row) => Object.values(row)))) {
    if (typeof cell === 'object' && 'excluded' in cell) counts.excluded++;
    else if ([cell].flat().some((id) => isRequirement(String(id)))) counts.requirement++;
    else counts.observation++;
  }
  return counts;
}

function isRequirement(id: string): boolean {
  return requirements.some((entry) => entry.id === id);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(pageFile, coveragePage());
  console.log(`written: ${pageFile}`);
}
