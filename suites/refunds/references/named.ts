import { type Exchange, shared } from '../../../lib/interface/index.ts';
import { ownNames } from '../../support/references/own-names.ts';

const AMOUNT = 20_000;
export const REFUNDED = 7_001;

export interface Refunded {
  readonly asked: Exchange;
  /** The refund, and its checkout, after it has settled. */
  readonly refund: Exchange;
  readonly checkout: Exchange;
}

export const refunded = shared(
  'refunds of checkouts with names of programs',
  ['buyer', 'own-merchant'],
  async (context) => {
    const { merchant, buyer, data } = context;
    const found = new Map<string, Refunded>();
    for (const reference of ownNames.flatMap(({ names }) => [...names])) {
      const payment = await buyer.paid(merchant, { reference, amount: AMOUNT });
      const made = { kind: 'refund', reference: data.reference('rfd') } as const;
      const fields = { reference: made.reference, paymentReference: reference, amount: REFUNDED };
      const asked = await merchant.createRefund(fields);
      if (asked.status !== 201) {
        found.set(reference, { asked, refund: asked, checkout: asked });
        continue;
      }
      found.set(reference, {
        asked,
        refund: await merchant.becomes(made, 'succeeded'),
        checkout: await merchant.get(payment),
      });
    }
    return { merchant, found };
  },
);
