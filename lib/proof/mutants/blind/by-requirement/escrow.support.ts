/** What several defects of escrows have in common. */
import type { Environment, Escrow, Wallet } from '../../../reference/rules/records.ts';
import type { Case, Service } from '../../../reference/rules/rulebook.ts';
import type { EventName } from '../../../reference/rules/states.ts';
import { addedTransition, guard } from '../../change.ts';
import type { Change } from '../../mutant.ts';
import { before } from '../../steps.ts';

export function sellerOf({ merchant, sellerWalletId }: Escrow): Wallet | undefined {
  return merchant.environment.wallets.get(sellerWalletId);
}

/** What the seller gets at a release. */
export function shareOf({ amount, feeAmount }: Escrow): number {
  return amount - (feeAmount ?? 0);
}

/** The escrow in the path, also where a call was refused before it was looked for. */
export function escrowOf({ merchant, params }: Case): Escrow | undefined {
  return merchant.records.escrow.get(params.reference ?? '');
}

/** The merchant's escrow whose reference the body has. */
export function namesake({ merchant, body }: Case): Escrow | undefined {
  return merchant.records.escrow.get(body.text('reference') ?? '');
}

export function secondsSince(time: string | null, { clock }: Service): number {
  return time === null ? 0 : (clock.now() - Date.parse(time)) / 1_000;
}

/** Events that are told while no escrow changes: the row is taken by a copy. */
export function tells(...events: readonly EventName[]): Change {
  return (rules) =>
    events.reduce(
      (changed, sends) =>
        addedTransition('escrow', { from: null, on: `tell ${sends}`, to: 'cancelled', sends })(changed),
      rules,
    );
}

export function tell(service: Service, escrow: Escrow, event: EventName): void {
  service.fire({ ...escrow, status: 'new' }, `tell ${event}`);
}

/** The service, for what happens in time. */
export function serviceNoted(note: WeakMap<Environment, Service>): Change {
  return before('limitRate', ({ environment, service }, next) => {
    note.set(environment, service);
    return next();
  });
}

export function refusesAlso(id: string, also: (asked: Case) => boolean): Change {
  return (rules) => {
    const plain = rules.guards.find((each) => each.id === id);
    return guard(id, { refuses: (asked) => plain?.refuses(asked) === true || also(asked) })(rules);
  };
}
