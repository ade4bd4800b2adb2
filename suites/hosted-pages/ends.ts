import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  check,
  checks,
  type Exchange,
  expect,
  field,
  type Merchant,
  shared,
} from '../../lib/interface/index.ts';
import { attempt, expectSame } from '../support/attempts.ts';

// An ended resource stays unchanged, even if a buyer's page is still open.

/** The buyer tries to pay on the page. A missing page, or one without a way to pay, also refuses. */
async function triesOnPage({ buyer }: CheckContext, resource: Created): Promise<void> {
  await attempt(buyer.paysOnPage(resource));
}

interface Over {
  readonly merchant: Merchant;
  readonly checkout: Created;
  /** The record after the end, and after the buyer tried to pay on the page. */
  readonly before: Exchange;
  readonly after: Exchange;
}

const paidTwice = inTwoTabs('a checkout paid in two tabs', 'card');
const paidBothWays = inTwoTabs('a checkout paid in two tabs, by card and by bank transfer', 'transfer');

/** Paid by card in the first of two tabs that were already open, then again in the second. */
function inTwoTabs(name: string, by: 'card' | 'transfer') {
  return shared(name, ['browser'], async ({ merchant, buyer, time }): Promise<Over> => {
    const checkout = await merchant.checkout({ amount: 31_007 });
    const before = await buyer.atPage(checkout, async (first) => {
      await first.fills();
      return await buyer.atPage(checkout, async (second) => {
        if (by === 'card') await second.fills();
        await first.pays();
        const paid = await merchant.confirms(checkout, 'succeeded');
        if (field(paid.json, 'status') !== 'succeeded') throw new Blocked('the first tab did not pay the checkout');
        await attempt(second.pays({}, { stays: true, by }));
        return paid;
      });
    });
    await time.wait(30, 'another event comes');
    return { merchant, checkout, before, after: await merchant.get(checkout) };
  });
}

const paidAfterFailing = shared(
  'a checkout that failed, tried again on its page',
  ['browser', 'payment-failure'],
  async (context): Promise<Over> => {
    const { merchant, buyer, time } = context;
    const checkout = await buyer.fails(merchant, await merchant.checkout());
    await triesOnPage(context, checkout);
    await time.wait(30, 'payment.succeeded comes');
    return { merchant, checkout, before: checkout.exchange, after: await merchant.get(checkout) };
  },
);

for (const [id, what, over, never, needs] of [
  ['page.paid-once', 'paid in a second tab after it was paid in the first', paidTwice, 'payment.failed', []],
  [
    'page.paid-once',
    'paid by bank transfer in a second tab after it was paid by card in the first',
    paidBothWays,
    'payment.failed',
    [],
  ],
  ['page.failed-checkout', 'its payment has failed', paidAfterFailing, 'payment.succeeded', ['payment-failure']],
] as const) {
  checks(
    id,
    [
      { looks: 'its record stays as it was', needs: [...needs] },
      { looks: `no ${never} comes`, needs: [...needs, 'webhooks'] },
    ] satisfies { looks: string; needs: Capability[] }[],
    ({ looks }) => `${what}: ${looks}`,
    async (context, { needs: own }) => {
      const { merchant, checkout, before, after } = await over(context);
      if (own.includes('webhooks')) expect(merchant.webhooks.came(never, checkout.reference), never).toBeEmpty();
      else expectSame(after, before, ['status', 'amount', 'failureReason', 'refundedAmount', 'paidAt']);
    },
    ({ needs: own }) => ({ needs: own }),
  );
}

check('page.escrow-over', 'an escrow that was cancelled', async (context) => {
  const { merchant } = context;
  const escrow = await merchant.escrow();
  const cancelled = await merchant.api.cancelEscrow(escrow.reference);
  if (cancelled.status >= 300) throw new Blocked('the escrow should have been cancelled');
  await triesOnPage(context, escrow);

  expect(await merchant.get(escrow)).toHaveField('status', 'cancelled');
});
