import { type Capability, type CheckContext, type Created, checks, expect } from '../../../lib/interface/index.ts';
import { reached } from '../support.ts';
import { type Lack, lacks } from './lacking-links.ts';

// A link to the seller's wallet matters when an escrow is created, and only where links are required. Whatever becomes of it afterwards, the
// escrow stays as it is and goes on as it should.

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
