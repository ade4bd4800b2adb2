/** A merchant's call and a person's action use the same row of a state table: these defects make them differ. */
import type { Endpoint } from '../reference/rules/rulebook.ts';
import type { EventName, Transition } from '../reference/rules/states.ts';
import { endpoint } from './change.ts';
import type { Change } from './mutant.ts';

const kinds = {
  approveWalletLink: ['walletLink', 'approve'],
  rejectWalletLink: ['walletLink', 'reject'],
  deleteWalletLink: ['walletLink', 'unlink'],
  releaseEscrow: ['escrow', 'release'],
} as const;

interface RowChange {
  readonly to?: string;
  readonly sends?: EventName | null;
  readonly also?: Transition<'escrow'>['also'];
}

/** Changes the row for actions other than calls of this endpoint. */
export function notByCall(name: keyof typeof kinds, change: RowChange): Change {
  return apart(name, {}, change);
}

/** Changes the row for calls of this endpoint only. */
export function byCall(name: keyof typeof kinds, change: RowChange): Change {
  return apart(name, change, {});
}

function apart(name: keyof typeof kinds, called: RowChange, otherwise: RowChange): Change {
  const [kind, on] = kinds[name];
  const own = `${on} by call`;
  const does: NonNullable<Endpoint['does']> = (asked) => {
    if (asked.record) asked.service.fire(asked.record, own);
    return asked.record;
  };
  return (rules) => {
    const rows: readonly { on: string }[] = rules.machines[kind];
    const machines = {
      ...rules.machines,
      [kind]: rows.flatMap((row) =>
        row.on === on
          ? [
              { ...row, ...called, on: own },
              { ...row, ...otherwise },
            ]
          : [row],
      ),
    };
    return endpoint(name, { does })({ ...rules, machines });
  };
}
