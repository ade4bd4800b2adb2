import { Blocked, check, checks, shared } from '../../lib/interface/index.ts';
import { atOnce, expectNoneRefused, quiet, reads, rested, sound, unpaced } from './support.ts';

// "120 requests per minute" counts those of one minute: what was sent in the same minute of an earlier hour, day or week has no part in it, however
// often a key sends at a fixed time. So much later a counter has the same name again that is named by its time without the date.

const HOUR = 3_600;
const later = [
  { what: 'an hour', seconds: HOUR },
  { what: 'a day', seconds: 24 * HOUR },
  { what: 'a week', seconds: 7 * 24 * HOUR },
] as const;

/** Reads at each later time: few, as no more have room if those of before still count. */
const EACH = 10;

/** As many at once as a minute has, after a rest; where the clock can be moved, some more at the same time later. */
const allOfAMinute = shared('120 at once after a rest, and a few at the same time later', [], async (context) => {
  const { merchant, time, can } = context;
  const api = unpaced(merchant);
  await quiet(context);
  const began = time.now();
  const burst = sound(await atOnce(context, 'after a rest', reads(api, 120)));
  const found = new Map<string, typeof burst.answers>();
  const goOn = async () => {
    for (const { what, seconds } of can('clock') ? later : []) {
      await time.past(began + seconds * 1_000, `${what} passes`);
      found.set(what, (await atOnce(context, `${what} later`, reads(api, EACH))).answers);
    }
    return found;
  };
  return { burst, after: await goOn().catch((error: Error) => error) };
});

check(
  'rate-limit.120-at-once-pass',
  'none of 120 at once is refused',
  async (context) => {
    const { burst } = await allOfAMinute(context);

    expectNoneRefused(burst.answers, 120, 'after two quiet minutes');
  },
  { runs: 'alone' },
);

checks(
  'rate-limit.120-at-once-pass',
  later,
  ({ what }) => `a key that was used up is let through at the same time ${what} later`,
  async (context, { what }) => {
    const { after } = await allOfAMinute(context);
    if (after instanceof Error) throw after;
    const answers = after.get(what);
    if (answers === undefined) throw new Blocked('suite fault: nothing was sent');

    expectNoneRefused(answers, EACH, `at once, ${what} after a minute was used up`);
  },
  { runs: 'alone', needs: ['clock'], waits: '170h', drawn: 1 },
);

/** Several minutes, each of which was used up: services that shut repeated offenders out usually do so after 3 or 5. */
const MINUTES = 6;

const usedUpOften = shared('120 at once when a key was refused in each of several minutes', [], async (context) => {
  const api = unpaced(context.merchant);
  let refused = 0;
  for (let minute = 0; minute < MINUTES; minute++) {
    const flood = await atOnce(context, 'reads', reads(api, 150));
    if (flood.refused.length > 0) refused++;
    await rested(context);
  }
  await quiet(context);
  return { refused, answers: sound(await atOnce(context, 'after a rest', reads(api, 120))).answers };
});

// What was refused is over with its minute: a limit "per minute" has no longer memory.
check(
  'rate-limit.120-at-once-pass',
  `none of 120 at once is refused, two quiet minutes after a key was refused in each of ${MINUTES}`,
  async (context) => {
    const { refused, answers } = await usedUpOften(context);
    if (refused < 3) throw new Blocked('the key was hardly ever refused');

    expectNoneRefused(answers, 120, 'after it was refused often');
  },
  { runs: 'alone', needs: ['clock'], waits: '12m' },
);

check(
  'rate-limit.120-at-once-pass',
  'none of 118 reads of seven kinds at once is refused: each counts once',
  async (context) => {
    const { merchant, wallets } = context;
    const wallet = await wallets.make();
    const { linkId } = await wallets.approvedLink(merchant, wallet);
    const [checkout, payout, escrow] = [await merchant.checkout(), await merchant.payout(), await merchant.escrow()];
    const api = unpaced(merchant);
    const sends = [
      () => api.getWalletBalance(wallet.walletId),
      () => api.getWalletLink(linkId),
      () => api.getAccount(wallet.walletId),
      () => api.listBanks(),
      () => api.getCheckout(checkout.reference),
      () => api.getPayout(payout.reference),
      () => api.getEscrow(escrow.reference),
    ];
    await quiet(context);
    // Two fewer than a minute has: what was made above may still count.
    const all = Array.from({ length: 118 }, (_, at) => sends[at % sends.length] ?? (() => api.getBalance()));
    const { answers } = sound(
      await atOnce(
        context,
        'reads of seven kinds',
        all.map((send) => send()),
      ),
    );
    await rested(context);

    expectNoneRefused(answers, 118, 'of seven kinds at once, after two quiet minutes');
  },
  { runs: 'alone', needs: ['wallets'], waits: '4m' },
);
