import { checks, expect } from '../../lib/interface/index.ts';
import { byItsId } from '../support/access/by-its-id.ts';
import { refusedToOthers } from '../support/access/refused-to-others.ts';
import { table } from '../support/alike/groups.ts';
import { namesakesTable } from '../support/namesakes.ts';
import { everyOwned, lookAt } from '../support/states/owned.ts';
import { isAsMade, left, strangersTable, tries } from '../support/strangers.ts';

strangersTable('refund.other-merchant-sees-nothing', 'refund');

namesakesTable({
  kind: 'refund',
  needs: ['buyer'],
  ids: { apart: 'refund.references-apart', strangers: 'refund.other-merchant-sees-nothing' },
  async prepare({ merchant, other, buyer, data }) {
    const paymentReference = data.reference('chk');
    for (const each of [merchant, other]) await buyer.paid(each, { reference: paymentReference, amount: 9_001 });
    return (as, reference, end) =>
      as.createRefund({
        reference,
        paymentReference,
        amount: 1_003,
        reason: end === 'failed' ? 'sandbox_fail' : 'torn',
      });
  },
});

checks(
  'refund.other-merchants-payment',
  tries.flatMap((how) =>
    everyOwned
      .filter(({ kind, what }) => kind === 'checkout' && !left(kind, what, how))
      .map((each) => ({ ...each, how })),
  ),
  ({ what, how }) => `a refund of another's checkout that is ${what}${how.words}`,
  async (context, { how, ...row }) => {
    const { merchant, other, time } = context;
    const paymentReference = await row.make(context, merchant);
    if (how.wait > 0) await time.wait(how.wait, 'what is over grows old');
    isAsMade(row, await lookAt(merchant, 'checkout', paymentReference));

    const refusal = await other.createRefund({ paymentReference, amount: 101 });

    expect(refusal).toBeRefusedWith(404, 'payment_not_found');
  },
  ({ needs, waits, how }) => {
    const takes = how.waits ?? waits;
    return { needs: ['other-merchant', ...needs], ...(takes && { waits: takes }), drawn: 1 };
  },
);

table('refund.', refusedToOthers);
table('refund.', byItsId);
