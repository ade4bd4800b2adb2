import {
  type CheckContext,
  difference,
  type Exchange,
  expect,
  instantInSeconds,
  NotExercised,
  of,
  part,
  type RequirementId,
  shared,
  summary,
} from '../../../lib/interface/index.ts';
import { linkBecomes, linkIdOf, there } from '../../wallet-links/support.ts';
import type { Row } from '../alike/groups.ts';
import { moment } from '../attempts.ts';

export const PAST = '2020-01-02T03:04:05.000Z';
const MINUTES = 30;
const NAME = 'Mallory Example';

/** A step: whether fields that the interface does not name in a request are refused is not shown. */
export function accepted(answer: Exchange): Exchange {
  if (answer.status !== 201) throw new NotExercised(`with such fields it is not created: ${summary(answer)}`);
  return answer;
}

const needs = ['wallets'] as const;

const run = shared('a wallet link, asked for with all that only the answer has', needs, async (context) => {
  const { merchant, wallets } = context;
  const earlier = await wallets.link(merchant, await wallets.make());
  const wallet = await wallets.make();
  const before = await moment(context, "the target's time before the link");
  const answer = accepted(
    await wallets.createLink(merchant, wallet, {
      expiresInMinutes: MINUTES,
      status: 'APPROVED',
      linkId: earlier.linkId,
      walletName: NAME,
      expiresAt: '2031-02-03T04:05:06.000Z',
      createdAt: PAST,
    }),
  );
  const after = await moment(context, "the target's time after the link");
  const linkId = there(linkIdOf(answer), 'a link');
  const balance = await merchant.api.getWalletBalance(wallet.walletId);
  const atOnce = await merchant.api.getWalletLink(linkId);
  await merchant.api.approveWalletLink(linkId);
  return { answer, before, after, balance, atOnce, later: await linkBecomes(context, linkId, 'APPROVED') };
});

type Asked = Awaited<ReturnType<typeof run>>;

const looks: readonly { readonly id: RequirementId; readonly what: string; look(asked: Asked): void }[] = [
  {
    id: 'wallet-link.created',
    what: 'it is answered as PENDING',
    look: ({ answer }) => expect(answer).toHaveField('status', 'PENDING'),
  },
  {
    id: 'wallet-link.status-read',
    what: 'it is PENDING until it is decided',
    look: ({ atOnce }) => expect(atOnce).toHaveField('status', 'PENDING'),
  },
  {
    id: 'wallet.balance-unapproved',
    what: 'the balance is closed until it is approved',
    look: ({ balance }) => expect(balance).toHaveStatus(403),
  },
  {
    id: 'wallet-link.name-masked',
    what: 'walletName is not the one that was sent',
    look: ({ answer }) => expect(of(answer, 'walletName')).not.toBe(NAME),
  },
  {
    id: 'wallet-link.expires-at',
    what: 'expiresAt is by its minutes',
    look({ answer, before, after }) {
      if (before === null || after === null) throw new NotExercised('the target tells its time nowhere');
      const until = instantInSeconds(of(answer, 'expiresAt'));
      const words = 'seconds from the request to expiresAt';
      expect(difference(until, part(after, 'latest')), words).toBeLessThan(MINUTES * 60 + 55);
      expect(difference(until, part(before, 'earliest')), words).toBeGreaterThan(MINUTES * 60 - 55);
    },
  },
  {
    id: 'wallet-link.approved',
    what: 'it is approved like any other',
    look: ({ later }) => expect(later).toHaveField('status', 'APPROVED'),
  },
];

export const linkRows: readonly Row[] = looks.map(({ id, what, look }) => ({
  id,
  title: `a link, asked for with all that only the answer has: ${what}`,
  needs,
  check: async (context: CheckContext) => look(await run(context)),
}));
