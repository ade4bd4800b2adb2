import {
  type Body,
  type Capability,
  type CheckContext,
  checks,
  expect,
  type Link,
  type RequirementId,
  type Wallet,
} from '../../../lib/interface/index.ts';
import { escrowWithFee } from '../../escrows/money/money.ts';
import { linkBecomes } from '../support.ts';

// The table of a wallet link has no condition on money: a link ends although an escrow of the merchant holds money for its wallet.

interface Holding {
  readonly what: string;
  readonly needs: readonly Capability[];
  hold(context: CheckContext, wallet: Wallet): Promise<unknown>;
}

const toSeller = ({ walletId }: Wallet): Body => ({ seller: { walletId } });
const funded: Holding = {
  what: "a wallet is the seller's of a funded escrow",
  needs: ['escrow-buyer'],
  hold: ({ buyer, merchant }, wallet) => buyer.funded(merchant, toSeller(wallet)),
};
const holdings: readonly Holding[] = [
  funded,
  {
    what: "a wallet is the seller's of a disputed escrow",
    needs: ['escrow-buyer', 'escrow-dispute'],
    hold: async ({ buyer, merchant }, wallet) =>
      buyer.disputes(merchant, await buyer.funded(merchant, toSeller(wallet))),
  },
  {
    what: 'a wallet is to get the fee of a funded escrow',
    needs: ['escrow-buyer'],
    hold: async (context, { walletId }) =>
      context.buyer.funds(context.merchant, await escrowWithFee(context, { feeAmount: 503, feeWalletId: walletId })),
  },
];

interface End {
  readonly id: RequirementId;
  readonly what: string;
  readonly status: string;
  readonly needs: readonly Capability[];
  readonly pending?: true;
  act(context: CheckContext, link: Link): Promise<unknown>;
}

const deletion: End = {
  id: 'wallet-link.revoked',
  what: 'its merchant unlinks it',
  status: 'REVOKED',
  needs: [],
  act: ({ merchant }, { linkId }) => merchant.api.deleteWalletLink(linkId),
};
const others: readonly End[] = [
  {
    id: 'wallet-link.revoked-by-owner',
    what: 'its owner unlinks it',
    status: 'REVOKED',
    needs: ['wallet-owner'],
    act: ({ merchant, wallets }, link) => wallets.owner(merchant, link, 'unlink'),
  },
  {
    id: 'wallet-link.rejected',
    what: 'a request for it is rejected',
    status: 'REJECTED',
    needs: [],
    pending: true,
    act: ({ merchant }, { linkId }) => merchant.api.rejectWalletLink(linkId),
  },
];

const rows = [
  ...holdings.map((holding) => ({ holding, end: deletion })),
  ...others.map((end) => ({ holding: funded, end })),
];

checks(
  ({ end }): RequirementId => end.id,
  rows,
  ({ holding, end }) => `${holding.what}: ${end.what}, and its link is ${end.status}`,
  async (context, { holding, end }) => {
    const { merchant, wallets } = context;
    const wallet = await wallets.make();
    const link = end.pending ? await wallets.link(merchant, wallet) : await wallets.approvedLink(merchant, wallet);
    await holding.hold(context, wallet);
    await end.act(context, link);

    expect(await linkBecomes(context, link.linkId, end.status)).toHaveField('status', end.status);
  },
  ({ holding, end }) => ({ needs: ['wallets', ...holding.needs, ...end.needs], drawn: 1 }),
);
