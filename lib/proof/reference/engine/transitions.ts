/** Applies the state tables: on a trigger, sets the new state and makes all changes that belong to the transition. */
import type { AnyRecord, Escrow, Wallet } from '../rules/records.ts';
import type { Rulebook, Service } from '../rules/rulebook.ts';
import type { AnyTimer, Details, EventName, Move, Transition } from '../rules/states.ts';
import type { Clock } from './clock.ts';
import type { Outbox } from './outbox.ts';

export function createFire(rules: Rulebook, clock: Clock, outbox: Outbox, wallet: Service['wallet']): Service['fire'] {
  function fire(record: AnyRecord, on: string, details: Details = {}): boolean {
    const before = record.status;
    const rows = rules.machines[record.kind] as readonly Transition[];
    const row = rows.find((each) => each.on === on && (each.from ?? 'new') === before);
    if (!row) return false;

    enter(record, row.to);
    row.also?.(record as never, new Date(clock.now()).toISOString(), details);
    addUp(rules, record, before, row.to);
    if (record.kind === 'escrow') moveMoney(rules, record, wallet);
    for (const timer of rules.timers) if (timer.kind === record.kind && timer.in === row.to) start(timer, record);
    if (row.sends) send(record, row.sends);
    return true;
  }

  function send(record: AnyRecord, event: EventName): void {
    outbox.send(record, event);
    const next = rules.events[event].followedBy?.(record);
    if (next) send(record, next);
  }

  function start(timer: AnyTimer, record: AnyRecord): void {
    clock.schedule(clock.now() + secondsOf(timer, record) * 1_000, () => {
      const on = typeof timer.on === 'string' ? timer.on : timer.on(record as never);
      if (record.status === timer.in) fire(record, on);
    });
  }

  return fire;
}

function secondsOf({ after }: AnyTimer, record: AnyRecord): number {
  if (typeof after === 'number') return after;
  if (typeof after === 'function') return after(record as never);
  return Number((record as unknown as Record<string, unknown>)[after.field]) * after.seconds;
}

function enter(record: AnyRecord, status: string): void {
  (record as { status: string }).status = status;
}

function addUp(rules: Rulebook, record: AnyRecord, before: string, after: string): void {
  for (const sum of rules.sums) {
    if (sum.of !== record.kind) continue;
    const change = Number(sum.while.includes(after)) - Number(sum.while.includes(before));
    const amount = change * sum.sign * record.amount;
    if (sum.into === 'balance') record.merchant.balance += amount;
    else if (record.kind === 'refund' && record.payment) record.payment[sum.into] += amount;
  }
}

function moveMoney(rules: Rulebook, escrow: Escrow, wallet: Service['wallet']): void {
  const { environment } = escrow.merchant;
  const wallets = {
    seller: wallet(environment, escrow.sellerWalletId),
    feeWallet: escrow.feeWalletId === null ? undefined : wallet(environment, escrow.feeWalletId),
  };
  for (const move of rules.moves) {
    if (move.entering !== escrow.status) continue;
    const amount = amountOf(move, escrow);
    change(wallets, move.from, -amount);
    change(wallets, move.to, amount);
  }
}

function amountOf({ what }: Move, escrow: Escrow): number {
  if (typeof what === 'function') return what(escrow);
  const { amount, feeAmount, refundedAmount } = escrow;
  switch (what) {
    case 'amount':
      return amount;
    case 'fee':
      return feeAmount ?? 0;
    case 'amount less fee':
      return amount - (feeAmount ?? 0);
    case 'refund':
      return refundedAmount ?? amount;
    case 'amount less refund':
      return amount - (refundedAmount ?? amount);
  }
}

/** In sandbox a wallet need not exist: amounts to or from a missing one are not recorded. */
function change(
  wallets: { seller: Wallet | undefined; feeWallet: Wallet | undefined },
  pocket: Move['from'],
  amount: number,
): void {
  const { seller, feeWallet } = wallets;
  if (pocket === 'seller.held' && seller) seller.heldMinor += amount;
  if (pocket === 'seller.available' && seller) seller.availableMinor += amount;
  if (pocket === 'feeWallet.available' && feeWallet) feeWallet.availableMinor += amount;
}
