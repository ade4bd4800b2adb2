import {
  Blocked,
  check,
  created,
  type Exchange,
  expect,
  observation,
  of,
  raw,
  watchBalance,
  withStatus,
} from '../../../lib/interface/index.ts';
import {
  atOnce,
  expectOneOriginal,
  isInProgress,
  isReplay,
  mustHaveOverlapped,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from '../support.ts';

check('idempotency.concurrent-one-original', 'of 2, 3, 5 and 10 checkout creates one is original', async (context) => {
  const rounds: Exchange[][] = [];
  for (const count of [2, 3, 5, 10]) {
    const create = repeatableCheckout(context);
    const answers = await atOnce(count, () => create({}, raw));
    rounds.push(answers);
    expectOneOriginal(answers);
  }
  mustHaveOverlapped(rounds);
});

check('idempotency.concurrent-one-original', 'of 7 escrow creates one is original', async (context) => {
  const create = repeatableEscrow(context);

  const answers = await atOnce(7, () => create({}, raw));

  expectOneOriginal(answers);
  mustHaveOverlapped([answers]);
});

check(
  'idempotency.refunded-once',
  'refunds of 100, 200, 300 and 400, each sent 2 to 10 times at once, refund 1,000',
  async (context) => {
    const { merchant, buyer, time } = context;
    const payment = await buyer.paid(merchant, { amount: 20_000 });
    const rounds: Exchange[][] = [];
    for (const [amount, count] of [
      [100, 2],
      [200, 4],
      [300, 6],
      [400, 10],
    ] as const) {
      const create = repeatableRefund(context, payment, { amount });
      const answers = await atOnce(count, () => create({}, raw));
      rounds.push(answers);
      await merchant.settles(created('refund', oneOf(answers)));
    }
    await time.wait(10, 'second refunds, which must not be, settle');

    expect(of(await merchant.get(payment), 'refundedAmount')).toBe(1_000);
    mustHaveOverlapped(rounds);
  },
);

check(
  'idempotency.paid-out-once',
  'payouts of 10,001, 10,010 and 10,100, each sent 3 to 10 times at once, take 30,111',
  async (context) => {
    const { merchant, buyer, time } = context;
    await buyer.paid(merchant, { amount: 500_000 });
    const balance = await watchBalance(context);
    const rounds: Exchange[][] = [];
    for (const [amount, count] of [
      [10_001, 3],
      [10_010, 6],
      [10_100, 10],
    ] as const) {
      const create = repeatablePayout(context, { amount });
      const answers = await atOnce(count, () => create({}, raw));
      rounds.push(answers);
      await merchant.settles(created('payout', oneOf(answers)));
    }
    await time.wait(10, 'second payouts, which must not be, settle');

    expect(await balance.movement(-30_111)).toBe(-30_111);
    mustHaveOverlapped(rounds);
  },
  { runs: 'undisturbed' },
);

check(
  'idempotency.concurrent-bodies-one-winner',
  'of 2, 4 and 8 different checkouts under one key one is created',
  async (context) => {
    const { merchant, data } = context;
    const rounds: Exchange[][] = [];
    for (const count of [2, 4, 8]) {
      const create = repeatableCheckout(context);
      const references = Array.from({ length: count }, () => data.reference('chk'));
      const answers = await atOnce(count, (turn) => create({ reference: references[turn], amount: 5_000 + turn }, raw));
      rounds.push(answers);

      expect(withStatus(answers, 201), 'answers with 201').toHaveLength(1);
      for (const loser of answers.filter(({ status }) => status !== 201)) {
        expect(loser).toHaveStatus(409);
        expect(of(loser, 'error.code')).toBeOneOf(['idempotency_key_reused', 'request_in_progress']);
      }
      const found = await Promise.all(references.map((reference) => merchant.get({ kind: 'checkout', reference })));
      expect(withStatus(found, 200), 'checkouts that exist').toHaveLength(1);
    }
    mustHaveOverlapped(rounds);
  },
);

observation('idempotency.in-progress-conditions', async (context) => {
  const create = repeatableCheckout(context);
  const answers = await atOnce(5, () => create({}, raw));
  mustHaveOverlapped([answers]);
  const replays = answers.filter(isReplay).length;
  const inProgress = answers.filter(isInProgress).length;
  return `of 5 at once: ${replays} replayed, ${inProgress} request_in_progress`;
});

/** A step: any one of the answers that created something. */
function oneOf(answers: readonly Exchange[]): Exchange {
  const one = answers.find(({ status }) => status === 201);
  if (one === undefined) throw new Blocked('none of the requests sent at once was carried out');
  return one;
}
