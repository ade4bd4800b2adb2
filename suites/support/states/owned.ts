import {
  type Capability,
  type CheckContext,
  type Created,
  type Duration,
  type Exchange,
  field,
  type Merchant,
  type Wallet,
} from '../../../lib/interface/index.ts';
import { linkExpires } from '../../wallet-links/support.ts';

// Objects of one merchant, one in each possible state: other merchants must not be able to do anything with them.

export type OwnedKind = Created['kind'] | 'wallet link';

export interface Owned {
  readonly kind: OwnedKind;
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly waits?: Duration;
  /** Creates it for `merchant`; returns its reference, or the id of a link. `before`: what is done with its wallet first. */
  make(
    context: CheckContext,
    merchant: Merchant,
    before?: (context: CheckContext, wallet: Wallet) => Promise<unknown>,
  ): Promise<string>;
  /** The status while no one acts on it; null: it may settle. */
  readonly status: string | null;
}

const DAY = 24 * 3_600 + 600;

type Make = (context: CheckContext, merchant: Merchant) => Promise<Created | undefined>;

function owned(kind: Created['kind'], what: string, status: string | null, needs: Owned['needs'], make: Make): Owned {
  return {
    kind,
    what,
    status,
    needs,
    ...(status === 'expired' || what.startsWith('expired') ? { waits: '25h' as const } : {}),
    make: async (context, merchant) => (await make(context, merchant))?.reference ?? '',
  };
}

const checkouts: readonly Owned[] = [
  owned('checkout', 'refunded as a whole', 'succeeded', ['buyer'], async ({ buyer }, merchant) => {
    const payment = await buyer.paid(merchant);
    await merchant.refundSettles(payment, { amount: payment.amount });
    return payment;
  }),
  owned('checkout', 'failed', 'failed', ['buyer', 'payment-failure'], async ({ buyer }, merchant) =>
    buyer.fails(merchant, await merchant.checkout({ metadata: { order: 'A-1' } })),
  ),
  owned('checkout', 'paid', 'succeeded', ['buyer'], ({ buyer }, merchant) => buyer.paid(merchant)),
  owned('checkout', 'refunded in part', 'succeeded', ['buyer'], async ({ buyer }, merchant) => {
    const payment = await buyer.paid(merchant);
    await merchant.refundSettles(payment, { amount: 1_001 });
    return payment;
  }),
  owned('checkout', 'pending, with all fields', 'pending', [], (_, merchant) =>
    merchant.checkout({ description: 'Rice', metadata: { order: 'A-1' } }),
  ),
  owned('checkout', 'expired', 'failed', [], async ({ time }, merchant) => {
    const checkout = await merchant.checkout();
    await time.wait(DAY, 'an unpaid checkout expires');
    return checkout;
  }),
];

const refunds: readonly Owned[] = [
  owned('refund', 'failed', 'failed', ['buyer'], async ({ buyer }, merchant) =>
    merchant.settles(await merchant.refund(await buyer.paid(merchant), { reason: 'sandbox_fail' }), 'failed'),
  ),
  owned('refund', 'succeeded', 'succeeded', ['buyer'], async ({ buyer }, merchant) =>
    merchant.refundSettles(await buyer.paid(merchant), { reason: 'Came back' }),
  ),
  owned('refund', 'just made', null, ['buyer'], async ({ buyer }, merchant) =>
    merchant.refund(await buyer.paid(merchant)),
  ),
];

const payouts: readonly Owned[] = [
  owned('payout', 'failed', 'failed', [], async (_, merchant) =>
    merchant.settles(await merchant.payout({ recipient: { accountNumber: '0000000000' } }), 'failed'),
  ),
  owned('payout', 'succeeded', 'succeeded', [], async (_, merchant) =>
    merchant.settles(await merchant.payout({ narration: 'Sales' })),
  ),
  owned('payout', 'just made', null, [], (_, merchant) => merchant.payout()),
];

const withAll = { buyer: { email: 'ada.obi@example.com' }, description: 'Rice', autoReleaseHours: 700 };
const paid = ({ buyer }: CheckContext, merchant: Merchant, fields = {}) => buyer.funded(merchant, fields);

const escrows: readonly Owned[] = [
  owned('escrow', 'unpaid, with its buyer named', 'pending_payment', [], (_, merchant) => merchant.escrow(withAll)),
  owned('escrow', 'disputed', 'disputed', ['escrow-dispute'], async (context, merchant) => {
    const escrow = await paid(context, merchant);
    await context.buyer.disputes(merchant, escrow);
    return escrow;
  }),
  owned('escrow', 'released', 'released', [], async (context, merchant) => {
    const escrow = await paid(context, merchant);
    await merchant.api.releaseEscrow(escrow.reference);
    return escrow;
  }),
  owned('escrow', 'refunded in part', 'refunded', [], async (context, merchant) => {
    const escrow = await paid(context, merchant);
    await merchant.api.refundEscrow(escrow.reference, { amount: 20_000 });
    return escrow;
  }),
  owned('escrow', 'funded, with its buyer named', 'funded', ['escrow-buyer-email'], async ({ buyer }, merchant) =>
    buyer.funds(merchant, await merchant.escrow(withAll), withAll.buyer.email),
  ),
  owned('escrow', 'cancelled', 'cancelled', [], async (_, merchant) => {
    const escrow = await merchant.escrow();
    await merchant.api.cancelEscrow(escrow.reference);
    return escrow;
  }),
  owned('escrow', 'expired', 'expired', [], async ({ time }, merchant) => {
    const escrow = await merchant.escrow();
    await time.wait(DAY, 'an unpaid escrow expires');
    return escrow;
  }),
].map((each) => ({ ...each, needs: ['escrow-buyer', ...each.needs] as const }));

const decided: readonly (readonly [
  status: string,
  lead: (context: CheckContext, merchant: Merchant, linkId: string) => Promise<unknown>,
])[] = [
  ['REJECTED', (_, merchant, linkId) => merchant.api.rejectWalletLink(linkId)],
  ['EXPIRED', ({ time }) => linkExpires(time)],
  [
    'REVOKED',
    async (_, merchant, linkId) => {
      await merchant.api.approveWalletLink(linkId);
      await merchant.api.deleteWalletLink(linkId);
    },
  ],
  ['APPROVED', (_, merchant, linkId) => merchant.api.approveWalletLink(linkId)],
  ['PENDING', async () => {}],
];

const links: readonly Owned[] = decided.map(([status, lead]) => ({
  kind: 'wallet link',
  what: status,
  status,
  needs: ['wallets'],
  ...(status === 'EXPIRED' && { waits: '6m' as const }),
  async make(context, merchant, before) {
    const wallet = await context.wallets.make();
    await before?.(context, wallet);
    const minutes = status === 'EXPIRED' ? 5 : 60;
    const { linkId } = await context.wallets.link(merchant, wallet, { expiresInMinutes: minutes });
    await lead(context, merchant, linkId);
    return linkId;
  },
}));

export const everyOwned: readonly Owned[] = [...checkouts, ...refunds, ...payouts, ...escrows, ...links];

export const lookAt = ({ api }: Pick<Merchant, 'api'>, kind: OwnedKind, reference: string): Promise<Exchange> =>
  kind === 'wallet link'
    ? api.getWalletLink(reference)
    : api.request({ method: 'GET', path: `/v1/${kind}s/${reference}` });

export const statusOf = ({ json }: Exchange) => field(json, 'status');
