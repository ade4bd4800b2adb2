import {
  difference,
  type Exchange,
  expect,
  instant,
  instantInSeconds,
  NotExercised,
  of,
  requirement,
} from '../../lib/harness/index.ts';
import { declined, superseded } from './lives.ts';
import { linkIdOf, there } from './support.ts';

requirement('wallet-link.created', 'a new linkRef is answered with 201', async (given) => {
  const { asked } = await declined(given);

  expect(asked).toHaveStatus(201);
});

requirement('wallet-link.created', 'the answer has a linkId and the linkRef that was sent', async (given) => {
  const { asked, request } = await declined(given);

  expect(asked).toHaveField('linkId', /\S/);
  expect(asked).toHaveField('linkRef', request.linkRef);
});

requirement('wallet-link.created', 'the answer has the wallet that was sent, and a name for it', async (given) => {
  const { asked, wallet } = await declined(given);

  expect(asked).toHaveField('walletId', wallet.walletId);
  expect(asked).toHaveField('walletName', /\S/);
});

requirement('wallet-link.created', 'a new link is PENDING', async (given) => {
  const { asked } = await declined(given);

  expect(asked).toHaveField('status', 'PENDING');
});

requirement('wallet-link.name-masked', 'the name of Adaeze Okonkwo is not given away', async (given) => {
  const wallet = await given.wallets.make({ holderName: 'Adaeze Okonkwo' });

  const { exchange } = await given.wallets.link(given.merchant, wallet);

  expect(exchange).toHaveField('walletName', /\S/);
  expect(of(exchange, 'walletName')).not.toMatch(/adaeze okonkwo/i);
});

requirement('wallet-link.expires-at', 'it is an ISO 8601 date-time', async (given) => {
  const { asked } = await declined(given);
  there(linkIdOf(asked), 'the new link');

  expect(of(asked, 'expiresAt')).toBeDateTime();
});

requirement(
  'wallet-link.expires-at',
  'a request for 45 minutes ends in 45 minutes, give or take 50 seconds',
  async (given) => {
    const { asked, askedAt } = await declined(given);
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

requirement('wallet-link.known-ref', 'the same linkRef again is answered with 200', async (given) => {
  const { askedAgain } = await declined(given);

  expect(there(askedAgain, 'the same request again')).toHaveStatus(200);
});

requirement('wallet-link.known-ref', 'the same linkRef again gets the same link', async (given) => {
  const { asked, askedAgain } = await declined(given);

  const again = there(askedAgain, 'the same request again');
  for (const name of ['linkId', 'linkRef', 'status', 'walletId', 'walletName']) {
    expect(again).toHaveField(name, of(asked, name));
  }
});

requirement('wallet-link.known-ref', 'the same linkRef again does not put off its end', async (given) => {
  const { asked, askedAgain } = await declined(given);
  const end = (answer: Exchange) => instant(of(answer, 'expiresAt'));

  expect(end(there(askedAgain, 'the same request again'))).toBe(end(asked));
});

requirement('wallet-link.status-read', 'GET shows a new link as PENDING', async (given) => {
  const { pending } = await declined(given);

  const record = there(pending, 'the pending link');
  expect(record).toHaveStatus(200);
  expect(record).toHaveField('status', 'PENDING');
});

requirement('wallet-link.expiry-longest', '60 minutes are accepted', async (given) => {
  const { olderAsked } = await superseded(given);

  expect(olderAsked).toHaveStatus(201);
});

requirement('wallet-link.expiry-shortest', '5 minutes are accepted', async (given) => {
  const { newerAsked } = await superseded(given);

  expect(newerAsked).toHaveStatus(201);
});
