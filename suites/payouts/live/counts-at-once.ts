import {
  Blocked,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  integersIn,
  NotExercised,
  shared,
  summary,
} from '../../../lib/interface/index.ts';
import { withBalance } from '../../environments/support.ts';

// "The available balance (paid in, minus refunds and earlier payouts)" limits a payout, and not what was known of it before: where a payment
// counts at once, it does so too when the balance was read, or a payout was refused for it, right before.

interface Row {
  readonly what: string;
  /** What the merchant does right before the payment; `amount` is that of the payout for which the payment makes enough. */
  before(context: CheckContext, amount: number): Promise<Exchange>;
}

const rows: readonly Row[] = [
  { what: 'the balance was read', before: ({ live }) => live.api.getBalance() },
  { what: 'the same payout was refused', before: ({ live }, amount) => live.createPayout({ amount }) },
];

const PAYMENT = 40_009;
/** Of this much of a payment the payout after it has need. */
const NEEDED = 20_011;

const life = shared('live payouts right after payments', ['live', 'live-buyer'], async (context) => {
  const { live, buyer, time } = context;
  const answers = new Map<string, Exchange>();
  await withBalance(context, [30_013], async (_payment, available) => {
    let left = available;
    const pays = async (kobo: number) => {
      await buyer.paid(live, { amount: kobo });
      left += kobo;
    };
    const paysOut = async (amount: number) => {
      const answer = await live.createPayout({ amount });
      if (answer.status === 201) left -= amount;
      return answer;
    };
    await time.wait(600, 'nobody looks at the live balance');
    const amount = left + NEEDED;
    await pays(PAYMENT);
    const atOnce = await paysOut(amount);
    // When a payment counts is not shown.
    if (atOnce.status !== 201) throw new NotExercised(`a payment does not count at once: ${summary(atOnce)}`);
    for (const { what, before } of rows) {
      const next = left + NEEDED;
      await before(context, next);
      await pays(PAYMENT);
      let last: Exchange | undefined;
      await time.until('what was paid may be paid out', 30, async () => {
        last = await paysOut(next);
        return last.status === 201 ? true : undefined;
      });
      if (last === undefined) throw new Blocked('suite fault: nothing was asked for');
      if (last.status === 201 || integersIn((await live.api.getBalance()).json).some(([, value]) => value === left))
        answers.set(what, last);
    }
  });
  return answers;
});

checks(
  'payout.live-limit-follows',
  rows,
  ({ what }) => `what was paid right after ${what} can be paid out`,
  async (context, { what }) => {
    const answer = (await life(context)).get(what);
    if (answer === undefined) throw new NotExercised('this payment did not count in time');

    expect(answer).toHaveStatus(201);
  },
  { needs: ['live', 'live-buyer'], waits: '15m' },
);
