import {
  type Capability,
  type CheckContext,
  type CheckOptions,
  checks,
  type RequirementId,
} from '../../../lib/interface/index.ts';

/** A row of a table of states: what it needs of a target, and the time that it takes. */
export interface Row {
  readonly needs: readonly Capability[];
  readonly waits?: CheckOptions['waits'];
}

/**
 * A table whose rows need different things of a target. Each is a check of the rule itself, however long its way; those that need a
 * buyer who releases or disputes, or time, stand for requirements of their own too, which say how far a target was judged.
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
