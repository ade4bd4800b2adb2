/** Objects that hold nothing, and values that a loose language takes for nothing. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { keptAs } from '../ways.ts';

/** What array_filter of PHP leaves out. */
function countsAsEmpty(value: unknown): boolean {
  return !value || value === '0' || (Array.isArray(value) && value.length === 0);
}

function filtered(metadata: unknown): unknown {
  return Object.fromEntries(Object.entries(metadata as object).filter(([, value]) => !countsAsEmpty(value)));
}

function emptyBuyerIsABuyer(): Change {
  const forNoAccount = new WeakSet<Escrow>();
  return all(
    answers('createEscrow', (reply, { body, merchant }) => {
      const escrow = merchant.records.escrow.get(body.text('reference') ?? '');
      if (reply.status === 201 && escrow?.buyerEmail === null && body.object('buyer') !== null)
        forNoAccount.add(escrow);
      return reply;
    }),
    functions(({ mayPay }) => ({ mayPay: (escrow, email) => !forNoAccount.has(escrow) && mayPay(escrow, email) })),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata: object, up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind11-falsy-values-filtered',
      'metadata is filtered for what is empty, by its truth: false, 0, the text 0, an empty text, an empty list and null are not in the record',
      keptAs('createCheckout', 'metadata', filtered),
    ),
  ),
  against(
    'buyer.email | string (email) | no | If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.anybody-may-pay',
      'blind11-empty-buyer-shuts-all-out',
      'whether there is a buyer is decided by the object: an escrow with an empty buyer object is for an account without an e-mail, and no account can pay it',
      emptyBuyerIsABuyer(),
    ),
  ),
];
