/** Ends that reach more than the one resource they are of. */
import type { Refund } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, siblings } from '../ways.ts';
import { otherMerchants } from '../ways-of-access.ts';

const SETTLEMENT_MS = 2_000;
/** The refund with which each is settled, and when. */
const settledWith = new WeakMap<Refund, { leader: Refund; due: number }>();

/** That of the oldest refund of the checkout that is pending when this one is made. */
function settlementOf(refund: Refund): { leader: Refund; due: number } {
  const oldest = siblings(refund).find(({ status }) => status === 'pending') ?? refund;
  const own = { leader: refund, due: Date.parse(refund.createdAt) + SETTLEMENT_MS };
  const settlement = settledWith.get(refund) ?? settledWith.get(oldest) ?? own;
  settledWith.set(refund, settlement);
  return settlement;
}

export const found: readonly BlindMutant[] = [
  against(
    '| APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED | `wallet.link.revoked` |',
    mutant(
      'wallet-link.approved-stays',
      'blind6-one-approved-link-per-wallet',
      "the approval of a link takes the place of what was approved for its wallet, whoever asked: another merchant's link becomes REVOKED",
      also('walletLink', 'approve', ({ merchant, walletId }) => {
        for (const { links } of otherMerchants({ environment: merchant.environment, merchant }))
          for (const other of links.values())
            if (other.walletId === walletId && other.status === 'APPROVED') other.status = 'REVOKED';
      }),
    ),
  ),
  against(
    'Sandbox: settles within a few seconds; reason `sandbox_fail` forces `failed`.',
    mutant(
      'refund.sandbox-fail',
      'blind6-settled-by-checkout',
      'the update that settles a refund is by checkout: all its refunds that are pending end with the oldest of them, and alike',
      timer('refund', 'pending', {
        after: (refund: Refund) => (settlementOf(refund).due - Date.parse(refund.createdAt)) / 1_000,
        on: (refund: Refund) => {
          const { merchant, reason } = settlementOf(refund).leader;
          const fails = merchant.environment.name === 'sandbox' && reason === 'sandbox_fail';
          return fails ? 'settlement fails' : 'settlement succeeds';
        },
      }),
    ),
  ),
];
