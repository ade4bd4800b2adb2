import { type Capability, type CheckContext, type Created, checks, expect } from '../../../lib/interface/index.ts';
import { gain, purseOf } from '../money/money.ts';
import { reached } from '../support.ts';
import { type Lack, lacks } from './lacking-links.ts';

// A link to the seller's wallet matters when an escrow is created, and only where links are required. Whatever becomes of it afterwards, the
// escrow stays as it is and goes on as it should.

const AMOUNT = 50_021;

interface State {
  readonly status: 'pending_payment' | 'funded' | 'disputed';
  readonly needs: readonly Capability[];
  /** `by`: the e-mail address of who pays, where that is one person. */
  begin(context: CheckContext, escrow: Created, by?: string): Promise<unknown>;
  /** What leads on, and to what. */
  goOn(context: CheckContext, escrow: Created, by?: string): Promise<unknown>;
  readonly next: string;
}

export const states: readonly State[] = [
  {
    status: 'pending_payment',
    needs: ['escrow-buyer'],
    begin: async () => {},
    goOn: ({ merchant, buyer }, escrow, by) => buyer.paysEscrow(merchant, escrow, by),
    next: 'funded',
  },
  {
    status: 'funded',
    needs: ['escrow-buyer'],
    begin: ({ merchant, buyer }, escrow, by) => buyer.funds(merchant, escrow, by),
    goOn: ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference),
    next: 'released',
  },
  {
    status: 'disputed',
    needs: ['escrow-buyer', 'escrow-dispute'],
    async begin({ merchant, buyer }, escrow, by) {
      await buyer.funds(merchant, escrow, by);
      await buyer.disputes(merchant, escrow);
      await reached(merchant, escrow, 'disputed');
    },
    goOn: ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, {}),
    next: 'refunded',
  },
];

const ends: readonly Lack[] = [
  {
    what: 'that the merchant itself has unlinked',
    needs: [],
    lead: async ({ merchant, wallets }, wallet) =>
      merchant.api.deleteWalletLink((await wallets.approvedLink(merchant, wallet)).linkId),
  },
  ...lacks.filter(({ needs }) => !needs.includes('other-merchant')),
];

checks(
  'escrow.stays-until-its-turn',
  ends.flatMap((end) => states.map((state) => ({ ...end, state }))),
  ({ what, state }) => `${state.status}, for a wallet ${what} since: it is as before, and goes on`,
  async (context, { lead, state }) => {
    const { merchant, wallets } = context;
    const wallet = await wallets.make();
    const escrow = await merchant.escrow({ seller: { walletId: wallet.walletId }, autoReleaseHours: 720 });
    await state.begin(context, escrow);
    await lead(context, wallet);

    expect(await merchant.get(escrow)).toHaveField('status', state.status);
    await state.goOn(context, escrow);
    expect(await merchant.becomes(escrow, state.next, 60)).toHaveField('status', state.next);
  },
  ({ needs, waits, state }) => ({
    needs: ['wallets', ...needs, ...state.needs],
    ...(waits !== undefined && { waits }),
    drawn: 4,
  }),
);

// "Seller is paid less the fee": the rule about links is one about creation, so that no link is asked for again where money is paid out.
checks(
  ({ id }) => id,
  [
    { id: 'escrow.release-pays-seller', by: 'its merchant', owner: false, back: 0 },
    { id: 'escrow.release-pays-seller', by: 'its owner', owner: true, back: 0 },
    { id: 'escrow.refund-pays-remainder', by: 'its merchant', owner: false, back: 20_011 },
  ] as const,
  ({ by }) => `where linked wallets are required and that of the seller was unlinked by ${by} since`,
  async (context, { owner, back }) => {
    const { merchant, buyer, wallets, console } = context;
    await console.change(merchant, { requireLinkedWallets: true });
    const wallet = await wallets.make({ balanceMinor: 250_000 });
    const link = await wallets.approvedLink(merchant, wallet);
    const seller = await purseOf(context, wallet);
    const escrow = await buyer.funded(merchant, { amount: AMOUNT, seller: { walletId: wallet.walletId } });
    if (owner) await wallets.owner(merchant, link, 'unlink');
    else await merchant.api.deleteWalletLink(link.linkId);
    if (back > 0) await merchant.api.refundEscrow(escrow.reference, { amount: back });
    else await merchant.api.releaseEscrow(escrow.reference);
    await reached(merchant, escrow, back > 0 ? 'refunded' : 'released');
    // Only with a link is the balance open.
    await wallets.approvedLink(merchant, wallet);

    expect(await gain(context, seller, AMOUNT - back), 'kobo that the seller has gained').toBe(AMOUNT - back);
  },
  ({ owner }) => ({
    needs: ['wallets', 'escrow-buyer', 'linked-wallets-setting', ...(owner ? (['wallet-owner'] as const) : [])],
  }),
);
