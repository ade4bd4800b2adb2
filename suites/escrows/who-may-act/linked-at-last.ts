import {
  type Capability,
  type CheckContext,
  checks,
  type Duration,
  expect,
  type Wallet,
} from '../../../lib/interface/index.ts';
import { DAY } from '../../support/attempts.ts';
import { linkExpires } from '../../wallet-links/support.ts';
import { lacks } from './lacking-links.ts';

// "Without an approved link": where there is one it counts, whatever there was before it, and until it is revoked. Its expiresAt is the end of the
// time in which somebody may decide.

interface History {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly waits?: Duration;
  lead(context: CheckContext, wallet: Wallet): Promise<unknown>;
}

/** Each history after which there is no approved link, and then there is one. */
const again: readonly History[] = [
  {
    what: 'that the merchant itself has unlinked',
    needs: [],
    lead: async ({ merchant, wallets }, wallet) =>
      merchant.api.deleteWalletLink((await wallets.approvedLink(merchant, wallet)).linkId),
  },
  ...lacks.filter(({ what }) => !/, and /.test(what)),
];

const accepted = async ({ merchant, console }: CheckContext, { walletId }: Wallet) => {
  await console.change(merchant, { requireLinkedWallets: true });
  return await merchant.createEscrow({ seller: { walletId } });
};

checks(
  'escrow.wallet-linked-again',
  again,
  ({ what }) => `a wallet ${what}, and that is linked after that, is accepted`,
  async (context, { lead }) => {
    const { merchant, wallets } = context;
    const wallet = await wallets.make();
    await lead(context, wallet);
    await wallets.approvedLink(merchant, wallet);

    expect(await accepted(context, wallet)).toHaveStatus(201);
  },
  ({ needs, waits }) => ({
    needs: ['wallets', ...needs],
    ...(waits !== undefined && { waits }),
    alsoInLive: !needs.includes('other-merchant'),
  }),
);

const since: readonly History[] = [
  {
    what: 'minutes after the expiresAt of its link',
    needs: [],
    waits: '8m',
    lead: ({ time }) => time.wait(7 * 60, 'an approved link lasts'),
  },
  { what: 'a day later', needs: [], waits: '25h', lead: ({ time }) => time.wait(DAY, 'an approved link lasts') },
  // What becomes of a newer request is no end of the link that was approved before.
  {
    what: 'when a newer request for it was rejected',
    needs: [],
    lead: async ({ merchant, wallets }, wallet) =>
      wallets.decide(merchant, await wallets.link(merchant, wallet), 'reject'),
  },
  {
    what: 'when a newer request for it was deleted',
    needs: [],
    lead: async ({ merchant, wallets }, wallet) =>
      merchant.api.deleteWalletLink((await wallets.link(merchant, wallet)).linkId),
  },
  {
    what: 'when nobody decided about a newer request for it',
    needs: [],
    waits: '8m',
    async lead({ merchant, wallets, time }, wallet) {
      await wallets.link(merchant, wallet, { expiresInMinutes: 5 });
      await linkExpires(time);
    },
  },
];

checks(
  'escrow.wallet-linked',
  since,
  ({ what }) => `a wallet with an approved link is accepted ${what}`,
  async (context, { lead }) => {
    const { merchant, wallets } = context;
    const wallet = await wallets.make();
    await wallets.approvedLink(merchant, wallet, { expiresInMinutes: 5 });
    await lead(context, wallet);

    expect(await accepted(context, wallet)).toHaveStatus(201);
  },
  ({ needs, waits }) => ({ needs: ['wallets', ...needs], ...(waits !== undefined && { waits }), alsoInLive: true }),
);
