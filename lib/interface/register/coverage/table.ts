import type { ObservationId, RequirementId } from '../index.ts';

/** A passage of the interface that does not bind an implementation, or cannot be observed from outside, with the reason. */
export interface Excluded {
  readonly excluded: string;
}

/** What covers one combination: the requirements and observations whose checks exercise it, or why there are none. */
export type Cell = RequirementId | ObservationId | Excluded | readonly (RequirementId | ObservationId)[];

/**
 * All combinations of two things that the interface names, such as states and triggers. The types leave no cell empty:
 * a new row or column does not compile until each of its cells is decided.
 */
export interface CoverageTable<Row extends string = string, Column extends string = string> {
  readonly title: string;
  /** The passages that the table is derived from. */
  readonly source: string;
  /** Headings of the rows and columns: "state", "trigger". */
  readonly axes: readonly [rows: string, columns: string];
  readonly cells: Readonly<Record<Row, Readonly<Record<Column, Cell>>>>;
}

/** Keeps the names of rows and columns in the type. */
export function coverageTable<Row extends string, Column extends string>(
  table: CoverageTable<Row, Column>,
): CoverageTable<Row, Column> {
  return table;
}

export function excluded(reason: string): Excluded {
  return { excluded: reason };
}
