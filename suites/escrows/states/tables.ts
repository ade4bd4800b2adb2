import {
  type Capability,
  type CheckContext,
  type CheckOptions,
  checks,
  type RequirementId,
} from '../../../lib/interface/index.ts';

/** A row of a table of states: what it needs of a target, and how long it takes. */
export interface Row {
  readonly needs: readonly Capability[];
  readonly waits?: CheckOptions['waits'];
}

/**
 * A table whose rows need different capabilities. Each row is a check of the rule itself. Rows that need a buyer who releases or disputes,
 * or time, also belong to separate requirements, so that a certificate shows how far a target was tested.
 */
export function table<Of extends Row>(
  plain: RequirementId,
  rows: readonly Of[],
  title: (row: Of) => string,
  check: (context: CheckContext, row: Of) => Promise<void>,
): void {
  const idsOf = ({ needs, waits }: Row): RequirementId[] => {
    if (needs.includes('escrow-buyer-release')) return [plain, 'escrow.buyer-release-only-when-funded'];
    if (needs.includes('escrow-dispute')) return [plain, 'escrow.dispute-only-when-funded'];
    return waits === undefined ? [plain] : [plain, 'escrow.outlasts-time'];
  };
  for (const id of new Set(rows.flatMap(idsOf))) {
    checks(
      id,
      rows.filter((row) => idsOf(row).includes(id)),
      title,
      check,
      ({ needs, waits }) => ({ needs, ...(waits !== undefined && { waits }) }),
    );
  }
}
