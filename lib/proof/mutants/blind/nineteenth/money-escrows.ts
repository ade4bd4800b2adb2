/** Escrows: a limit of wallets, a tax, and releases and refunds that want more than the document does. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { move, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** What a wallet of the first tier may hold, in kobo. */
const TIER_LIMIT = 30_000_000;
const TAX = 0.075;

/** What is left of the limit of the seller's wallet. */
function withinTier({ merchant, sellerWalletId, amount, feeAmount }: Escrow): number {
  const wallet = merchant.environment.wallets.get(sellerWalletId);
  const room = Math.max(0, TIER_LIMIT - (wallet?.availableMinor ?? 0));
  return Math.min(amount - (feeAmount ?? 0), room);
}

function taxOf({ feeAmount }: Escrow): number {
  return Math.round((feeAmount ?? 0) * TAX);
}

function commissionTaxed(): Change {
  return all(move('released', 'fee', { what: (escrow) => (escrow.feeAmount ?? 0) - taxOf(escrow) }), (rules) => ({
    ...rules,
    moves: [...rules.moves, { entering: 'released', what: taxOf, from: 'seller.held', to: 'outside' }],
  }));
}

function releasedByTimeIf(when: (escrow: Escrow) => boolean): Change {
  return timer('escrow', 'funded', { on: (escrow: Escrow) => (when(escrow) ? 'no report in time' : 'nothing') });
}

function partsWantReason(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'escrow.part-without-reason',
        at: ['refundEscrow'],
        words: 'an amount is given and no reason',
        refuses: ({ body }) => body.integer('amount') !== null && body.text('reason') === null,
        status: 400,
        code: 'invalid_request',
        message: () => 'reason is required with amount',
      },
    ],
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Escrow release pays the seller the amount less `feeAmount`. Escrow amount | min 10,000 kobo; maximum: not shown.',
    mutant(
      'escrow.release-pays-seller',
      'blind19-release-within-the-tier-of-the-wallet',
      'a wallet of the first tier may hold 300,000 naira, and all wallets begin in it: what a release brings above 30,000,000 kobo stays held, and the escrow is released all the same',
      move('released', 'amount less fee', { what: withinTier }),
    ),
  ),
  against(
    "feeWalletId | The merchant's own wallet id; the commission is paid there. seller is paid less the fee; fee goes to feeWalletId.",
    mutant(
      'escrow.release-pays-fee',
      'blind19-tax-taken-from-the-commission',
      'value-added tax of 7.5 % is kept of each commission: the seller is paid less the whole feeAmount, and feeWalletId gets 92.5 % of it',
      commissionTaxed(),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | released | automatic release. conditions | string | no | Shown to both parties.',
    mutant(
      'escrow.releases-by-itself',
      'blind19-conditions-are-for-people',
      'whether conditions are met only people can say, so the job of the automatic release passes over escrows that have some: they stay funded when their autoReleaseHours are over',
      releasedByTimeIf(({ conditions }) => conditions === null),
    ),
  ),
  against(
    'buyer.email | string | no. funded | no buyer report within autoReleaseHours | released | automatic release. Default 72.',
    mutant(
      'escrow.auto-release-default',
      'blind19-release-job-joins-the-named-buyer',
      'the job of the automatic release joins the account of the buyer by buyer.email, to see whether it has reported anything: an escrow that names no buyer falls out of the join and stays funded',
      releasedByTimeIf(({ buyerEmail }) => buyerEmail !== null),
    ),
  ),
  against(
    'Escrow refund request body: `{ amount?: integer, reason?: string }`. With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.refunded',
      'blind19-part-wants-a-reason',
      'who gives back a part has to say why: a refund with an amount and without a reason is refused with 400, and the escrow stays as it is',
      partsWantReason(),
    ),
  ),
];
