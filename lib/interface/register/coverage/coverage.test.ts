import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { coverageTables } from './index.ts';
import { coveragePage, pageFile } from './page.ts';
import { coverageTable, excluded } from './table.ts';

describe('the tables of what is covered', () => {
  test.each(coverageTables.map((table) => [table.title, table] as const))('%s has no empty cell', (_, { cells }) => {
    const columns = Object.keys(Object.values(cells)[0] ?? {});
    expect(columns.length).toBeGreaterThan(0);
    for (const [row, of] of Object.entries(cells)) {
      expect(Object.keys(of), row).toEqual(columns);
      const empty = Object.values(of).filter((cell) =>
        typeof cell === 'object' && 'excluded' in cell ? cell.excluded.length < 10 : cell.length === 0,
      );
      expect(empty, row).toEqual([]);
    }
  });

  test('docs/coverage.md shows them as they are', () => {
    expect(readFileSync(pageFile, 'utf8'), 'to write it again: npm run coverage').toBe(coveragePage());
  });

  test('a page tells requirements, observations and reasons apart', () => {
    const table = coverageTable({
      title: 'Two by two',
      source: 'States',
      axes: ['state', 'trigger'],
      cells: { on: { up: 'checkout.created', down: excluded('cannot be seen') } },
    });
    expect(coveragePage([table])).toContain('| **on** | `checkout.created` | (1) |\n\n1. cannot be seen');
  });
});
