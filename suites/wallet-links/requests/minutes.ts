import { type Capability, type CheckContext, checks, expect, type Wallet } from '../../../lib/interface/index.ts';
import { mayRefuse } from '../../support/attempts.ts';

// "expiresInMinutes: integer 5-60": both ends are accepted, whatever was asked for about the wallet before.

interface History {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly alsoInLive?: true;
  /** Whether a wallet that is linked may be asked for again is not shown. */
  readonly mayBeRefused?: true;
  lead(context: CheckContext, wallet: Wallet): Promise<unknown>;
}

const histories: readonly History[] = [
  { what: 'that is new', needs: [], alsoInLive: true, lead: async () => {} },
  {
    what: 'with an older request that waits',
    needs: [],
    alsoInLive: true,
    lead: ({ merchant, wallets }, wallet) => wallets.link(merchant, wallet),
  },
  {
    what: 'whose owner has declined one',
    needs: [],
    lead: async ({ merchant, wallets }, wallet) =>
      wallets.decide(merchant, await wallets.link(merchant, wallet), 'reject'),
  },
  {
    what: 'that is linked',
    needs: [],
    mayBeRefused: true,
    lead: ({ merchant, wallets }, wallet) => wallets.approvedLink(merchant, wallet),
  },
  {
    what: 'that was unlinked',
    needs: [],
    async lead({ merchant, wallets }, wallet) {
      const { linkId } = await wallets.approvedLink(merchant, wallet);
      await merchant.api.deleteWalletLink(linkId);
    },
  },
  {
    what: "with another merchant's request that waits",
    needs: ['other-merchant'],
    lead: ({ other, wallets }, wallet) => wallets.link(other, wallet),
  },
  {
    what: 'that was asked for a minute ago',
    needs: [],
    async lead({ merchant, wallets, time }, wallet) {
      await wallets.link(merchant, wallet, { expiresInMinutes: 60 });
      await time.wait(60, 'a minute passes after a link request');
    },
  },
];

const ends = [
  { minutes: 5, id: 'wallet-link.expiry-shortest' },
  { minutes: 60, id: 'wallet-link.expiry-longest' },
] as const;

checks(
  ({ id }) => id,
  histories.flatMap((history) => ends.map((end) => ({ ...history, ...end }))),
  ({ what, minutes }) => `${minutes} minutes are accepted for a wallet ${what}`,
  async (context, { lead, mayBeRefused, minutes }) => {
    const { merchant, wallets } = context;
    const wallet = await wallets.make();
    await lead(context, wallet);

    const answer = await wallets.createLink(merchant, wallet, { expiresInMinutes: minutes });
    if (mayBeRefused) mayRefuse(answer, 'a wallet that is linked is not linked again');

    expect(answer).toHaveStatus(201);
  },
  ({ needs, alsoInLive }) => ({ needs: ['wallets', ...needs], drawn: 2, ...(alsoInLive && { alsoInLive }) }),
);
