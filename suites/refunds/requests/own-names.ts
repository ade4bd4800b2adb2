import { checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { otherNamesOf } from '../../support/references/other-names.ts';
import { ownNames, ownNamesOf } from '../../support/references/own-names.ts';

ownNamesOf(
  'refund',
  { unknown: 'refund.unknown-reference', created: ['refund.reference-case', 'refund.record-found'] },
  ['buyer'],
  async ({ merchant, buyer }) => {
    const { reference: paymentReference } = await buyer.paid(merchant, { amount: 2_000_000 });
    return (reference, amount) => merchant.createRefund({ reference, paymentReference, amount });
  },
);

const asked = shared('refunds of checkouts that do not exist', ['own-merchant'], async ({ merchant }) => {
  const answers = new Map<string, Exchange>();
  for (const paymentReference of ownNames.flatMap(({ names }) => [...names]))
    answers.set(paymentReference, await merchant.createRefund({ paymentReference }));
  return answers;
});

checks(
  'refund.payment-not-found',
  ownNames,
  ({ what }) => `references that were never used, and are ${what}, name no checkout`,
  async (context, { names }) => {
    const answers = await asked(context);
    for (const name of names) expect(answers.get(name), name).toBeRefusedWith(404, 'payment_not_found');
  },
  { needs: ['own-merchant'], drawn: 3 },
);

otherNamesOf('refund', 'refund.unknown-reference');
