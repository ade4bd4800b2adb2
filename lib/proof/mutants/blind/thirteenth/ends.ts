/** Jobs that end what they should not, or that pass over what they should end. */
import type { Environment, Escrow, Merchant, Payout, Refund, WalletLink } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import type { AnyTimer } from '../../../reference/rules/states.ts';
import { timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, inTime } from '../ways.ts';

/** How long before the end of its day the expiry of an escrow is listed, in seconds. */
const AHEAD = 600;

/** Seconds from the payment of an escrow to the end of the 24 hours in which it had to be paid. */
function leftOfTheDay({ createdAt, paidAt }: Escrow): number {
  return DAY - (Date.parse(paidAt ?? createdAt) - Date.parse(createdAt)) / 1_000;
}

/** Payments of one reference are one intent, whatever kind they are of, and an intent that expires fails as a whole. */
function expiresByReference(): Change {
  const services = new WeakMap<Environment, Service>();
  return all(
    before('limitRate', ({ environment, service }, next) => {
      services.set(environment, service);
      return next();
    }),
    also('escrow', 'not paid in time', ({ merchant, reference }) => {
      const checkout = merchant.records.checkout.get(reference);
      if (checkout !== undefined) services.get(merchant.environment)?.fire(checkout, 'not paid in time');
    }),
  );
}

/** A job whose name is in the queue already is not put there again. */
function settlementsNamedByReference(): Change {
  const lost = new WeakSet<Refund | Payout>();
  const isPending = (kind: 'refund' | 'payout', merchant: Merchant, reference: string) =>
    merchant.records[kind].get(reference)?.status === 'pending';
  const unlessLost = (each: AnyTimer): AnyTimer => {
    if (each.kind !== 'refund' && each.kind !== 'payout') return each;
    const settles = each.on as (record: Refund | Payout) => string;
    return { ...each, on: (record: Refund | Payout) => (lost.has(record) ? 'nothing' : settles(record)) } as AnyTimer;
  };
  return all(
    also('refund', 'create', (refund) => {
      if (isPending('payout', refund.merchant, refund.reference)) lost.add(refund);
    }),
    also('payout', 'create', (payout) => {
      if (isPending('refund', payout.merchant, payout.reference)) lost.add(payout);
    }),
    (rules) => ({ ...rules, timers: rules.timers.map(unlessLost) }),
  );
}

function hasApprovedSibling({ id, merchant, walletId }: WalletLink): boolean {
  return [...merchant.links.values()].some(
    (each) => each.id !== id && each.walletId === walletId && each.status === 'APPROVED',
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'pending_payment | buyer pays | funded | money held. A paid escrow cannot be cancelled; it must be refunded instead.',
    mutant(
      'escrow.paid-does-not-expire',
      'blind13-expiries-listed-ahead',
      'the job that ends unpaid escrows lists them ten minutes ahead: one that is paid in the last ten minutes of its 24 hours becomes expired all the same, with the money of its buyer in it',
      inTime('escrow', { from: 'funded', to: 'expired', sends: 'escrow.cancelled' }, leftOfTheDay, (escrow) => {
        const left = leftOfTheDay(escrow);
        return left >= 0 && left <= AHEAD;
      }),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | failed | `failureReason` = `expired`. Unique per merchant. Checkout expiry: 24 hours unpaid.',
    mutant(
      'checkout.payable-until-expiry',
      'blind13-expiry-by-reference',
      'the update that ends what was not paid in time is by reference: when an unpaid escrow expires, a younger checkout of the same merchant and reference becomes failed with it',
      expiresByReference(),
    ),
  ),
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind13-settlement-jobs-named-by-reference',
      'the job of a settlement is named by the reference, and a name that waits in the queue is not queued again: a payout with the reference of a refund that is pending, or a refund with that of such a payout, stays pending for ever',
      settlementsNamedByReference(),
    ),
  ),
  against(
    'PENDING | nobody decides within expiresInMinutes | EXPIRED | `wallet.link.expired`.',
    mutant(
      'wallet-link.expires',
      'blind13-linked-wallets-passed-over',
      'the job that ends links of which nobody decided looks at wallets without an approved link: a newer request beside one that was approved stays PENDING',
      timer('walletLink', 'PENDING', {
        on: (link: WalletLink) => (hasApprovedSibling(link) ? 'nothing' : 'nobody decides'),
      }),
    ),
  ),
];
