import {
  check,
  checks,
  difference,
  type Exchange,
  expect,
  instant,
  instantInSeconds,
  NotExercised,
  of,
  summary,
} from '../../../lib/interface/index.ts';
import { declined, superseded } from '../states/lives.ts';
import { linkIdOf, there } from '../support.ts';

check('wallet-link.created', 'a new linkRef is answered with 201', async (context) => {
  const { asked } = await declined(context);

  expect(asked).toHaveStatus(201);
});

check('wallet-link.created', 'the answer has a linkId and the linkRef that was sent', async (context) => {
  const { asked, request } = await declined(context);

  expect(asked).toHaveField('linkId', /\S/);
  expect(asked).toHaveField('linkRef', request.linkRef);
});

check('wallet-link.created', 'the answer has the wallet that was sent, and a name for it', async (context) => {
  const { asked, wallet } = await declined(context);

  expect(asked).toHaveField('walletId', wallet.walletId);
  expect(asked).toHaveField('walletName', /\S/);
});

check('wallet-link.created', 'a new link is PENDING', async (context) => {
  const { asked } = await declined(context);

  expect(asked).toHaveField('status', 'PENDING');
});

check(
  'wallet-link.name-masked',
  'the name of Adaeze Okonkwo is not given away',
  async (context) => {
    const wallet = await context.wallets.make({ holderName: 'Adaeze Okonkwo' });

    const { exchange } = await context.wallets.link(context.merchant, wallet);

    expect(exchange).toHaveField('walletName', /\S/);
    expect(of(exchange, 'walletName')).not.toMatch(/adaeze okonkwo/i);
  },
  { alsoInLive: true },
);

check('wallet-link.expires-at', 'it is an ISO 8601 date-time', async (context) => {
  const { asked } = await declined(context);
  there(linkIdOf(asked), 'the new link');

  expect(of(asked, 'expiresAt')).toBeDateTime();
});

check(
  'wallet-link.expires-at',
  'a request for 45 minutes ends in 45 minutes, give or take 50 seconds',
  async (context) => {
    const { asked, askedAt } = await declined(context);
    const expiresAt = instantInSeconds(of(asked, 'expiresAt'));
    const ends = there(expiresAt.value, 'expiresAt');
    if (!askedAt.told && Math.abs(ends - askedAt.latest - 45 * 60) >= 50) {
      throw new NotExercised('no answer of the target has a Date: nobody knows what time it has');
    }

    const sinceEarliest = difference(expiresAt, of(askedAt, 'earliest'));
    const sinceLatest = difference(expiresAt, of(askedAt, 'latest'));
    expect(sinceEarliest, 'seconds until expiresAt, at the most').toBeGreaterThan(45 * 60 - 50);
    expect(sinceLatest, 'seconds until expiresAt, at the least').toBeLessThan(45 * 60 + 50);
  },
);

check('wallet-link.known-ref', 'the same linkRef again is answered with 200', async (context) => {
  const { askedAgain } = await declined(context);

  expect(there(askedAgain, 'the same request again')).toHaveStatus(200);
});

check('wallet-link.known-ref', 'the same linkRef again gets the same link', async (context) => {
  const { asked, askedAgain } = await declined(context);

  const again = there(askedAgain, 'the same request again');
  for (const name of ['linkId', 'linkRef', 'status', 'walletId', 'walletName']) {
    expect(again).toHaveField(name, of(asked, name));
  }
});

check('wallet-link.known-ref', 'the same linkRef again does not put off its end', async (context) => {
  const { asked, askedAgain } = await declined(context);
  const end = (answer: Exchange) => instant(of(answer, 'expiresAt'));

  expect(end(there(askedAgain, 'the same request again'))).toBe(end(asked));
});

/** Changed fields in a request with a known linkRef. */
const otherwise = [
  { what: 'another wallet', change: (walletId: string) => ({ walletId }) },
  { what: 'another name and time', change: () => ({ requesterName: 'Quay Tools', expiresInMinutes: 7 }) },
] as const;

checks(
  'wallet-link.known-ref',
  otherwise,
  ({ what }) => `the same linkRef with ${what} makes no other link`,
  async ({ merchant, wallets }, { change }) => {
    const [wallet, another] = [await wallets.make(), await wallets.make()];
    const { linkRef, linkId } = await wallets.link(merchant, wallet);
    const again = await wallets.createLink(merchant, wallet, { linkRef, ...change(another.walletId) });

    // Whether the differing request is refused is not shown.
    if (again.status < 300) {
      expect(again).toHaveField('linkId', linkId);
      expect(again).toHaveField('walletId', wallet.walletId);
    } else expect(again).toBeRefused();
  },
  { needs: ['wallets'] },
);

check('wallet-link.status-read', 'GET shows a new link as PENDING', async (context) => {
  const { pending } = await declined(context);

  const record = there(pending, 'the pending link');
  expect(record).toHaveStatus(200);
  expect(record).toHaveField('status', 'PENDING');
});

check('wallet-link.expiry-longest', '60 minutes are accepted', async (context) => {
  const { olderAsked } = await superseded(context);

  expect(olderAsked).toHaveStatus(201);
});

check('wallet-link.expiry-shortest', '5 minutes are accepted', async (context) => {
  const { newerAsked } = await superseded(context);

  expect(newerAsked).toHaveStatus(201);
});

check(
  'wallet-link.created',
  'for a wallet that a link was asked for before it existed, where that was refused',
  async (context) => {
    const { merchant, wallets, data } = context;
    const wallet = { walletId: data.walletId(), holderName: null };
    const fields = { expiresInMinutes: 30 };
    const before = await wallets.createLink(merchant, wallet, { ...fields, linkRef: data.reference('lnk') });
    // Whether such a wallet can be linked is not shown.
    if (before.status < 400) return context.note(`not refused: ${summary(before)}`);
    await wallets.make({ walletId: wallet.walletId });

    const linkRef = data.reference('lnk');
    expect(await wallets.createLink(merchant, wallet, { ...fields, linkRef })).toHaveStatus(201);
  },
  { needs: ['wallets'] },
);
