/** Escrows: who is paid how much and when, and whom a rule is asked about. */
import type { Environment, Escrow } from '../../../reference/rules/records.ts';
import { event, field, guard, move, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, HOUR } from '../ways.ts';

const SMALLEST_TRANSFER = 100;

/** A wallet that was once looked up in vain is not looked up again. */
function missingIsRemembered(): Change {
  const missing = new WeakMap<Environment, Set<string>>();
  return guard('escrow.seller-unknown', {
    refuses({ service, environment, body }) {
      const known = missing.get(environment) ?? new Set();
      missing.set(environment, known);
      const walletId = body.text('seller.walletId') ?? '';
      if (service.wallet(environment, walletId) === undefined) known.add(walletId);
      return known.has(walletId);
    },
  });
}

function disputedTellWhole(): Change {
  const disputed = new Set<unknown>();
  return all(
    also('escrow', 'dispute', (escrow) => void disputed.add(escrow)),
    event('escrow.refunded', (carried, record) =>
      disputed.has(record) ? { ...carried, amountMinor: record.amount } : carried,
    ),
  );
}

/** Seconds from the payment to the full hour at or after the end of its hours. */
function untilTheFullHour({ paidAt, autoReleaseHours }: Escrow): number {
  const paid = Date.parse(paidAt ?? '') / 1_000;
  return Math.ceil((paid + autoReleaseHours * HOUR) / HOUR) * HOUR - paid;
}

function capped(escrow: Escrow): void {
  if (escrow.feeAmount !== null) escrow.feeAmount = Math.min(escrow.feeAmount, Math.floor(escrow.amount / 2));
}

export const found: readonly BlindMutant[] = [
  against(
    'With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.refund-pays-remainder',
      'blind32-remainders-below-a-naira-are-dropped',
      'no transfer is made of less than a naira: where a refund leaves a remainder of fewer than 100 kobo the seller gets nothing of it',
      move('refunded', 'amount less refund', {
        what({ amount, refundedAmount }) {
          const remainder = amount - (refundedAmount ?? amount);
          return remainder < SMALLEST_TRANSFER ? 0 : remainder;
        },
      }),
    ),
  ),
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.",
    mutant(
      'escrow.wallet-linked',
      'blind32-fee-wallet-has-to-be-linked-too',
      "the setting is asked about every wallet that is named: a linked seller is refused where the merchant's own fee wallet has no link",
      guard('escrow.seller-not-linked', {
        refuses({ service, merchant, body }) {
          const named = [body.text('seller.walletId'), body.text('feeWalletId')].filter((id) => id !== null);
          const { linkOf } = service.rules.functions;
          return merchant.requireLinkedWallets && named.some((id) => linkOf(merchant, id) === undefined);
        },
      }),
    ),
  ),
  against(
    "feeAmount | integer | no | Merchant commission in kobo, taken from the seller's side on release",
    mutant(
      'escrow.release-pays-fee',
      'blind32-fee-is-at-most-half',
      'a commission above half of the amount is accepted, and when it is paid cut down to that half without a word',
      also('escrow', 'release', capped),
      also('escrow', 'no report in time', capped),
    ),
  ),
  against(
    "seller.walletId | string | yes | The seller's 10-digit wallet id. In live it must exist, else `422 account_not_found`",
    mutant(
      'environment.live-known-seller',
      'blind32-missing-wallets-stay-missing',
      'in live a wallet that was not found is remembered as missing: when its holder has opened it since, the escrow is still refused with account_not_found',
      missingIsRemembered(),
    ),
  ),
  against(
    'funded or disputed | POST refund | | refunded | `escrow.refunded` (amountMinor = what the buyer got)',
    mutant(
      'webhook.escrow-refunded-amount',
      'blind32-disputes-tell-of-the-whole',
      'the event of a refund that ends a dispute is that of the dispute, with the whole amount: after a partial refund it tells more than the buyer got',
      disputedTellWhole(),
    ),
  ),
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.optional-fields',
      'blind32-apostrophes-are-refused',
      "an address with an apostrophe, such as ada.o'brien@example.com, is taken for an attack and refused",
      field('escrow', 'buyer.email', { pattern: /^[^']+$/ }),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`',
    mutant(
      'escrow.releases-after-its-hours',
      'blind32-released-at-the-full-hour',
      'automatic releases are made by a job at every full hour of the clock: an escrow whose hours end at ten past is released fifty minutes late',
      timer('escrow', 'funded', { after: untilTheFullHour }),
    ),
  ),
];
