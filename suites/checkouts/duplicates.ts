import { type Body, expect, of, requirement, withStatus } from '../../lib/harness/index.ts';

const order: Body = {
  amount: 5_000,
  description: 'first attempt',
  customer: { email: 'ada@example.com' },
  returnUrl: 'https://shop.example.com/return',
};

requirement(
  'checkout.duplicate-reference',
  'the same request under another key is refused',
  async ({ merchant, fresh }) => {
    const reference = fresh.reference('chk');
    await merchant.checkout({ ...order, reference });

    const again = await merchant.createCheckout({ ...order, reference });

    expect(again).toBeRefusedWith(409, 'duplicate_reference');
  },
);

requirement(
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

for (const round of ['first', 'second']) {
  requirement(
    'checkout.concurrent-same-reference',
    `of five at once exactly one is created, ${round} round`,
    async ({ merchant, fresh }) => {
      const reference = fresh.reference('chk');

      const answers = await Promise.all(
        [5_001, 5_002, 5_003, 5_004, 5_005].map((amount) => merchant.createCheckout({ reference, amount })),
      );

      expect(withStatus(answers, 201), 'checkouts created').toHaveLength(1);
      for (const refusal of answers.filter(({ status }) => status !== 201)) {
        expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
      }
    },
  );
}

requirement(
  'checkout.reference-unique-per-merchant',
  'a reference that another merchant has used is accepted, and each finds its own checkout',
  async ({ merchant, other }) => {
    const { reference } = await merchant.checkout({ amount: 5_000 });

    expect(await other.createCheckout({ reference, amount: 7_000 })).toHaveStatus(201);

    const found = [await merchant.api.getCheckout(reference), await other.api.getCheckout(reference)];
    expect(found.map((record) => of(record, 'amount'))).toEqual([5_000, 7_000]);
  },
);

requirement(
  'checkout.failed-reference-stays-used',
  'a new attempt with the reference of a failed checkout is refused',
  async ({ merchant, buyer }) => {
    const { reference } = await buyer.fails(merchant, await merchant.checkout());

    expect(await merchant.createCheckout({ reference })).toBeRefusedWith(409, 'duplicate_reference');
  },
);
