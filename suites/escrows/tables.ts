import {
  type Capability,
  type CheckContext,
  type CheckOptions,
  checks,
  type RequirementId,
} from '../../lib/interface/index.ts';

/** A row of a table of states: what it needs of a target, and the time that it takes. */
export interface Row {
  readonly needs: readonly Capability[];
  readonly waits?: CheckOptions['waits'];
}

/**
 * A table whose rows need different things of a target: those that need a buyer who releases or disputes, or time, stand for
 * requirements of their own, so that a target without such a buyer is not left without a verdict on all others.
 */
export function table<Of extends Row>(
  plain: RequirementId,
  rows: readonly Of[],
  title: (row: Of) => string,
  check: (context: CheckContext, row: Of) => Promise<void>,
): void {
  const idOf = ({ needs, waits }: Row): RequirementId => {
    if (needs.includes('escrow-buyer-release')) return 'escrow.buyer-release-only-when-funded';
    if (needs.includes('escrow-dispute')) return 'escrow.dispute-only-when-funded';
    return waits === undefined ? plain : 'escrow.outlasts-time';
  };
  for (const id of new Set(rows.map(idOf))) {
    checks(
      id,
      rows.filter((row) => idOf(row) === id),
      title,
      check,
      ({ needs, waits }) => ({ needs, ...(waits !== undefined && { waits }) }),
    );
  }
}
