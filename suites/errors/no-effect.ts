import { check, checks, expect, of, shared, unknownBank, watchBalance } from '../../lib/interface/index.ts';
import { refused } from '../support/requests/refusals.ts';
import { refusals } from './refusals.ts';

/** GET with the reference of a refused request, and the answer to a valid create with that reference. */
const tried = refusals.map((each) => ({
  ...each,
  made: shared(`a ${each.kind} ${each.words}, and a valid one`, [], async (context) => {
    const reference = context.data.reference('ref');
    const { refusal, mended } = await each.send(context, reference);
    refused(refusal);
    return { found: await context.merchant.get({ kind: each.kind, reference }), valid: await mended() };
  }),
}));

checks(
  'error.refused-has-no-effect',
  tried,
  ({ kind, words }) => `a ${kind} ${words} does not exist afterwards`,
  async (context, { made }) => {
    expect((await made(context)).found).toHaveStatus(404);
  },
  ({ kind, words, needs = [] }) => ({ needs, drawn: 1, alsoInLive: kind === 'checkout' && words === 'of 99 kobo' }),
);

checks(
  'error.refused-leaves-reference-free',
  tried,
  ({ kind, words }) => `the reference of a ${kind} ${words} is free`,
  async (context, { made }) => {
    expect((await made(context)).valid).toHaveStatus(201);
  },
  ({ kind, words, needs = [] }) => ({ needs, drawn: 1, alsoInLive: kind === 'checkout' && words === 'of 99 kobo' }),
);

check(
  'error.refused-moves-no-money',
  'four payouts that are refused leave the balance as it was',
  async (context) => {
    const { merchant, buyer, time } = context;
    await buyer.paid(merchant, { amount: 500_000 });
    const earlier = await merchant.settles(await merchant.payout({ amount: 10_000 }));
    const balance = await watchBalance(context);
    refused(await merchant.createPayout({ amount: 11_111, recipient: { accountNumber: '012345678' } }));
    refused(await merchant.createPayout({ amount: 12_222, recipient: { bankName: unknownBank } }));
    refused(await merchant.createPayout({ amount: 13_333, narration: 'n'.repeat(101) }));
    refused(await merchant.createPayout({ amount: 14_444, reference: earlier.reference }));
    await time.wait(15, 'payouts, which must not be, settle');

    expect(await balance.movement(0)).toBe(0);
  },
  { runs: 'undisturbed' },
);

check('error.refused-moves-no-money', 'refunds that are refused refund nothing', async (context) => {
  const { merchant, buyer, time } = context;
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const paymentReference = payment.reference;
  refused(await merchant.createRefund({ paymentReference, amount: 5_001 }));
  refused(await merchant.createRefund({ paymentReference, amount: 0 }));
  refused(await merchant.createRefund({ paymentReference, amount: 700, reason: 'r'.repeat(256) }));
  await time.wait(15, 'refunds, which must not be, settle');

  expect(of(await merchant.get(payment), 'refundedAmount')).toBe(0);
  // Nothing of the amount is reserved.
  expect(await merchant.createRefund({ paymentReference, amount: 5_000 })).toHaveStatus(201);
});

check('error.refused-sends-nothing', 'no event comes for payouts and refunds that were refused', async (context) => {
  const { merchant, buyer, data } = context;
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const [payout, other, refund] = [data.reference('pay'), data.reference('pay'), data.reference('rfd')];
  refused(await merchant.createPayout({ reference: payout, recipient: { bankName: unknownBank } }));
  refused(await merchant.createPayout({ reference: other, amount: 9_999 }));
  refused(await merchant.createRefund({ reference: refund, paymentReference: payment.reference, amount: 5_001 }));

  expect(await merchant.webhooks.after(60, 'payout.succeeded', payout), `events for ${payout}`).toBeEmpty();
  for (const [event, reference] of [
    ['payout.failed', payout],
    ['payout.succeeded', other],
    ['payout.failed', other],
    ['refund.succeeded', refund],
    ['refund.failed', refund],
  ] as const) {
    expect(merchant.webhooks.surely(event, reference), `${event} for ${reference}`).toBeEmpty();
  }
});

check(
  'error.refused-sends-nothing',
  'a checkout that was refused does not expire either',
  async ({ merchant, data }) => {
    const reference = data.reference('chk');
    refused(await merchant.createCheckout({ reference, amount: 99 }));

    const after = await merchant.webhooks.after(25 * 3_600, 'payment.failed', reference);
    expect(after, `payment.failed for ${reference}`).toBeEmpty();
  },
  { waits: '25h', alsoInLive: true },
);

check(
  'error.refused-sends-nothing',
  'no event comes for escrows that were refused',
  async ({ merchant, console, data }) => {
    const [small, unlinked] = [data.reference('esc'), data.reference('esc')];
    refused(await merchant.createEscrow({ reference: small, amount: 9_999 }));
    await console.change(merchant, { requireLinkedWallets: true });
    refused(await merchant.createEscrow({ reference: unlinked }));
    await console.change(merchant, { requireLinkedWallets: false });

    // One that was stored all the same would be cancelled as its day to be paid ends.
    const after = await merchant.webhooks.after(25 * 3_600, 'escrow.cancelled', unlinked);
    expect(after, `escrow.cancelled for ${unlinked}`).toBeEmpty();
    for (const event of ['escrow.cancelled', 'escrow.funded', 'escrow.refunded'] as const)
      expect(merchant.webhooks.surely(event, small), `${event} for ${small}`).toBeEmpty();
  },
  { needs: ['linked-wallets-setting'], waits: '25h' },
);

checks(
  'error.refused-leaves-first',
  ['payout', 'checkout', 'escrow', 'refund'] as const,
  (kind) => `a ${kind} is as it was after another one under its reference was refused`,
  async ({ merchant, buyer }, kind) => {
    const payment = kind === 'refund' ? await buyer.paid(merchant) : null;
    const first = payment === null ? await merchant[other(kind)]() : await merchant.refund(payment);
    const paymentReference = payment?.reference;
    if (kind === 'payout' || kind === 'refund') await merchant.settles(first);
    const before = await merchant.get(first);
    const { reference } = first;
    const second = {
      payout: () => merchant.createPayout({ reference, amount: 22_222, narration: 'second' }),
      checkout: () => merchant.createCheckout({ reference, amount: 22_222, description: 'second' }),
      escrow: () => merchant.createEscrow({ reference, amount: 22_222, description: 'second' }),
      refund: () => merchant.createRefund({ reference, paymentReference, amount: 222, reason: 'second' }),
    } as const;
    refused(await second[kind]());

    const after = await merchant.get(first);
    for (const name of named[kind]) expect(of(after, name), name).toEqual(of(before, name));
  },
  (kind) => ({ needs: kind === 'refund' ? ['buyer'] : [], alsoInLive: kind === 'checkout' }),
);

function other(kind: 'payout' | 'checkout' | 'escrow' | 'refund'): 'payout' | 'checkout' | 'escrow' {
  return kind === 'refund' ? 'payout' : kind;
}

/** Fields of the record that the interface names, except those that change by themselves. The page's address may differ each time. */
const named = {
  checkout: ['id', 'status', 'amount', 'description', 'customer', 'metadata', 'createdAt'],
  refund: ['id', 'status', 'amount', 'paymentReference', 'reason', 'createdAt'],
  payout: ['id', 'status', 'amount', 'recipient', 'narration', 'createdAt'],
  escrow: ['status'],
} as const;
