import { Blocked, check, checks, type Exchange, expect, field, shared } from '../../../lib/interface/index.ts';
import { notFailed, withBalance } from '../../environments/support.ts';
import { refused } from '../../support/requests/refusals.ts';

// In live the balance limits payouts: two payments, then payouts one after another, each followed by one of one kobo too much.

const prepared = shared('live payouts until nothing is left', ['live', 'live-buyer'], async (context) => {
  const { live, data } = context;
  const answers = new Map<string, Exchange>();
  await withBalance(context, [30_000], async () => {});
  await withBalance(context, [50_000], async (_payment, available) => {
    const first = data.reference('pay');
    const accepted: string[] = [];
    const ask = async (what: string, amount: number, reference = data.reference('pay')) => {
      const answer = await live.createPayout({ reference, amount });
      answers.set(what, answer);
      if (answer.status === 201) accepted.push(String(field(answer.json, 'reference')));
    };
    await live.checkout({ amount: 900_000 });
    await ask('one kobo more than two payments', available + 1, first);
    answers.set('GET of the refused one', await live.api.getPayout(first));
    await ask('the refused reference again', 20_001, first);
    await ask('one kobo more than a payout left', available - 20_001 + 1);
    await ask('a second payout', 10_001);
    await ask('one kobo more than two payouts left', available - 30_002 + 1);
    await ask('all that is left', available - 30_002);
    await ask('10,000 when nothing is left', 10_000);
    await notFailed(context, accepted);
  });
  return answers;
});

async function answerTo(context: Parameters<typeof prepared>[0], what: string): Promise<Exchange> {
  const answer = (await prepared(context)).get(what);
  if (answer === undefined) throw new Blocked('suite fault: nothing was asked so');
  return answer;
}

checks(
  'payout.live-limit-follows',
  [
    'one kobo more than two payments',
    'one kobo more than a payout left',
    'one kobo more than two payouts left',
    '10,000 when nothing is left',
  ],
  (what) => `${what} is refused`,
  async (context, what) => {
    expect(await answerTo(context, what)).toBeRefusedWith(422, 'insufficient_balance');
  },
  { drawn: 1.5 },
);

checks(
  'payout.live-limit-follows',
  ['all that is left', 'a second payout'],
  (what) => `${what} is accepted`,
  async (context, what) => {
    expect(await answerTo(context, what)).toHaveStatus(201);
  },
  { drawn: 1.5 },
);

check('payout.live-refused-creates-nothing', 'no payout is found', async (context) => {
  refused(await answerTo(context, 'one kobo more than two payments'));

  expect(await answerTo(context, 'GET of the refused one')).toHaveStatus(404);
});

check('payout.live-refused-creates-nothing', 'its reference is free for a smaller payout', async (context) => {
  refused(await answerTo(context, 'one kobo more than two payments'));

  expect(await answerTo(context, 'the refused reference again')).toHaveStatus(201);
});

checks(
  'payout.amount-too-large',
  [2_000_000_001, 2_500_000_000],
  (amount) => `live: ${amount} kobo are refused, though more is available`,
  async (context, amount) => {
    await withBalance(context, [2_000_000_000, 2_000_000_000], async () => {
      expect(await context.live.createPayout({ amount })).toBeRefusedWith(400, 'invalid_request');
    });
  },
  { needs: ['live', 'live-buyer'] },
);
