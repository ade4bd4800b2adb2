import {
  Blocked,
  check,
  checks,
  expect,
  field,
  NotExercised,
  observation,
  part,
  summary,
  withStatus,
} from '../../lib/interface/index.ts';
import { mayRefuse } from '../support/attempts.ts';
import { notFailed, withBalance } from './support.ts';

check('environment.live-payout-above-balance', 'one kobo more is refused and leaves no payout', async (context) => {
  const { live, data } = context;
  await withBalance(context, [50_000], async (_payment, available) => {
    const reference = data.reference('pay');

    const refusal = await live.createPayout({ reference, amount: available + 1 });

    expect(refusal).toBeRefusedWith(422, 'insufficient_balance');
    expect(await live.api.getPayout(reference)).toHaveStatus(404);
  });
});

check('environment.live-payout-of-balance', 'exactly what is available is accepted', async (context) => {
  await withBalance(context, [50_000], async (_payment, available) => {
    expect(await context.live.createPayout({ amount: available })).toHaveStatus(201);
  });
});

check('environment.live-balance-is-net', 'an earlier payout counts, at once and after it settled', async (context) => {
  const { live } = context;
  await withBalance(context, [50_000], async (_payment, available) => {
    const earlier = await live.payout({ amount: 20_000 });

    const atOnce = await live.createPayout({ amount: available - 20_000 + 1 });
    // Whether it settles meanwhile is not shown, and makes no difference.
    await live.becomes(earlier, 'succeeded');
    const later = await live.createPayout({ amount: available - 20_000 + 1 });

    await notFailed(context, [earlier.reference]);
    expect(atOnce).toBeRefusedWith(422, 'insufficient_balance');
    expect(later).toBeRefusedWith(422, 'insufficient_balance');
  });
});

check('environment.live-balance-is-net', 'after a refund one kobo more than it left is refused', async (context) => {
  const { live } = context;
  await withBalance(context, [50_000], async (payment, available) => {
    const refund = await live.refund(payment, { amount: 15_000 });
    const settled = field((await live.becomes(refund, 'succeeded')).json, 'status');
    if (settled !== 'succeeded') {
      // How long a live refund takes is not shown, nor whether a pending one counts already.
      throw new NotExercised(`the live refund is still ${settled}: what it leaves cannot be tried`);
    }

    const refusal = await live.createPayout({ amount: available - 15_000 + 1 });

    expect(refusal).toBeRefusedWith(422, 'insufficient_balance');
  });
});

checks(
  'environment.live-payouts-at-once',
  [
    { what: 'alike', differ: false },
    { what: 'each of another amount, to another account and person', differ: true },
  ],
  ({ what }) => `of six that each fit alone, ${what}, only as many as fit together`,
  async (context, { differ }) => {
    const { live } = context;
    await withBalance(context, [60_000], async (_payment, available) => {
      // Two such payouts take more than two thirds of the balance, three would take more than all.
      const amount = Math.floor(available / 3) + 1;
      const fields = [0, 1, 2, 3, 4, 5].map((at) => {
        const recipient = { accountNumber: `302345678${at}`, accountName: `Ada Obi ${String.fromCharCode(65 + at)}` };
        return differ ? { amount: amount + at, narration: `payout ${at}`, recipient } : { amount };
      });

      const answers = await Promise.all(fields.map((each) => live.createPayout(each)));

      const accepted = answers.filter(({ status }) => status === 201);
      // Whether a live account and its holder are looked up is not shown.
      const refused = answers.find(({ json }) => field(json, 'error.code') !== 'insufficient_balance');
      if (accepted.length === 0 && differ && refused) mayRefuse(refused, 'payouts to these accounts are refused');
      if (accepted.length === 0) throw new Blocked(`no payout was accepted: ${answers.map(summary).join(', ')}`);
      await notFailed(
        context,
        accepted.map(({ json }) => String(field(json, 'reference'))),
      );
      expect(part(withStatus(answers, 201), 'length'), 'payouts accepted').toBeLessThanOrEqual(2);
    });
  },
  { drawn: 1 },
);

observation('environment.live-settlement', async (context) => {
  const { live, time } = context;
  let seen = '';
  await withBalance(context, [50_000], async () => {
    const payout = await live.payout({ amount: 10_000 });
    seen = `created as ${String(payout.status)}`;
    for (const seconds of [2, 8, 50]) {
      await time.wait(seconds, 'a live payout settles');
      seen += `, ${seconds} s later ${summary(await live.get(payout))}`;
    }
  });
  return seen;
});
