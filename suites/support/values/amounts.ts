import {
  Blocked,
  type CheckContext,
  type Created,
  checks,
  type Exchange,
  expect,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';

// No amount makes a payment, a refund or a payout fail: the interface names a reason and an account number for that. Simulators of acquirers and
// banks decide by the last two digits, which are response codes of ISO 8583: 51 for "not sufficient funds", 05 for "do not honour".

const endings = [51, 5, 54, 14, 61, 91, 41, 43, 57, 65, 96, 12];

interface Row {
  readonly amount: number;
}

const rowsFrom = (whole: number): Row[] => endings.map((ending) => ({ amount: whole + ending }));

const title = (of: string) => (row: Row) => `of ${row.amount} kobo, whose last digits simulators give a meaning: ${of}`;

/** What a buyer pays: each a check of its own, as a target without control is paid on a page. */
function paidTable(
  id: RequirementId,
  status: string,
  pays: (context: CheckContext, amount: number) => Promise<Created>,
): void {
  checks(id, rowsFrom(30_300), title(`it becomes ${status}`), async (context, { amount }) => {
    const paid = await pays(context, amount);

    expect(await context.merchant.confirms(paid, status)).toHaveField('status', status);
  });
}

/** What settles by itself: all are under way at the same time. */
function settledTable(
  id: RequirementId,
  needs: Parameters<typeof shared>[1],
  create: (context: CheckContext) => Promise<(amount: number) => Promise<Created>>,
): void {
  const rows = rowsFrom(10_300);
  const ended = shared(`amounts with a meaning elsewhere: ${id}`, needs, async (context) => {
    const make = await create(context);
    const made: Created[] = [];
    for (const { amount } of rows) made.push(await make(amount));
    const records = new Map<number, Exchange>();
    for (const each of made) records.set(each.amount, await context.merchant.becomes(each, 'succeeded'));
    return records;
  });
  checks(id, rows, title('it becomes succeeded'), async (context, { amount }) => {
    const record = (await ended(context)).get(amount);
    if (record === undefined) throw new Blocked('suite fault: it was not looked at');

    expect(record).toHaveField('status', 'succeeded');
  });
}

export function checkoutsPaid(): void {
  paidTable('checkout.paid', 'succeeded', async ({ merchant, buyer }, amount) => {
    const checkout = await merchant.checkout({ amount });
    await buyer.tries(merchant, checkout, 'succeeded');
    return checkout;
  });
}

export function escrowsPaid(): void {
  paidTable('escrow.funded', 'funded', async ({ merchant, buyer }, amount) => {
    const escrow = await merchant.escrow({ amount });
    await buyer.paysEscrow(merchant, escrow);
    return escrow;
  });
}

export function refundsSettled(): void {
  settledTable('refund.settles', ['buyer'], async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: 1_000_000 });
    return (amount) => merchant.refund(payment, { amount });
  });
}

export function payoutsSettled(): void {
  settledTable(
    'payout.succeeds',
    [],
    async ({ merchant }) =>
      (amount) =>
        merchant.payout({ amount }),
  );
}
