import { Blocked, type CheckContext, type Created, field, type Link } from '../../lib/interface/index.ts';
import type { Over } from './after-all.ts';
import { DAY, HOUR } from './attempts.ts';

// Many objects, each over by a way of its own; those of one lead are alike, and each is looked at before the next one ends.

type Lead = (context: CheckContext) => Promise<Record<string, Over>>;

/** Whatever may be tried with a resource that is over, but a refund of an escrow: which statuses accept one is not shown. */
function triesOf({ merchant, buyer }: CheckContext, resource: Created, { fails = false } = {}): Over['tries'] {
  const { api } = merchant;
  const { kind, reference } = resource;
  switch (kind) {
    case 'checkout':
      return [
        () => buyer.tries(merchant, resource, 'succeeded'),
        () => buyer.tries(merchant, resource, 'failed'),
        () => merchant.createCheckout({ reference, amount: 7_007 }),
        ...(fails ? [() => merchant.createRefund({ paymentReference: reference, amount: 101 })] : []),
      ];
    case 'refund':
      return [() => merchant.createRefund({ reference, paymentReference: paymentOf(resource), amount: 1 })];
    case 'payout':
      return [() => merchant.createPayout({ reference, amount: 10_001 })];
    case 'escrow':
      return [
        () => api.releaseEscrow(reference),
        () => api.cancelEscrow(reference),
        () => buyer.paysEscrow(merchant, resource),
        () => buyer.releases(merchant, resource),
        () => buyer.disputes(merchant, resource),
        () => merchant.createEscrow({ reference, amount: 60_001 }),
      ];
  }
}

function paymentOf({ exchange }: Created): unknown {
  return field(JSON.parse(exchange.sent.body ?? '{}'), 'paymentReference');
}

async function over(context: CheckContext, resource: Created, { fails = false } = {}): Promise<Over> {
  const look = () => context.merchant.get(resource);
  const { reference } = resource;
  return { look, ended: await look(), reference, tries: triesOf(context, resource, { fails }) };
}

/** Refunds and payouts end by themselves. `asked`: as it was created, with its request. */
async function settled(context: CheckContext, asked: Created, status: 'succeeded' | 'failed'): Promise<Over> {
  await context.merchant.settles(asked, status);
  return await over(context, asked);
}

const FAILS = { reason: 'sandbox_fail' };
const FAILING = { accountNumber: '0000000000' };

const money: readonly Lead[] = [
  async (context) => {
    const { merchant, buyer } = context;
    const payment = await buyer.paid(merchant, { amount: 70_007, metadata: { order: { code: 'A-1' } } });
    const refund = (amount: number, fields = {}) => merchant.refund(payment, { amount, ...fields });
    const first = await settled(context, await refund(30_003), 'succeeded');
    const failing = await refund(10_001, FAILS);
    const beyond = await merchant.createRefund({ paymentReference: payment.reference, amount: 40_004 + 1 });
    if (beyond.status === 201) throw new Blocked('a refund beyond what was paid was accepted');
    const failed = await settled(context, failing, 'failed');
    const second = await settled(context, await refund(5_002, { reason: 'Came back' }), 'succeeded');
    return {
      'a refund before three others': first,
      'a refund that failed before others': failed,
      'a refund between two that failed': second,
      'a refund that failed after others': await settled(context, await refund(6_003, FAILS), 'failed'),
      'a checkout refunded in part': await over(context, payment),
    };
  },
  async (context) => {
    const { merchant, buyer } = context;
    const payment = await buyer.paid(merchant, { amount: 9_001, description: 'Rice', metadata: { order: 17 } });
    await merchant.refundSettles(payment, { amount: 4_000 });
    const last = await settled(context, await merchant.refund(payment, { amount: 5_001 }), 'succeeded');
    return { 'a checkout refunded as a whole': await over(context, payment), 'the last refund of a checkout': last };
  },
  async (context) => {
    const { merchant, buyer } = context;
    const payment = await buyer.paid(merchant, { amount: 30_003 });
    const refund = (fields = {}) => merchant.refund(payment, { amount: 4_004, reason: 'torn', ...fields });
    const failed = await settled(context, await refund(FAILS), 'failed');
    const good = await settled(context, await refund(), 'succeeded');
    await settled(context, await refund(FAILS), 'failed');
    await settled(context, await refund(), 'succeeded');
    return { 'a refund that failed before its like': failed, 'a refund that succeeded among its likes': good };
  },
  async (context) => {
    const { merchant, buyer } = context;
    const alike = {
      amount: 8_008,
      description: 'Rice',
      customer: { email: 'ada@example.com' },
      metadata: { order: 1 },
    };
    const paid = await buyer.paid(merchant, alike);
    const ended = await over(context, paid);
    const failed = await buyer.fails(merchant, await merchant.checkout(alike));
    const other = await over(context, failed, { fails: true });
    await buyer.paid(merchant, alike);
    return { 'a checkout that was paid, beside its likes': ended, 'a checkout whose payment failed': other };
  },
  async (context) => {
    const { merchant } = context;
    const payout = (narration: string, fields = {}) => merchant.payout({ amount: 12_003, narration, ...fields });
    const good = await settled(context, await payout('first'), 'succeeded');
    const failed = await settled(context, await payout('second', { recipient: FAILING }), 'failed');
    await settled(context, await payout('third'), 'succeeded');
    await settled(context, await payout('fourth', { recipient: FAILING }), 'failed');
    return { 'a payout that failed': failed, 'a payout that went well': good };
  },
];

/** Escrows of one amount and one seller. */
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
  await time.wait(DAY, 'what nobody has paid expires');
  await merchant.becomes(checkout, 'failed', 600);
  await merchant.becomes(unpaid, 'expired', 600);
  return {
    'an expired checkout': await over(context, checkout, { fails: true }),
    'an expired escrow': await over(context, unpaid),
  };
};

/** `leads`: brings it into its state. */
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
  linked('an expired link', ({ time }) => time.wait(8 * 60, 'a wallet link expires')),
  linked('an approved link', approves),
  linked('a link unlinked by its owner', async (context, link) => {
    await approves(context, link);
    await context.wallets.owner(context.merchant, link, 'unlink');
  }),
  linked('a link declined by its owner', ({ merchant, wallets }, link) => wallets.owner(merchant, link, 'reject')),
];

export const leads: readonly Lead[] = [...money, ...escrows, ...links, expired];
