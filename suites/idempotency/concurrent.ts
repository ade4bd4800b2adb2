import {
  Blocked,
  created,
  derivation,
  type Exchange,
  type ExchangeView,
  expect,
  observation,
  of,
  raw,
  requirement,
  watchBalance,
  withStatus,
} from '../../lib/harness/index.ts';
import {
  atOnce,
  isInProgress,
  isReplay,
  mustHaveOverlapped,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from './support.ts';

requirement(
  'idempotency.concurrent-one-original',
  'of 2, 3, 5 and 10 checkout creates one is original',
  async (given) => {
    const rounds: Exchange[][] = [];
    for (const count of [2, 3, 5, 10]) {
      const create = repeatableCheckout(given);
      const answers = await atOnce(count, () => create({}, raw));
      rounds.push(answers);
      expectOneOriginal(answers);
    }
    mustHaveOverlapped(rounds);
  },
);

requirement('idempotency.concurrent-one-original', 'of 7 escrow creates one is original', async (given) => {
  const create = repeatableEscrow(given);

  const answers = await atOnce(7, () => create({}, raw));

  expectOneOriginal(answers);
  mustHaveOverlapped([answers]);
});

requirement(
  'idempotency.refunded-once',
  'refunds of 100, 200, 300 and 400, each sent 2 to 10 times at once, refund 1,000',
  async (given) => {
    const { merchant, buyer, time } = given;
    const payment = await buyer.paid(merchant, { amount: 20_000 });
    const rounds: Exchange[][] = [];
    for (const [amount, count] of [
      [100, 2],
      [200, 4],
      [300, 6],
      [400, 10],
    ] as const) {
      const create = repeatableRefund(given, payment, { amount });
      const answers = await atOnce(count, () => create({}, raw));
      rounds.push(answers);
      await merchant.settles(created('refund', oneOf(answers)));
    }
    await time.wait(10, 'second refunds, which must not be, settle');

    expect(of(await merchant.get(payment), 'refundedAmount')).toBe(1_000);
    mustHaveOverlapped(rounds);
  },
);

requirement(
  'idempotency.paid-out-once',
  'payouts of 10,001, 10,010 and 10,100, each sent 3 to 10 times at once, take 30,111',
  async (given) => {
    const { merchant, buyer, time } = given;
    await buyer.paid(merchant, { amount: 500_000 });
    const balance = await watchBalance(given);
    const rounds: Exchange[][] = [];
    for (const [amount, count] of [
      [10_001, 3],
      [10_010, 6],
      [10_100, 10],
    ] as const) {
      const create = repeatablePayout(given, { amount });
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

requirement(
  'idempotency.concurrent-bodies-one-winner',
  'of 2, 4 and 8 different checkouts under one key one is created',
  async (given) => {
    const { merchant, fresh } = given;
    const rounds: Exchange[][] = [];
    for (const count of [2, 4, 8]) {
      const create = repeatableCheckout(given);
      const references = Array.from({ length: count }, () => fresh.reference('chk'));
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

observation('idempotency.in-progress-conditions', async (given) => {
  const create = repeatableCheckout(given);
  const answers = await atOnce(5, () => create({}, raw));
  mustHaveOverlapped([answers]);
  const replays = answers.filter(isReplay).length;
  const inProgress = answers.filter(isInProgress).length;
  return `of 5 at once: ${replays} replayed, ${inProgress} request_in_progress`;
});

const isOriginal = ({ status, headers }: Pick<Exchange, 'status' | 'headers'>) =>
  status === 201 && headers['idempotent-replayed'] !== 'true';

const originalsOf = derivation('originals', (answers: readonly ExchangeView[]) => answers.filter(isOriginal));

function expectOneOriginal(answers: readonly Exchange[]): void {
  expect(originalsOf(answers), 'unmarked answers with 201').toHaveLength(1);
  const first = answers.find(isOriginal);
  if (first === undefined) return;
  for (const other of answers.filter((answer) => answer !== first)) {
    if (other.status === 201) expect(of(other), 'body of a replay').toEqual(of(first));
    else expect(other).toBeRefusedWith(409, 'request_in_progress');
  }
}

/** A step: one that was created, no matter which. */
function oneOf(answers: readonly Exchange[]): Exchange {
  const one = answers.find(({ status }) => status === 201);
  if (one === undefined) throw new Blocked('none of the requests sent at once was carried out');
  return one;
}
