import type { CheckContext, Link } from '../../../lib/interface/index.ts';
import { linkExpires } from '../../wallet-links/support.ts';
import { DAY, HOUR } from '../attempts.ts';
import { money } from './money.ts';
import { type Lead, over } from './tries.ts';

// Many objects, each ended in a different way.

/** Escrows with the same amount and seller. */
const escrow = ({ merchant, buyer }: CheckContext) => buyer.funded(merchant, { autoReleaseHours: 24 });

const escrows: readonly Lead[] = [
  async (context) => {
    const { merchant, buyer } = context;
    const disputed = await escrow(context);
    await buyer.disputes(merchant, disputed);
    await merchant.api.refundEscrow(disputed.reference, {});
    return { 'an escrow refunded after a dispute': await over(context, disputed) };
  },
  async (context) => {
    const released = await escrow(context);
    await context.buyer.releases(context.merchant, released);
    return { 'an escrow released by its buyer': await over(context, released) };
  },
  async (context) => {
    const released = await escrow(context);
    await context.merchant.api.releaseEscrow(released.reference);
    return { 'an escrow released by its merchant': await over(context, released) };
  },
  async (context) => {
    const { merchant, buyer, time } = context;
    const released = await buyer.funded(merchant, { autoReleaseHours: 1 });
    await time.wait(HOUR, 'an escrow is released by itself');
    await merchant.becomes(released, 'released', 600);
    return { 'an escrow released by itself': await over(context, released) };
  },
  async (context) => {
    const { merchant } = context;
    const refunded = await escrow(context);
    await merchant.api.refundEscrow(refunded.reference, { amount: 20_000 });
    return { 'an escrow refunded in part': await over(context, refunded) };
  },
  async (context) => {
    const { merchant } = context;
    const cancelled = await merchant.escrow({ autoReleaseHours: 24 });
    await merchant.api.cancelEscrow(cancelled.reference);
    return { 'an escrow that was cancelled': await over(context, cancelled) };
  },
];

const expired: Lead = async (context) => {
  const { merchant, time } = context;
  const checkout = await merchant.checkout({ amount: 4_004, description: 'Yam', metadata: { order: { code: 'C-3' } } });
  const unpaid = await merchant.escrow();
  await time.wait(DAY, 'an unpaid checkout or escrow expires');
  await merchant.becomes(checkout, 'failed', 600);
  await merchant.becomes(unpaid, 'expired', 600);
  return {
    'an expired checkout': await over(context, checkout, { fails: true }),
    'an expired escrow': await over(context, unpaid),
  };
};

/** `brings`: brings the link into its state. */
function linked(words: string, brings: (context: CheckContext, link: Link) => Promise<unknown>): Lead {
  return async (context) => {
    const { merchant, wallets } = context;
    const { api } = merchant;
    const wallet = await wallets.make();
    const link = await wallets.link(merchant, wallet, { expiresInMinutes: 5 });
    await brings(context, link);
    const look = () => api.getWalletLink(link.linkId);
    const owner = (decision: 'approve' | 'reject' | 'unlink') => () => wallets.owner(merchant, link, decision);
    const tries = [
      () => api.approveWalletLink(link.linkId),
      () => api.rejectWalletLink(link.linkId),
      owner('approve'),
      owner('reject'),
      // "Same linkRef returns the same link".
      () => wallets.createLink(merchant, wallet, { linkRef: link.linkRef }),
      ...(words === 'an approved link' ? [] : [owner('unlink'), () => api.deleteWalletLink(link.linkId)]),
    ];
    return { [words]: { look, ended: await look(), reference: link.linkId, tries } };
  };
}

const approves = ({ merchant }: CheckContext, { linkId }: Link) => merchant.api.approveWalletLink(linkId);

const links: readonly Lead[] = [
  linked('a link revoked by its merchant', async (context, link) => {
    await approves(context, link);
    await context.merchant.api.deleteWalletLink(link.linkId);
  }),
  linked('a rejected link', ({ merchant }, { linkId }) => merchant.api.rejectWalletLink(linkId)),
  linked('an expired link', ({ time }) => linkExpires(time)),
  linked('an approved link', approves),
  linked('a link unlinked by its owner', async (context, link) => {
    await approves(context, link);
    await context.wallets.owner(context.merchant, link, 'unlink');
  }),
  linked('a link declined by its owner', ({ merchant, wallets }, link) => wallets.owner(merchant, link, 'reject')),
];

export const leads: readonly Lead[] = [...money, ...escrows, ...links, expired];
