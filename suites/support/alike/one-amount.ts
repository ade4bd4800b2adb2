import { expect, field, NotExercised, shared } from '../../../lib/interface/index.ts';
import { attempt } from '../attempts.ts';
import type { Row } from './groups.ts';

// A bank transfer pays the checkout on whose page it is made, also where others wait for the same amount: money that is matched by its amount,
// or by the amount and the buyer, pays another.

const AMOUNT = 30_103;
const customer = { email: 'ada.obi@example.com' };

const waiting = {
  first: { what: "the merchant's earlier checkout of that amount", id: 'checkout.paid-alone', status: 'pending' },
  alike: { what: 'an earlier one of the same buyer', id: 'checkout.paid-alone', status: 'pending' },
  theirs: { what: "another merchant's of that amount", id: 'checkout.paid-alone', status: 'pending' },
  escrow: {
    what: 'an escrow of that amount',
    id: 'escrow.stays-until-its-turn',
    status: 'pending_payment',
  },
  later: { what: 'a later one', id: 'checkout.paid-alone', status: 'pending' },
} as const;

type Which = keyof typeof waiting;

const paid = shared(
  'a checkout that is paid by transfer beside others of its amount',
  ['browser', 'other-merchant'],
  async ({ merchant, other, buyer }) => {
    const first = await merchant.checkout({ amount: AMOUNT });
    const alike = await merchant.checkout({ amount: AMOUNT, customer });
    const theirs = await other.checkout({ amount: AMOUNT, customer });
    const escrow = await merchant.escrow({ amount: AMOUNT });
    const own = await merchant.checkout({ amount: AMOUNT, customer });
    const later = await merchant.checkout({ amount: AMOUNT, customer });
    await buyer.atPage(own, (page) => attempt(page.pays({}, { stays: true, by: 'transfer' })));
    const isPaid = field((await merchant.confirms(own, 'succeeded')).json, 'status') !== 'pending';
    const records = {
      first: await merchant.get(first),
      alike: await merchant.get(alike),
      theirs: await other.get(theirs),
      escrow: await merchant.get(escrow),
      later: await merchant.get(later),
    };
    const areAsBefore = (Object.keys(waiting) as Which[]).every(
      (each) => field(records[each].json, 'status') === waiting[each].status,
    );
    // How a bank transfer is made in sandbox is not shown.
    if (!isPaid && areAsBefore) throw new NotExercised('no checkout was paid by transfer here');
    return records;
  },
);

/** Checks for several chapters: see `table`. */
export const oneAmount: readonly Row[] = (Object.keys(waiting) as Which[]).map((which) => ({
  id: waiting[which].id,
  title: `when a checkout is paid by transfer, ${waiting[which].what} is as it was`,
  needs: ['browser', 'other-merchant'],
  async check(context) {
    expect((await paid(context))[which]).toHaveField('status', waiting[which].status);
  },
}));
