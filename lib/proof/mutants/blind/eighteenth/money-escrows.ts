/** Escrows: who may pay and be paid, what an index or a schema refuses, and what a view shows of a wallet. */
import type { Escrow } from '../../../reference/rules/records.ts';
import type { Guard } from '../../../reference/rules/rulebook.ts';
import { functions, move, shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

function refusesAlso(guard: Guard): Change {
  return (rules) => ({ ...rules, guards: [...rules.guards, guard] });
}

/** The name of the seller goes with the order to pay, and one that is not the wallet's is not carried out. */
function sellersNameCompared(): Change {
  const names = new WeakMap<Escrow, string | undefined>();
  const nameOf = ({ merchant, sellerWalletId }: Escrow) => merchant.environment.wallets.get(sellerWalletId)?.holderName;
  return all(
    also('escrow', 'create', (escrow) => void names.set(escrow, nameOf(escrow))),
    move('released', 'amount less fee', {
      what: (escrow: Escrow) => (names.get(escrow) === nameOf(escrow) ? escrow.amount - (escrow.feeAmount ?? 0) : 0),
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.buyer-email-restricts',
      'blind18-accounts-have-small-letters',
      'wallet accounts have their e-mail in small letters, and the buyer.email of an escrow is kept and compared as it was sent: an escrow for Ada@Example.com can be paid by nobody',
      functions(() => ({
        mayPay: ({ buyerEmail }, email) => buyerEmail === null || buyerEmail === email?.trim().toLowerCase(),
      })),
    ),
  ),
  against(
    'Escrow release pays the seller the amount less `feeAmount`.',
    mutant(
      'escrow.release-pays-seller',
      'blind18-sellers-name-compared-at-release',
      "the order to pay the seller has the holder's name as it was when the escrow was created: where the wallet was renamed since, the escrow is released and the seller gets nothing",
      sellersNameCompared(),
    ),
  ),
  against(
    'pending_payment | buyer pays | funded | `escrow.funded`; money held, seller cannot spend it. Wallet balance: `availableMinor` (integer), `heldMinor` (integer).',
    mutant(
      'escrow.funding-is-held',
      'blind18-live-available-is-the-total',
      'in live the balance of a wallet is read from the ledger, whose total is shown as availableMinor: what is held there for funded escrows is in it',
      shows('getWalletBalance', (body, { asked }) =>
        asked.environment.name === 'live'
          ? { ...body, availableMinor: Number(body.availableMinor) + Number(body.heldMinor) }
          : body,
      ),
    ),
  ),
  against(
    '(none) | POST /v1/escrows | valid | pending_payment | payUrl issued. reference | string | yes | Unique id, e.g. the order code.',
    mutant(
      'escrow.created',
      'blind18-one-unpaid-escrow-of-two-parties',
      'a unique index over merchant, seller and buyer holds for unpaid escrows: a second one for the same seller and buyer.email, under a reference of its own, is refused with 409 while the first is unpaid',
      refusesAlso({
        id: 'escrow.unpaid-of-both',
        at: ['createEscrow'],
        words: 'the two parties have an unpaid escrow of the merchant',
        refuses({ merchant, body }) {
          const [seller, buyer] = [body.text('seller.walletId'), body.text('buyer.email')];
          // An index takes each NULL for another value.
          if (buyer === null) return false;
          return [...merchant.records.escrow.values()].some(
            ({ status, sellerWalletId, buyerEmail }) =>
              status === 'pending_payment' && sellerWalletId === seller && buyerEmail === buyer,
          );
        },
        status: 409,
        code: 'conflict',
        message: () => 'this buyer has an unpaid escrow with this seller',
      }),
    ),
  ),
  against(
    'Escrow refund request body: `{ amount?: integer, reason?: string }`. Without `amount` the refund is full.',
    mutant(
      'escrow.refunded',
      'blind18-reason-wants-an-amount',
      'the schema of the refund call was made from that of refunds, where a reason stands beside an amount: a full refund that gives a reason and no amount is refused with 400',
      refusesAlso({
        id: 'escrow.refund-reason-alone',
        at: ['refundEscrow'],
        words: 'a reason is given without an amount',
        refuses: ({ body }) => body.text('reason') !== null && body.integer('amount') === null,
        status: 400,
        code: 'invalid_request',
        message: () => 'amount is required with reason',
      }),
    ),
  ),
];
