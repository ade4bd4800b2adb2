import {
  type Capability,
  type CheckContext,
  checks,
  type Duration,
  expect,
  type Wallet,
} from '../../../lib/interface/index.ts';
import { DAY } from '../../support/attempts.ts';
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

const since = [
  { what: 'minutes after the expiresAt of its link', seconds: 7 * 60, waits: '8m' },
  { what: 'a day later', seconds: DAY, waits: '25h' },
] as const;

checks(
  'escrow.wallet-linked',
  since,
  ({ what }) => `a wallet with an approved link is accepted ${what}`,
  async (context, { seconds }) => {
    const { merchant, wallets, time } = context;
    const wallet = await wallets.make();
    await wallets.approvedLink(merchant, wallet, { expiresInMinutes: 5 });
    await time.wait(seconds, 'an approved link lasts');

    expect(await accepted(context, wallet)).toHaveStatus(201);
  },
  ({ waits }) => ({ needs: ['wallets'], waits, alsoInLive: true }),
);
