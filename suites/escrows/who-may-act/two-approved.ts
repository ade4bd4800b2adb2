import { checks, expect } from '../../../lib/interface/index.ts';
import { twoApproved } from '../../support/alike/two-approved.ts';

checks(
  'escrow.wallet-linked',
  twoApproved,
  ({ words }) => `${words}, and an escrow for the other's wallet is accepted`,
  async (context, { run }) => {
    const { as, wallet } = await run(context);
    await context.console.change(as, { requireLinkedWallets: true });

    expect(await as.createEscrow({ seller: { walletId: wallet.walletId } })).toHaveStatus(201);
  },
  ({ needs }) => ({ needs: [...needs, 'linked-wallets-setting'], drawn: 1 }),
);
