import { type Capability, type CheckContext, check, checks, expect, type Link } from '../../../lib/interface/index.ts';
import { nearby } from '../../support/nearby-wallets.ts';
import { linkBecomes, linkExpires, NOTICED } from '../support.ts';

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

    expect(await linkBecomes(context, link.linkId, 'EXPIRED', NOTICED)).toHaveField('status', 'EXPIRED');
  },
  ({ what }) => ({ needs: ['wallets'], drawn: 1, alsoInLive: what === rows[0].what }),
);

interface Before {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** What becomes of a request of the merchant for the wallet. */
  ends(context: CheckContext, link: Link): Promise<unknown>;
}

const EXPIRED = 'left to expire';

const before: readonly Before[] = [
  { what: 'rejected', needs: [], ends: ({ merchant }, { linkId }) => merchant.api.rejectWalletLink(linkId) },
  { what: EXPIRED, needs: [], ends: ({ time }) => linkExpires(time, LIFE) },
  {
    what: 'approved, and unlinked by the merchant',
    needs: [],
    async ends({ merchant, wallets }, link) {
      await wallets.decide(merchant, link, 'approve');
      await merchant.api.deleteWalletLink(link.linkId);
    },
  },
  {
    what: 'approved, and unlinked by the owner',
    needs: ['wallet-owner'],
    async ends({ merchant, wallets }, link) {
      await wallets.decide(merchant, link, 'approve');
      await wallets.owner(merchant, link, 'unlink');
    },
  },
];

checks(
  'wallet-link.expires',
  before,
  ({ what }) =>
    `four requests for its wallet were ${what} before it: it is PENDING after four minutes, and EXPIRED after five`,
  async (context, { ends }) => {
    const { merchant, wallets, time } = context;
    const wallet = await wallets.make();
    for (let turn = 0; turn < 4; turn++) await ends(context, await wallets.link(merchant, wallet, asked));
    const link = await wallets.link(merchant, wallet, asked);
    await time.wait((LIFE - 1) * MINUTE, 'a wallet link expires');
    expect(await merchant.api.getWalletLink(link.linkId), 'after four minutes').toHaveField('status', 'PENDING');
    await time.wait(MINUTE, 'a wallet link expires');

    expect(await linkBecomes(context, link.linkId, 'EXPIRED', NOTICED)).toHaveField('status', 'EXPIRED');
  },
  ({ needs, what }) => ({ needs: ['wallets', ...needs], waits: what === EXPIRED ? '80m' : '20m', drawn: 1 }),
);

// "A newer request for the same wallet": another wallet, whatever it has in common with the first, is not the same.
check(
  'wallet-link.expires',
  'other wallets are asked about that have much in common with its own: it is PENDING still, and so are theirs',
  async ({ merchant, wallets }) => {
    const wallet = await wallets.make({ holderName: 'Adaeze Okonkwo' });
    const links = [await wallets.link(merchant, wallet, { expiresInMinutes: 60 })];
    for (const { of } of nearby)
      links.push(await wallets.link(merchant, await wallets.make(of(wallet)), { expiresInMinutes: 60 }));

    for (const { linkId } of links) expect(await merchant.api.getWalletLink(linkId)).toHaveField('status', 'PENDING');
  },
  { needs: ['wallets'] },
);
