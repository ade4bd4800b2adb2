/** Escrows: who may pay, whose wallet is known, and sums that are kept as something else. */
import type { Environment, Escrow, Merchant } from '../../../reference/rules/records.ts';
import { event, functions, guard, move } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** What the buyer got of the whole, in percent with two decimals. */
const HUNDREDTHS_OF_PERCENT = 10_000;

/** `ILIKE`: `_` stands for any character and `%` for any number of them. */
function matches(pattern: string, text: string): boolean {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('_', '.').replaceAll('%', '.*')}$`, 'is').test(text);
}

function shareRounded(): Change {
  return move('refunded', 'amount less refund', {
    what({ amount, refundedAmount }: Escrow) {
      const share = Math.round(((refundedAmount ?? amount) / amount) * HUNDREDTHS_OF_PERCENT) / HUNDREDTHS_OF_PERCENT;
      return amount - Math.round(amount * share);
    },
  });
}

/** Both wallets are read, then both are written: where they are one, what is written last is all that remains. */
function secondWriteWins(): Change {
  const net = ({ amount, feeAmount }: Escrow) => amount - (feeAmount ?? 0);
  const isOne = ({ sellerWalletId, feeWalletId }: Escrow) => sellerWalletId === feeWalletId;
  return all(
    move('released', 'amount less fee', { what: (escrow: Escrow) => (isOne(escrow) ? 0 : net(escrow)) }),
    (rules) => ({
      ...rules,
      moves: [
        ...rules.moves,
        {
          entering: 'released',
          what: (escrow) => (isOne(escrow) ? net(escrow) : 0),
          from: 'seller.held',
          to: 'outside',
        },
      ],
    }),
  );
}

function disputedToldAsWhole(): Change {
  const disputed = new WeakSet<object>();
  return all(
    also('escrow', 'dispute', (escrow) => void disputed.add(escrow)),
    event('escrow.refunded', (carried, record) =>
      disputed.has(record) ? { ...carried, amountMinor: record.amount } : carried,
    ),
  );
}

function settingCached(): Change {
  const cached = new WeakMap<Merchant, boolean>();
  return guard('escrow.seller-not-linked', {
    refuses({ service, merchant, body }) {
      const required = cached.get(merchant) ?? merchant.requireLinkedWallets;
      cached.set(merchant, required);
      return required && service.rules.functions.linkOf(merchant, body.text('seller.walletId') ?? '') === undefined;
    },
  });
}

function unknownRemembered(): Change {
  const unknown = new WeakMap<Environment, Set<string>>();
  return guard('escrow.seller-unknown', {
    refuses({ service, environment, body }) {
      const walletId = body.text('seller.walletId') ?? '';
      const known = unknown.get(environment) ?? new Set<string>();
      unknown.set(environment, known);
      if (service.wallet(environment, walletId) === undefined) known.add(walletId);
      return known.has(walletId);
    },
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.buyer-email-restricts',
      'blind17-buyer-compared-with-ilike',
      'the account is compared with ILIKE, so that case does not count, and an underscore stands for any character: an escrow for ada_obi@example.com is paid by ada.obi@example.com',
      functions(() => ({
        mayPay: ({ buyerEmail }, email) => buyerEmail === null || (email !== null && matches(buyerEmail, email.trim())),
      })),
    ),
  ),
  against(
    'With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.refund-pays-remainder',
      'blind17-part-kept-as-percent-with-two-decimals',
      "what the buyer gets is kept as a share in percent with two decimals, and the seller's remainder is computed from it: of 50,000 with 12,347 for the buyer the seller gets 37,655",
      shareRounded(),
    ),
  ),
  against(
    'Escrow release pays the seller the amount less `feeAmount`. feeWalletId: the commission is paid there.',
    mutant(
      'escrow.release-pays-seller',
      'blind17-seller-and-fee-wallet-written-one-over-the-other',
      'a release reads both wallets, adds and writes both: where the merchant is the seller and both are one wallet, it has the fee alone',
      secondWriteWins(),
    ),
  ),
  against(
    'escrow.refunded | Money went back to the buyer; amountMinor is what the buyer got.',
    mutant(
      'escrow.event-amounts',
      'blind17-part-of-a-dispute-told-as-the-whole',
      'the refund of a disputed escrow has a handler of its own, and its event has the amount of the escrow even where a part was refunded',
      disputedToldAsWhole(),
    ),
  ),
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.",
    mutant(
      'escrow.wallet-not-linked',
      'blind17-setting-read-with-the-first-escrow',
      "the merchant's settings are read with its first escrow and kept: linked wallets that are required later are not asked for",
      settingCached(),
    ),
  ),
  against(
    'seller.walletId: In live it must exist, else `422 account_not_found`.',
    mutant(
      'environment.live-known-seller',
      'blind17-unknown-seller-stays-unknown',
      'that a wallet is unknown is kept in a cache, and nothing clears it: a seller who opens the wallet after an escrow was refused for it is refused for good',
      unknownRemembered(),
    ),
  ),
];
