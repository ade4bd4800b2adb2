import { Blocked, type Created, check, checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { localAddresses } from '../../support/requests/local-addresses.ts';

// A transition of one checkout affects no other: neither another one of the merchant nor another merchant's with the same reference.

const twins = shared(
  'checkouts of two merchants with one reference, and another of the first',
  ['buyer', 'other-merchant'],
  async ({ merchant, other, buyer }) => {
    const first = await merchant.checkout({ amount: 5_001 });
    const { reference } = first;
    const neighbour = await merchant.checkout({ amount: 5_001 });
    await other.checkout({ reference, amount: 5_001 });
    await buyer.pays(merchant, first);
    const unpaid = { neighbour: await merchant.get(neighbour), twin: await other.get(first) };
    const early = await other.createRefund({ paymentReference: reference, amount: 1_001 });
    await buyer.pays(merchant, neighbour);
    await merchant.refundSettles(first, { amount: 1_001 });
    const paid = {
      first: await merchant.get(first),
      neighbour: await merchant.get(neighbour),
      twin: await other.get(first),
    };
    return { unpaid, early, paid };
  },
);

checks(
  'checkout.paid-alone',
  [
    { what: "another merchant's checkout of the same reference", which: 'twin' },
    { what: 'another checkout of the merchant', which: 'neighbour' },
  ] as const,
  ({ what }) => `when one is paid, ${what} is pending`,
  async (context, { which }) => {
    expect((await twins(context)).unpaid[which]).toHaveField('status', 'pending');
  },
  { drawn: 0.7 },
);

checks(
  'checkout.refunded-alone',
  [
    { what: "another merchant's checkout of the same reference", which: 'twin' },
    { what: 'another checkout of the merchant', which: 'neighbour' },
  ] as const,
  ({ what }) => `when one is refunded, nothing is refunded of ${what}`,
  async (context, { which }) => {
    const { paid } = await twins(context);

    expect(paid.first).toHaveField('refundedAmount', 1_001);
    expect(paid[which]).toHaveField('refundedAmount', 0);
  },
  { drawn: 0.7 },
);

check(
  'checkout.paid-alone',
  'when one is paid, one like it of the same buyer is pending',
  async ({ merchant, buyer }) => {
    const alike = { amount: 5_001, customer: { email: 'ada@example.com' } };
    const [paid, neighbour] = [await merchant.checkout(alike), await merchant.checkout(alike)];
    await buyer.pays(merchant, paid);

    expect(await merchant.get(neighbour)).toHaveField('status', 'pending');
  },
  { needs: ['buyer'], alsoInLive: true },
);

/** References of which one is the beginning or end of another, or a pattern for it, each with its own amount to refund. */
const relatives = {
  'that is the beginning of another': { of: (own: string) => `${own}1`, refunded: 1_001 },
  'that begins with another': { of: (own: string) => `${own}10`, refunded: 1_013 },
  'that ends with another': { of: (own: string) => `0${own}1`, refunded: 1_129 },
  'that is a pattern for another': { of: (own: string) => `${own}_`, refunded: 1_231 },
} as const;

const related = shared('paid checkouts whose references contain each other', ['buyer'], async (context) => {
  const { merchant, buyer, data } = context;
  const own = data.reference('order-');
  const refunds: Created[] = [];
  const checkouts = new Map<string, Created>();
  for (const [what, { of, refunded }] of Object.entries(relatives)) {
    const checkout = await buyer.paid(merchant, { reference: of(own), amount: 9_001 });
    checkouts.set(what, checkout);
    refunds.push(await merchant.refund(checkout, { amount: refunded }));
  }
  for (const refund of refunds) await merchant.settles(refund, 'succeeded');
  const records = new Map<string, Exchange>();
  for (const [what, checkout] of checkouts) records.set(what, await merchant.get(checkout));
  return records;
});

checks(
  'checkout.refunded-alone',
  Object.entries(relatives).map(([what, { refunded }]) => ({ what, refunded })),
  ({ what }) => `of references that contain each other, by the one ${what} its own refund alone is counted`,
  async (context, { what, refunded }) => {
    const record = (await related(context)).get(what);
    if (record === undefined) throw new Blocked('suite fault: there is no such checkout');

    expect(record).toHaveField('refundedAmount', refunded);
  },
);

check(
  'checkout.paid-alone',
  "another merchant's unpaid checkout of the same reference cannot be refunded",
  async (context) => {
    expect((await twins(context)).early).toBeRefusedWith(409, 'payment_not_paid');
  },
);

checks(
  'checkout.return-url-https-in-live',
  [
    { returnUrl: 'http://shop.example.com:443/return', accepted: false },
    { returnUrl: 'http://shop.example.com/?to=https://shop.example.com', accepted: false },
    { returnUrl: 'HTTP://shop.example.com/return', accepted: false },
    { returnUrl: 'ftp://shop.example.com/return', accepted: false },
    { returnUrl: 'hTTp://shop.example.com:8443/return', accepted: false },
    { returnUrl: 'shop-app://thanks', accepted: false },
    ...Object.entries(localAddresses).map(([what, returnUrl]) => ({
      returnUrl,
      accepted: false,
      what: `http to ${what}`,
    })),
    { returnUrl: 'https://shop.example.com:8443/a/b?x=1&y=2#done', accepted: true },
    { returnUrl: 'https://shop.example.com', accepted: true },
  ],
  ({ returnUrl, accepted, ...row }) =>
    `${'what' in row ? row.what : returnUrl} is ${accepted ? 'accepted' : 'refused'}`,
  async ({ live }, { returnUrl, accepted }) => {
    const answer = await live.createCheckout({ returnUrl });

    if (accepted) expect(answer).toHaveStatus(201);
    else expect(answer).toBeRefusedWith(400, 'invalid_request');
  },
  { drawn: 0.7 },
);
