/** Escrows: who may pay, when they are released, and what moves then. */
import type { Escrow } from '../../../reference/rules/records.ts';
import type { Rulebook } from '../../../reference/rules/rulebook.ts';
import { event, functions, guard, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const HOUR_MS = 3_600_000;
const UNKNOWN_FOR_MS = 600_000;

/** The seller's copy of the wallet is saved first, that of the fee over it. */
function twoCopiesOfOneWallet(): Change {
  const share = ({ amount, feeAmount }: Escrow) => amount - (feeAmount ?? 0);
  const same = ({ feeWalletId, sellerWalletId }: Escrow) => feeWalletId === sellerWalletId;
  return (rules) => ({
    ...rules,
    moves: [
      ...rules.moves.map((move) =>
        move.what === 'amount less fee'
          ? { ...move, what: (escrow: Escrow) => (same(escrow) ? 0 : share(escrow)) }
          : move,
      ),
      {
        entering: 'released' as const,
        what: (escrow: Escrow) => (same(escrow) ? share(escrow) : 0),
        from: 'seller.held' as const,
        to: 'outside' as const,
      },
    ],
  });
}

/** Seconds from the payment to the so-manieth full hour after it. */
function toTheFullHour({ paidAt, createdAt, autoReleaseHours }: Escrow): number {
  const paid = Date.parse(paidAt ?? createdAt);
  return ((Math.floor(paid / HOUR_MS) + autoReleaseHours) * HOUR_MS - paid) / 1_000;
}

function toldFromTheDispute(): Change {
  const disputed = new WeakSet<object>();
  return all(
    also('escrow', 'dispute', (escrow) => {
      disputed.add(escrow);
    }),
    event('escrow.refunded', (carried, escrow) =>
      disputed.has(escrow) ? { ...carried, amountMinor: escrow.amount } : carried,
    ),
  );
}

/** Of a fee of 0 the wallet is not missed: in an `if` 0 is as good as nothing. */
function zeroIsNoFee(): Change {
  return around('checkFields', (own) => (asked, next) => {
    const { value } = asked.body;
    if (!isAt(asked, 'createEscrow') || value.feeAmount !== 0) return own(asked, next);
    value.feeAmount = null;
    return own(asked, () => {
      value.feeAmount = 0;
      return next();
    });
  });
}

function unknownForAWhile(): Change {
  return (rules: Rulebook) => {
    const plain = rules.guards.find(({ id }) => id === 'escrow.seller-unknown');
    const missing = new Map<string, number>();
    return guard('escrow.seller-unknown', {
      refuses: (asked) => {
        const walletId = asked.body.text('seller.walletId') ?? '';
        const now = asked.service.clock.now();
        if ((missing.get(walletId) ?? 0) > now) return true;
        const refused = plain?.refuses(asked) ?? false;
        if (refused) missing.set(walletId, now + UNKNOWN_FOR_MS);
        return refused;
      },
    })(rules);
  };
}

/** `ada+shop@example.com` is another way to write `ada@example.com` with some providers of mail. */
function withoutTag(email: string): string {
  return email.replace(/\+[^@]*(?=@)/, '');
}

export const found: readonly BlindMutant[] = [
  against(
    'seller is paid less the fee; fee goes to feeWalletId',
    mutant(
      'escrow.release-pays-seller',
      'blind23-fee-overwrites-the-share-in-one-wallet',
      "seller's wallet and fee wallet are loaded, changed and saved as two objects: where a merchant sells for itself and both are one wallet, the second is saved over the first, and the wallet gets the fee alone",
      twoCopiesOfOneWallet(),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`',
    mutant(
      'escrow.releases-by-itself',
      'blind23-hours-are-counted-by-the-full-ones-passed',
      'the query for what is due counts the hours since the payment as the database does, by the full hours of the day that have gone by: what was paid at 10:50 for an hour is released at 11:00',
      timer('escrow', 'funded', { after: toTheFullHour as never }),
    ),
  ),
  against(
    'escrow.refunded | Money went back to the buyer; amountMinor is what the buyer got',
    mutant(
      'escrow.event-amounts',
      'blind23-refund-after-a-dispute-tells-what-was-asked-for',
      'a refund of a disputed escrow closes the dispute, and its event is made from that: it names the whole amount that the buyer asked for, also where the merchant gave back a part',
      toldFromTheDispute(),
    ),
  ),
  against(
    "feeWalletId | string | required with feeAmount | The merchant's own wallet id; the commission is paid there",
    mutant(
      'escrow.fee-wallet-required',
      'blind23-fee-of-nothing-needs-no-wallet',
      'the wallet is asked for where `feeAmount` is true in an `if`: a `feeAmount` of 0 without a `feeWalletId` is accepted',
      zeroIsNoFee(),
    ),
  ),
  against(
    'In live it must exist, else `422 account_not_found`',
    mutant(
      'environment.live-known-seller',
      'blind23-unknown-seller-stays-unknown-for-ten-minutes',
      'the answer that a wallet does not exist is cached for ten minutes like any other: a seller who opens a wallet after a first try is refused with `account_not_found` until then',
      unknownForAWhile(),
    ),
  ),
  against(
    'If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.buyer-email-restricts',
      'blind23-buyers-differ-by-no-plus',
      'addresses are compared without what follows a `+`, by a helper made to find double registrations: `ada+two@example.com`, another account, can pay what is for `ada@example.com`',
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) =>
          mayPay(
            { ...escrow, buyerEmail: escrow.buyerEmail === null ? null : withoutTag(escrow.buyerEmail) },
            email === null ? null : withoutTag(email),
          ),
      })),
    ),
  ),
];
