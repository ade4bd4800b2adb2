import type { ObservationId, RequirementId } from '../index.ts';

/** A sentence of the interface that binds nobody here, or cannot be seen from outside, with the reason. */
export interface Excluded {
  readonly excluded: string;
}

/** What stands for one combination: the requirement that its checks state, the observation that looks at it, or why neither. */
export type Cell = RequirementId | ObservationId | Excluded | readonly (RequirementId | ObservationId)[];

/**
 * All combinations of two things that the interface speaks of, such as states and what may happen in them. The types leave no cell
 * empty: a new row or column does not compile until each of its cells is decided.
 */
export interface CoverageTable<Row extends string = string, Column extends string = string> {
  readonly title: string;
  /** The passages that the table is made from. */
  readonly source: string;
  /** What the rows are, and what the columns are: "state", "trigger". */
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
