import { type Body, check, checks, expect, of, withStatus } from '../../../lib/interface/index.ts';
import { arrived, paid, withoutQuery } from '../../hosted-pages/addresses.ts';
import { longAgo } from '../../support/references/long-ago.ts';
import { refundedLives } from '../records/refunded-lives.ts';

const order: Body = {
  amount: 5_000,
  description: 'first attempt',
  customer: { email: 'ada@example.com' },
  returnUrl: 'https://shop.example.com/return',
};

check(
  'checkout.duplicate-reference',
  'the same request under another key is refused',
  async ({ merchant, data }) => {
    const reference = data.reference('chk');
    await merchant.checkout({ ...order, reference });

    const again = await merchant.createCheckout({ ...order, reference });

    expect(again).toBeRefusedWith(409, 'duplicate_reference');
  },
  { alsoInLive: true },
);

check(
  'checkout.duplicate-reference',
  'another order is refused and leaves the first as it was',
  async ({ merchant }) => {
    const first = await merchant.checkout({ amount: 5_000, description: 'first attempt' });

    const second = { reference: first.reference, amount: 7_000, description: 'second attempt' };
    expect(await merchant.createCheckout(second)).toBeRefusedWith(409, 'duplicate_reference');

    const record = await merchant.get(first);
    expect(record).toHaveField('amount', 5_000);
    expect(record).toHaveField('description', 'first attempt');
  },
);

check(
  'checkout.duplicate-reference',
  "another order is refused, and the first one's buyer is sent to the address of the first",
  async (context) => {
    const { merchant, data } = context;
    const [own, theirs] = ['https://shop.example.com/own/return', 'https://shop.example.com/other/return'];
    const reference = data.reference('chk');
    const seen = await paid(context, { reference, amount: 27_041, returnUrl: own }, () =>
      merchant.createCheckout({ reference, returnUrl: theirs }),
    );

    expect(withoutQuery(arrived(seen))).toBe(data.local(own));
  },
  { needs: ['browser'] },
);

checks(
  'checkout.succeeded-reference-stays-used',
  refundedLives,
  ({ what }) => `another order with the reference of a checkout ${what} is refused`,
  async (context, { life }) => {
    expect((await life(context)).duplicate).toBeRefusedWith(409, 'duplicate_reference');
  },
  { drawn: 1 },
);

longAgo(
  'checkout',
  { found: 'checkout.record-found', used: 'checkout.duplicate-reference', accepted: 'checkout.created' },
  [],
  async ({ merchant }) =>
    (reference) =>
      merchant.createCheckout({ reference }),
);

for (const round of ['first', 'second']) {
  check(
    'checkout.concurrent-same-reference',
    `of five at once exactly one is created, ${round} round`,
    async ({ merchant, data }) => {
      const reference = data.reference('chk');

      const answers = await Promise.all(
        [5_001, 5_002, 5_003, 5_004, 5_005].map((amount) => merchant.createCheckout({ reference, amount })),
      );

      expect(withStatus(answers, 201), 'checkouts created').toHaveLength(1);
      for (const refusal of answers.filter(({ status }) => status !== 201)) {
        expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
      }
    },
    { alsoInLive: round === 'first' },
  );
}

check(
  'checkout.reference-unique-per-merchant',
  'a reference that another merchant has used is accepted, and each finds its own checkout',
  async ({ merchant, other }) => {
    const { reference } = await merchant.checkout({ amount: 5_000 });

    expect(await other.createCheckout({ reference, amount: 7_000 })).toHaveStatus(201);

    const found = [await merchant.api.getCheckout(reference), await other.api.getCheckout(reference)];
    expect(found.map((record) => of(record, 'amount'))).toEqual([5_000, 7_000]);
  },
  { alsoInLive: true },
);
