import {
  type CheckContext,
  checks,
  expect,
  field,
  type Link,
  NotExercised,
  shared,
} from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { linkBecomes } from '../support.ts';

// Three approved links of one merchant to one wallet, unlinked one after another: each time it is the one that was meant which is revoked.

const ends = [
  {
    by: 'its owner',
    id: 'wallet-link.revoked-by-owner',
    needs: ['wallets', 'wallet-owner'],
    act: ({ wallets, merchant }: CheckContext, link: Link) => wallets.owner(merchant, link, 'unlink'),
  },
  {
    by: 'its merchant',
    id: 'wallet-link.revoked',
    needs: ['wallets'],
    act: ({ merchant }: CheckContext, { linkId }: Link) => merchant.api.deleteWalletLink(linkId),
  },
] as const;

const rows = ends.map((end) => {
  const { by, needs, act } = end;
  const life = shared(
    `three approved links to one wallet, each of which is unlinked by ${by}`,
    needs,
    async (context) => {
      const { merchant, wallets } = context;
      const wallet = await wallets.make();
      const links: Link[] = [];
      for (let count = 0; count < 3; count++) {
        const link = await wallets.link(merchant, wallet);
        // The answer to a second approval for one wallet is not shown.
        await attempt(wallets.decide(merchant, link, 'approve'));
        links.push(link);
      }
      const look = ({ linkId }: Link) => merchant.api.getWalletLink(linkId);
      for (const link of links) {
        if (field((await look(link)).json, 'status') !== 'APPROVED')
          throw new NotExercised('three links of one wallet are not all approved here');
      }
      // Neither the first nor the last one of them is the first to be unlinked.
      const seen = [];
      for (const link of [...links.slice(1), ...links.slice(0, 1)]) {
        await act(context, link);
        seen.push(await linkBecomes(context, link.linkId, 'REVOKED'));
      }
      return seen;
    },
  );
  return { ...end, life };
});

checks(
  ({ id }) => id,
  rows,
  ({ by }) => `of three approved links to one wallet each is unlinked by ${by} in its turn, and that one is revoked`,
  async (context, { life }) => {
    for (const gone of await life(context)) expect(gone).toHaveField('status', 'REVOKED');
  },
  ({ needs, id }) => ({ needs: [...needs], alsoInLive: id === 'wallet-link.revoked-by-owner' }),
);
