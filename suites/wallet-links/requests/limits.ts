import {
  came,
  check,
  checks,
  expect,
  field,
  observation,
  raw,
  shared,
  summary,
  withStatus,
} from '../../../lib/interface/index.ts';
import { linkEvents } from '../states/deeds.ts';
import { usedUp } from '../states/lives.ts';
import { asOften, count, earlyInTheHour, expectRefusal } from '../support.ts';

check('wallet-link.five-per-hour', 'five requests for one wallet are accepted', async ({ merchant, wallets }) => {
  const wallet = await wallets.make();

  for (const _request of asOften) {
    expect(await wallets.createLink(merchant, wallet)).toHaveStatus(201);
  }
});

check('wallet-link.sixth-refused', 'a sixth request for it is refused', async (context) => {
  const { sixth } = await usedUp(context);

  expectRefusal(sixth);
});

check('wallet-link.sixth-refused', 'another wallet of its holder still takes one', async (context) => {
  const { elsewhere } = await usedUp(context);

  expect(elsewhere).toHaveStatus(201);
});

check(
  'wallet-link.sixth-refused-over-merchants',
  "three requests of one merchant and two of another's use up a wallet for both",
  async (context) => {
    const { merchant, other, wallets } = context;
    await earlyInTheHour(context);
    const wallet = await wallets.make();
    for (const _request of [1, 2, 3]) await wallets.link(merchant, wallet);
    for (const _request of [1, 2]) await wallets.link(other, wallet);

    expectRefusal(await wallets.createLink(other, wallet));
    expectRefusal(await wallets.createLink(merchant, wallet));
  },
  { needs: ['wallets', 'other-merchant'] },
);

check(
  'wallet-link.five-at-once',
  'of eight requests at once for one wallet at most five are accepted',
  async ({ merchant, wallets }) => {
    const wallet = await wallets.make();
    const eight = [1, 2, 3, 4, 5, 6, 7, 8];
    const answers = await came(eight.map(() => wallets.createLink(merchant, wallet, {}, raw)));

    expect(count(withStatus(answers, 201)), 'accepted link requests').toBeLessThanOrEqual(5);
  },
  { needs: ['wallets'], alsoInLive: true },
);

check(
  'wallet-link.five-at-once',
  'of four requests of each of two merchants at once for one wallet at most five are accepted',
  async ({ merchant, other, wallets }) => {
    const wallet = await wallets.make();
    const eight = [1, 2, 3, 4].flatMap(() => [merchant, other]);
    const answers = await came(eight.map((each) => wallets.createLink(each, wallet, {}, raw)));

    expect(count(withStatus(answers, 201)), 'accepted link requests').toBeLessThanOrEqual(5);
  },
  { needs: ['wallets', 'other-merchant'] },
);

/** A wallet whose requests are used up, its last link, and a refused sixth request. */
const refused = shared('a sixth link request, and what it leaves', ['wallets'], async (context) => {
  const { merchant, wallets, data, time } = context;
  await earlyInTheHour(context);
  const wallet = await wallets.make();
  for (const _request of [1, 2, 3, 4]) await wallets.link(merchant, wallet);
  const last = await wallets.link(merchant, wallet, { expiresInMinutes: 60 });
  const linkRef = data.reference('lnk');
  const sixth = await wallets.createLink(merchant, wallet, { linkRef });
  const pending = await merchant.api.getWalletLink(last.linkId);
  await merchant.api.approveWalletLink(last.linkId);
  const approved = await merchant.api.getWalletLink(last.linkId);
  const anHourLater = async () => {
    await time.wait(61 * 60, 'a wallet takes link requests again');
    return await wallets.createLink(merchant, wallet, { linkRef });
  };
  return { sixth, pending, approved, merchant, linkRef, later: await anHourLater().catch((error: Error) => error) };
});

check(
  'wallet-link.refused-has-no-effect',
  'a sixth request cancels nothing: the fifth waits still, and can be approved',
  async (context) => {
    const { sixth, pending, approved } = await refused(context);

    expectRefusal(sixth);
    expect(pending).toHaveField('status', 'PENDING');
    expect(approved).toHaveField('status', 'APPROVED');
  },
  { needs: ['wallets'] },
);

check('wallet-link.limit-ends', 'an hour later the linkRef of a refused request makes a new link', async (context) => {
  const { later } = await refused(context);
  if (later instanceof Error) throw later;

  expect(later).toHaveStatus(201);
  expect(later).toHaveField('status', 'PENDING');
});

check(
  'wallet-link.refused-has-no-effect',
  'no event tells of a refused request',
  async (context) => {
    const { later, merchant, linkRef } = await refused(context);
    const linkId = later instanceof Error ? undefined : field(later.json, 'linkId');

    for (const event of linkEvents) {
      expect(merchant.webhooks.surely(event, linkRef)).toBeEmpty();
      if (typeof linkId === 'string') expect(merchant.webhooks.surely(event, linkId)).toBeEmpty();
    }
  },
  { needs: ['wallets', 'webhooks'] },
);

checks(
  'wallet-link.limit-ends',
  [
    { what: 'it takes one again', more: 0 },
    { what: 'also when seven more were asked for meanwhile, and refused', more: 7 },
    { what: 'also when another merchant asked for seven more, which were refused', more: 7, by: 'other' },
  ] as const,
  ({ what }) => `after an hour ${what}`,
  async (context, { more, ...row }) => {
    const { merchant, wallets, time } = context;
    const wallet = await wallets.make();
    for (const _request of asOften) await wallets.link(merchant, wallet);
    const insistent = 'by' in row ? context.other : merchant;
    for (let turn = 0; turn < more; turn++)
      await wallets.createLink(insistent, wallet, {}, { onRateLimited: 'return' });

    await time.wait(61 * 60, 'a wallet takes link requests again');

    expect(await wallets.createLink(merchant, wallet)).toHaveStatus(201);
  },
  (row) => ({ needs: 'by' in row ? ['wallets', 'other-merchant'] : ['wallets'], alsoInLive: row.more === 0 }),
);

observation(
  'wallet-link.repeats-count',
  async ({ merchant, wallets, data }) => {
    const wallet = await wallets.make();
    const linkRef = data.reference('lnk');
    for (const _request of asOften) await wallets.createLink(merchant, wallet, { linkRef });
    return `after five requests with one linkRef another is answered ${summary(await wallets.createLink(merchant, wallet))}`;
  },
  { needs: ['wallets'] },
);
