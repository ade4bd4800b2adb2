import { checks, type Exchange, expect, type Merchant, shared } from '../../../lib/interface/index.ts';

// Several refunds of one checkout, pending at the same time: each has its own outcome, failureReason and event, however the others end.

const PAID = 60_013;

interface Plan {
  readonly what: string;
  /** The end of each refund in the order of creation. */
  readonly fails: readonly boolean[];
  /** Seconds between two creates. */
  readonly apart: number;
  /** All have one amount and one reason; otherwise unique ones tell them apart. */
  readonly alike?: true;
}

const plans: readonly Plan[] = [
  { what: 'one that fails, then one that succeeds', fails: [true, false], apart: 0 },
  { what: 'one that succeeds, then one that fails', fails: [false, true], apart: 0 },
  { what: 'one that fails, a second later one that succeeds', fails: [true, false], apart: 1 },
  { what: 'one that succeeds, a second later one that fails', fails: [false, true], apart: 1 },
  { what: 'five, the second and the fourth of which fail', fails: [false, true, false, true, false], apart: 0 },
  { what: 'one that fails, and when that is over one that succeeds', fails: [true, false], apart: 120 },
  { what: 'one that succeeds, and when that is over one that fails', fails: [false, true], apart: 120 },
  { what: 'three of one amount that succeed', fails: [false, false, false], apart: 0, alike: true },
  { what: 'three of one amount that fail', fails: [true, true, true], apart: 0, alike: true },
  { what: 'two of one amount that succeed, a second apart', fails: [false, false], apart: 1, alike: true },
  {
    what: 'four of one amount, each second one of which fails',
    fails: [false, true, false, true],
    apart: 1,
    alike: true,
  },
];

export const refundsTogether = plans.map((row) => ({
  ...row,
  settled: shared(`refunds of one checkout: ${row.what}`, ['buyer'], async ({ merchant, buyer, time }) => {
    const payment = await buyer.paid(merchant, { amount: PAID });
    const asked = [];
    for (const [at, fails] of row.fails.entries()) {
      if (at > 0 && row.apart > 0) await time.wait(row.apart, 'another refund of the checkout is asked for');
      const turn = row.alike ? 0 : at;
      const reason = fails ? 'sandbox_fail' : `sent back ${turn + 1}`;
      asked.push({ fails, refund: await merchant.refund(payment, { amount: 1_001 + turn, reason }) });
    }
    const seen: Seen[] = [];
    for (const { fails, refund } of asked) {
      const record = await merchant.becomes(refund, fails ? 'failed' : 'succeeded');
      seen.push({ merchant, fails, reference: refund.reference, record });
    }
    // Read after all have ended, when an effect of one end on another refund would show.
    return await Promise.all(
      seen.map(async (each) => ({ ...each, after: await merchant.get({ kind: 'refund', reference: each.reference }) })),
    );
  }),
}));

interface Seen {
  readonly merchant: Merchant;
  readonly fails: boolean;
  readonly reference: string;
  readonly record: Exchange;
}

checks(
  ({ id }) => id,
  (['refund.settles', 'refund.sandbox-fail'] as const).flatMap((id) =>
    refundsTogether.filter(({ fails }) => fails.includes(id === 'refund.sandbox-fail')).map((row) => ({ id, ...row })),
  ),
  ({ id, what }) =>
    `of one checkout ${what}: ${id === 'refund.settles' ? 'those that are not to fail succeed' : 'those that are to fail do, with a reason'}`,
  async (context, { id, settled }) => {
    for (const { fails, record, after } of await settled(context)) {
      if (fails !== (id === 'refund.sandbox-fail')) continue;
      for (const seen of [record, after]) {
        expect(seen).toHaveField('status', fails ? 'failed' : 'succeeded');
        if (fails) expect(seen).toHaveField('failureReason', /./);
      }
    }
  },
  { drawn: 3 },
);

checks(
  'refund.record-nulls',
  refundsTogether.filter(({ fails }) => fails.includes(false)),
  ({ what }) => `of one checkout ${what}: those that have not failed have no failureReason`,
  async (context, { settled }) => {
    const succeeded = (await settled(context)).filter(({ fails }) => !fails);
    for (const { record, after } of succeeded)
      for (const seen of [record, after]) expect(seen).toHaveField('failureReason', null);
  },
  { drawn: 3 },
);
