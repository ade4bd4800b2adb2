import {
  type CheckContext,
  check,
  checks,
  differentOf,
  type Exchange,
  expect,
  type Link,
  shared,
} from '../../../lib/interface/index.ts';
import { LIFE } from '../states/deeds.ts';
import { asOften, earlyInTheHour, expectRefusal, linkExpires, refusedOf, there } from '../support.ts';

// "At most 5 requests per wallet per hour", whatever has happened to them: expired ones count too.

/** Five requests for a wallet, the last of which expires, or is approved and revoked after others have expired; then a sixth. */
async function sixthAfterExpiry({ merchant, wallets, time }: CheckContext): Promise<Exchange> {
  const wallet = await wallets.make();
  for (const _request of [1, 2, 3]) await wallets.link(merchant, wallet, { expiresInMinutes: LIFE });
  await linkExpires(time, LIFE);
  await wallets.link(merchant, wallet, { expiresInMinutes: LIFE });
  const last = await wallets.approvedLink(merchant, wallet);
  await merchant.api.deleteWalletLink(last.linkId);
  return await wallets.createLink(merchant, wallet);
}

check(
  'wallet-link.sixth-refused',
  'also when one of the five has expired, some were cancelled and one was revoked',
  async (context) => {
    // The end of a clock hour can explain one accepted sixth request, but not two that are a quarter of an hour apart.
    const first = await sixthAfterExpiry(context);
    const answers = [first];
    if (first.status < 400) {
      await context.time.wait(15 * 60, 'another wallet is asked for');
      answers.push(await sixthAfterExpiry(context));
    }

    expect(refusedOf(answers), `sixth requests that were refused, of ${answers.length}`).not.toBeEmpty();
  },
  { waits: '27m' },
);

/** What has happened to the five requests before the sixth. */
const fives = [
  {
    what: 'each of which was approved and unlinked',
    needs: [],
    async after({ merchant }: CheckContext, { linkId }: Link) {
      await merchant.api.approveWalletLink(linkId);
      await merchant.api.deleteWalletLink(linkId);
    },
  },
  {
    what: 'each of which was rejected',
    needs: [],
    after: ({ merchant }: CheckContext, { linkId }: Link) => merchant.api.rejectWalletLink(linkId),
  },
  {
    what: 'each of which was approved, and unlinked by its owner',
    needs: ['wallet-owner'],
    async after({ merchant, wallets }: CheckContext, link: Link) {
      await wallets.owner(merchant, link, 'approve');
      await wallets.owner(merchant, link, 'unlink');
    },
  },
  {
    what: 'each of which was declined by its owner',
    needs: ['wallet-owner'],
    after: ({ merchant, wallets }: CheckContext, link: Link) => wallets.owner(merchant, link, 'reject'),
  },
] as const;

checks(
  'wallet-link.sixth-refused-over-decisions',
  fives,
  ({ what }) => `after five requests, ${what}`,
  async (context, { after }) => {
    const { merchant, wallets } = context;
    await earlyInTheHour(context);
    const wallet = await wallets.make();
    for (const _request of asOften) await after(context, await wallets.link(merchant, wallet));

    expectRefusal(await wallets.createLink(merchant, wallet));
  },
  ({ what, needs }) => ({
    needs: ['wallets', ...needs],
    alsoInLive: what === 'each of which was declined by its owner',
  }),
);

// Of requests that are 50 minutes apart no hour, of the clock or of the last 60 minutes, has more than two: none puts the end of the others off.
check(
  'wallet-link.limit-ends',
  'a wallet that is asked about once in 50 minutes takes each of seven',
  async ({ merchant, wallets, time }) => {
    const wallet = await wallets.make();
    const answers: Exchange[] = [];
    for (let turn = 1; turn <= 7; turn++) {
      if (turn > 1) await time.wait(50 * 60, 'a wallet is asked about now and then');
      answers.push(await wallets.createLink(merchant, wallet, {}, { onRateLimited: 'return' }));
    }

    expect(differentOf(answers, 'status'), 'statuses of the link requests').toEqual([201]);
  },
  { needs: ['wallets'], waits: '5h', alsoInLive: true },
);

/** The time in hours: at the same time of another day, and of another week, a count that is named by its hour alone has the same name. */
const sameTimes = [0, 24, 7 * 24] as const;

const atSameTimes = shared(
  'five requests for a wallet at the same time of three days',
  ['wallets', 'clock'],
  async (context) => {
    const { merchant, wallets, time } = context;
    const wallet = await wallets.make();
    const began = time.now();
    const found = new Map<number, Exchange[]>();
    for (const hours of sameTimes) {
      await time.past(began + hours * 3_600_000, 'a wallet is asked about at the same time of another day');
      const answers: Exchange[] = [];
      for (const _request of asOften)
        answers.push(await wallets.createLink(merchant, wallet, {}, { onRateLimited: 'return' }));
      found.set(hours, answers);
    }
    return found;
  },
);

checks(
  'wallet-link.limit-ends',
  [
    { what: 'a day', hours: 24 },
    { what: 'a week', hours: 7 * 24 },
  ] as const,
  ({ what }) => `a wallet that was asked about five times takes five again at the same time ${what} later`,
  async (context, { hours }) => {
    const answers = there((await atSameTimes(context)).get(hours), 'the link requests');

    expect(differentOf(answers, 'status'), 'statuses of the link requests').toEqual([201]);
  },
  { needs: ['wallets', 'clock'], waits: '170h', drawn: 1 },
);
