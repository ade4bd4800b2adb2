import { type CheckContext, checks, expect, type Link } from '../../../lib/interface/index.ts';
import { linkBecomes } from '../support.ts';

// A pending link expires at its time. Only a newer request cancels it earlier; a request sent again, or one that is refused, is not a newer one.

const [MINUTE, LIFE] = [60, 5];
const asked = { expiresInMinutes: LIFE, requesterName: 'Harbour Books' };

const rows = [
  {
    what: 'its request is sent again',
    act: ({ merchant, wallets }: CheckContext, { wallet, linkRef }: Link) =>
      wallets.createLink(merchant, wallet, { ...asked, linkRef }),
  },
  {
    what: 'its linkRef is sent with another name and more minutes',
    act: ({ merchant, wallets }: CheckContext, { wallet, linkRef }: Link) =>
      wallets.createLink(merchant, wallet, { linkRef, requesterName: 'Quay Tools', expiresInMinutes: 60 }),
  },
  {
    what: 'a newer request for its wallet is refused',
    act: ({ merchant, wallets }: CheckContext, { wallet }: Link) =>
      wallets.createLink(merchant, wallet, { expiresInMinutes: 61 }),
  },
] as const;

checks(
  'wallet-link.expires',
  rows,
  ({ what }) => `${what}, at once and after four minutes: it is PENDING still, and EXPIRED after five`,
  async (context, { act }) => {
    const { merchant, wallets, time } = context;
    const link = await wallets.link(merchant, await wallets.make(), asked);
    await act(context, link);
    await time.wait((LIFE - 1) * MINUTE, 'a wallet link expires');
    await act(context, link);
    expect(await merchant.api.getWalletLink(link.linkId), 'after four minutes').toHaveField('status', 'PENDING');
    await time.wait(MINUTE, 'a wallet link expires');

    expect(await linkBecomes(context, link.linkId, 'EXPIRED', 120)).toHaveField('status', 'EXPIRED');
  },
  ({ what }) => ({ needs: ['wallets'], drawn: 1, alsoInLive: what === rows[0].what }),
);
