import { Blocked, checks, created, expect, of, shared, summary } from '../../lib/interface/index.ts';
import { arrived, declinedElsewhere, queryOf, whenPaid, withoutQuery } from './addresses.ts';

// A request that is refused changes nothing of what is there: the buyer of the first one is sent where the first one said.

const OWN = 'https://shop.example.com/own/return';
const OTHER = 'https://shop.example.com/other/return';

const refusals = [
  { what: 'another order with its reference', amount: 7_007, isRetry: false },
  { what: 'an order with its reference and a wrong amount', amount: 99, isRetry: false },
  { what: 'another order under its Idempotency-Key', amount: 7_007, isRetry: true },
] as const;

const rows = refusals.map((refusal, at) => ({
  ...refusal,
  visited: shared(`a checkout is paid on its page after ${refusal.what} was refused`, ['browser'], async (context) => {
    const { merchant, buyer, data } = context;
    const [reference, idempotencyKey] = [data.reference('chk'), data.reference('key')];
    const amount = declinedElsewhere.parameters[at] ?? 27_100;
    const own = { reference, amount, returnUrl: OWN, description: 'Two lamps' };
    const checkout = created('checkout', await merchant.createCheckout(own, { idempotencyKey }));
    const other = { ...own, amount: refusal.amount, returnUrl: OTHER, description: 'One chair' };
    const refused = await merchant.createCheckout(other, refusal.isRetry ? { idempotencyKey } : {});
    if (refused.status < 400) throw new Blocked(`the other order should have been refused: ${summary(refused)}`);
    const after = await buyer.paysOnPage(checkout);
    const record = await merchant.confirms(checkout, 'succeeded');
    return { merchant, checkout, redirect: after.redirect, after, record };
  }),
}));

checks(
  'page.redirects',
  rows,
  ({ what }) => `after ${what} was refused the buyer is sent to the address of the first`,
  async (context, { visited }) => {
    const seen = whenPaid(await visited(context));

    expect(of(seen.after, 'redirect'), 'the buyer is sent to the returnUrl').toBeA('object');
    expect(withoutQuery(arrived(seen))).toBe(context.data.local(OWN));
    expect(queryOf(arrived(seen), 'reference')).toEqual([seen.checkout.reference]);
  },
  { needs: ['browser'] },
);
