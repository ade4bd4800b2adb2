import { check, checks, expect, movingLiveMoney } from '../../lib/interface/index.ts';
import { everyOwned, lookAt, type Owned } from '../support/states/owned.ts';
import { deeds, isAsMade } from '../support/strangers.ts';

// "Two fully separate environments": objects of one, in any state, do not exist in the other.

const left = ['just made', 'refunded in part', 'cancelled', 'PENDING'];
const some: readonly Owned[] = everyOwned.filter(({ waits, what }) => waits === undefined && !left.includes(what));

checks(
  'environment.data-is-separate',
  some,
  ({ kind, what }) => `a sandbox ${kind}, ${what}, is unknown in live, and nothing that is tried there changes it`,
  async (context, row) => {
    const { merchant, live, data } = context;
    const reference = await row.make(context, merchant);
    const before = isAsMade(row, await lookAt(merchant, row.kind, reference));

    const seen = await lookAt(live, row.kind, reference);
    if (row.kind === 'wallet link') expect(seen).toBeRefused();
    else expect(seen).toHaveStatus(404);
    for (const { what, act } of deeds[row.kind]) {
      // Live need not have the sandbox's decision calls.
      const answer = await act(live.api, reference);
      if (!/approve|reject/.test(what)) expect(answer, what).toBeRefused();
    }
    if (row.kind === 'checkout') {
      const refund = { reference: data.reference('rfd'), paymentReference: reference, amount: 101 };
      expect(await live.api.createRefund(refund)).toBeRefusedWith(404, 'payment_not_found');
    }
    const after = await lookAt(merchant, row.kind, reference);
    if (row.status !== null) expect(after).toHaveField('status', before);
    if (row.what === 'paid') expect(after).toHaveField('refundedAmount', 0);
  },
  ({ needs }) => ({ needs: ['live', ...needs], drawn: 1 }),
);

check(
  'environment.data-is-separate',
  'two checkouts of one reference: what becomes of the live one leaves that of the sandbox as it is',
  async (context) => {
    const { merchant, live, buyer } = context;
    const { reference } = await merchant.checkout({ amount: 5_003, description: 'of the sandbox' });
    const twin = await movingLiveMoney(context, () =>
      buyer.paid(live, { reference, amount: 50_021, description: 'live' }),
    );

    expect(await live.get(twin)).toHaveField('amount', 50_021);
    expect(await merchant.get(twin)).toHaveField('amount', 5_003);
    expect(await merchant.get(twin)).toHaveField('status', 'pending');
    expect(await merchant.get(twin)).toHaveField('description', 'of the sandbox');
    expect(await merchant.createRefund({ paymentReference: reference, amount: 1 })).toBeRefusedWith(
      409,
      'payment_not_paid',
    );
  },
  { needs: ['live', 'live-buyer'] },
);

check(
  'environment.data-is-separate',
  'two checkouts of one reference: what becomes of that of the sandbox leaves the live one as it is',
  async ({ merchant, live, buyer }) => {
    const { reference } = await live.checkout({ amount: 50_021 });
    const twin = await buyer.paid(merchant, { reference, amount: 5_003 });
    await merchant.refundSettles(twin, { amount: 5_003 });

    expect(await live.get(twin)).toHaveField('status', 'pending');
    expect(await live.get(twin)).toHaveField('refundedAmount', 0);
    expect(await live.createRefund({ paymentReference: reference, amount: 1 })).toBeRefusedWith(
      409,
      'payment_not_paid',
    );
  },
  { needs: ['live', 'buyer'] },
);
